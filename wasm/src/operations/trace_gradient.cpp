#include "attn/trace_gradient.hpp"

#include "attn/call.hpp"
#include "score_fields.hpp"
#include "single_head_request.hpp"

namespace attn::operations {
template <typename Scalar>
Status traceGradient(Call<Scalar>& call) {
  MaskBytes bytes;
  Input<Scalar> input;
  if (const Status status = readInput(call, bytes, input); status != Status::ok) return status;
  const Shape& shape = input.shape;
  const TensorShape pairs{shape.queryCount, shape.keyCount};
  const Scalar* const contextGradient = call.numbers("contextGradient");
  if (contextGradient == nullptr || !call.fits("contextGradient", {shape.queryCount, shape.valueDim}) ||
      !call.fits("weightsGradient", pairs)) {
    return Status::badShape;
  }

  TraceGradient<Scalar> gradient;
  Buffer<Scalar> unusedLogits;
  const bool hasAdditiveMask = input.additiveMask != nullptr;
  if (!hasAdditiveMask && !unusedLogits.resize(pairs.count())) return Status::outOfMemory;
  gradient.logits = unusedLogits.data();
  const Status statuses[] = {
      addZeros(call, "valuesGradient", {shape.keyCount, shape.valueDim}, gradient.values),
      addZeros(call, "weightsGradient", pairs, gradient.weights),
      addZeros(call, "scoresGradient", pairs, gradient.scores),
      hasAdditiveMask ? addZeros(call, "additiveMaskGradient", pairs, gradient.logits) : Status::ok,
      addScoreGradientResults(call, input, gradient.score),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  if (const Status status = computeTraceGradient(input, contextGradient, call.numbers("weightsGradient"), gradient);
      status != Status::ok) {
    return status;
  }
  if (input.scoreFunction != ScoreFunction::given) {
    if (const Status status = addNumberResult(call, "scaleGradient", gradient.score.scale); status != Status::ok) {
      return status;
    }
  }
  return addNumberResult(call, "temperatureGradient", gradient.temperature);
}

template Status traceGradient(Call<float>&);
template Status traceGradient(Call<double>&);

}  // namespace attn::operations
