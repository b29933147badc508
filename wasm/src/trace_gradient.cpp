#include "attn/trace_gradient.hpp"

#include <algorithm>

#include "head_backward.hpp"
#include "matrix.hpp"

namespace attn {
namespace {

/// The context of a query that is padding is zeros whatever its weights, so that its gradient ends there.
template <typename Scalar>
Status copyWithoutPadding(const Input<Scalar>& input, const Scalar* contextGradient, Buffer<Scalar>& copy) {
  const Shape& shape = input.shape;
  if (!copy.resize(rowOffset(shape.queryCount, shape.valueDim))) return Status::outOfMemory;
  std::copy_n(contextGradient, copy.size(), copy.data());
  if (input.mask.queryMask == nullptr) return Status::ok;
  for (int t = 0; t < shape.queryCount; ++t) {
    if (input.mask.queryMask[t] != 0) continue;
    std::fill_n(copy.data() + rowOffset(t, shape.valueDim), shape.valueDim, Scalar(0));
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeTraceGradient(const Input<Scalar>& input, const Scalar* contextGradient, const Scalar* weightsGradient,
                            TraceGradient<Scalar>& gradient) {
  Workspace<Scalar> workspace;
  Trace<Scalar> trace;
  if (const Status status = computeTrace(input, workspace, trace); status != Status::ok) return status;
  Buffer<Scalar> context;
  if (const Status status = copyWithoutPadding(input, contextGradient, context); status != Status::ok) return status;

  const Shape& shape = input.shape;
  std::fill_n(gradient.values, rowOffset(shape.keyCount, shape.valueDim), Scalar(0));
  HeadGradient<Scalar> head{gradient.values, gradient.weights, gradient.logits, gradient.scores};
  HeadBackwardWorkspace<Scalar> headWorkspace;
  // computeTrace leaves the weights in float64 in its workspace.
  if (const Status status =
          gradientThroughHead<Scalar>({shape.queryCount, shape.keyCount, shape.valueDim, trace.scores.data(),
                                       trace.visible.data(), workspace.rows.data(), input.values, input.temperature},
                                      {context.data(), weightsGradient}, headWorkspace, head);
      status != Status::ok) {
    return status;
  }
  gradient.temperature = head.temperature;
  if (input.scoreFunction == ScoreFunction::given) return Status::ok;
  ScoreGradientWorkspace<Scalar> scoreWorkspace;
  return computeScoreGradient(input, gradient.scores, scoreWorkspace, gradient.score);
}

template Status computeTraceGradient(const Input<float>&, const float*, const float*, TraceGradient<float>&);
template Status computeTraceGradient(const Input<double>&, const double*, const double*, TraceGradient<double>&);

}  // namespace attn
