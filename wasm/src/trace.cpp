#include "attn/trace.hpp"

#include "context.hpp"
#include "mask.hpp"
#include "matrix.hpp"
#include "parallel.hpp"
#include "row_logits.hpp"
#include "score.hpp"
#include "softmax.hpp"

namespace attn {
namespace {

template <typename Scalar>
bool resize(Trace<Scalar>& trace, const Shape& shape) {
  const std::size_t rows = static_cast<std::size_t>(shape.queryCount);
  const std::size_t pairs = rowOffset(shape.queryCount, shape.keyCount);
  return trace.scores.resize(pairs) && trace.visible.resize(pairs) && trace.logits.resize(pairs) &&
         trace.exponentials.resize(pairs) && trace.exponentialSums.resize(rows) &&
         trace.shiftedExponentials.resize(pairs) && trace.shiftedSums.resize(rows) && trace.weights.resize(pairs) &&
         trace.weightSums.resize(rows) && trace.context.resize(rowOffset(shape.queryCount, shape.valueDim)) &&
         trace.logSumExp.resize(rows) && trace.entropy.resize(rows) && trace.largestKey.resize(rows) &&
         trace.isEmpty.resize(rows);
}

template <typename Scalar>
void traceRow(const Input<Scalar>& input, int queryIndex, double* scratch, Trace<Scalar>& trace) {
  const Shape& shape = input.shape;
  const std::size_t t = static_cast<std::size_t>(queryIndex);
  const std::size_t row = rowOffset(queryIndex, shape.keyCount);
  std::uint8_t* const visible = trace.visible.data() + row;

  resolveMask(input, queryIndex, visible);
  const ScoreRow<Scalar> scores{shape.keyCount, trace.scores.data() + row,
                                input.additiveMask == nullptr ? nullptr : input.additiveMask + row, visible,
                                input.temperature};
  const RowLogits logits =
      computeRowLogits(scores, trace.logits.data() + row, trace.exponentials.data() + row, scratch);
  const RowSummary summary = computeSoftmax(logits, visible, shape.keyCount, scratch,
                                            trace.shiftedExponentials.data() + row, trace.weights.data() + row);

  trace.exponentialSums[t] = static_cast<Scalar>(logits.exponentialSum);
  trace.shiftedSums[t] = static_cast<Scalar>(summary.shiftedSum);
  trace.weightSums[t] = static_cast<Scalar>(summary.weightSum);
  trace.logSumExp[t] = static_cast<Scalar>(summary.logSumExp);
  trace.entropy[t] = static_cast<Scalar>(summary.entropy);
  trace.largestKey[t] = summary.largestKey;
  trace.isEmpty[t] = logits.isEmpty ? 1 : 0;
}

}  // namespace

template <typename Scalar>
Status computeTrace(const Input<Scalar>& input, Workspace<Scalar>& workspace, Trace<Scalar>& trace) {
  if (const Status status = checkInput(input); status != Status::ok) return status;
  const Shape& shape = input.shape;
  if (!resize(trace, shape) || !workspace.rows.resize(rowOffset(shape.queryCount, shape.keyCount))) {
    return Status::outOfMemory;
  }
  if (const Status status = computeScores(input, workspace, trace.scores.data()); status != Status::ok) return status;

  // Two exponentials a score cost about as much as thirty multiplications.
  parallelFor(shape.queryCount, rowGrain(rowOffset(shape.keyCount, 30)), [&](int begin, int end) {
    for (int t = begin; t < end; ++t) {
      traceRow(input, t, workspace.rows.data() + rowOffset(t, shape.keyCount), trace);
    }
  });
  computeContext(input, trace.weights.data(), trace.context.data());
  return Status::ok;
}

template Status computeTrace(const Input<float>&, Workspace<float>&, Trace<float>&);
template Status computeTrace(const Input<double>&, Workspace<double>&, Trace<double>&);

}  // namespace attn
