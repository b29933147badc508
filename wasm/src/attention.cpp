#include "attn/attention.hpp"

#include <algorithm>
#include <cmath>

#include "attention_head.hpp"
#include "attention_input.hpp"
#include "attention_mask.hpp"
#include "context.hpp"
#include "finite_row.hpp"
#include "fully_masked.hpp"
#include "matrix.hpp"
#include "parallel.hpp"
#include "row_logits.hpp"
#include "score.hpp"
#include "softmax.hpp"

namespace attn {
namespace {

/// What one head needs at a time: its matrices in one piece, and its rows on their way to the weights.
template <typename Scalar>
struct Scratch {
  AttentionHead<Scalar> head;
  Buffer<Scalar> context;        ///< [queryCount, valueDim]
  Buffer<Scalar> added;          ///< [queryCount, keyCount]
  Buffer<std::uint8_t> visible;  ///< [queryCount, keyCount]
  Buffer<double> distances;      ///< [queryCount, keyCount]
  Workspace<Scalar> scoring;

  bool resize(const AttentionInput<Scalar>& input) {
    const AttentionShape& s = input.shape;
    const std::size_t pairs = rowOffset(s.queryCount, s.keyCount());
    return head.resize(s) && context.resize(rowOffset(s.queryCount, s.valueDim)) &&
           added.resize(input.additiveMask.data == nullptr ? 0 : pairs) && visible.resize(pairs) &&
           distances.resize(pairs);
  }
};

template <typename Scalar>
void multiplyAll(Scalar* numbers, std::size_t count, double factor) {
  if (factor == 1) return;
  for (std::size_t i = 0; i < count; ++i) numbers[i] *= static_cast<Scalar>(factor);
}

template <typename Scalar>
void capScores(const Scalar* scores, std::size_t count, double softcap, Scalar* capped) {
  if (softcap == 0) {
    std::copy_n(scores, count, capped);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    capped[i] = static_cast<Scalar>(softcap * std::tanh(static_cast<double>(scores[i]) / softcap));
  }
}

/// Logits and weights of a row whose visible scores are finite and to which nothing is added; false where it is none.
template <typename Scalar>
bool computePlainRow(const AttentionInput<Scalar>& input, const AttentionOutput<Scalar>& output,
                     const std::uint8_t* visible, std::size_t row) {
  const int keyCount = input.shape.keyCount();
  const std::size_t pairs = row * static_cast<std::size_t>(keyCount);
  const Scalar* const scores = output.cappedScores + pairs;
  double logSumExp = 0;
  if (!weighFiniteRow(scores, visible, keyCount, input.temperature, output.weights + pairs, logSumExp)) return false;
  Scalar* const logits = output.logits + pairs;
  const Scalar temperature = static_cast<Scalar>(input.temperature);
  for (int i = 0; i < keyCount; ++i) {
    logits[i] = visible[i] == 0 ? -std::numeric_limits<Scalar>::infinity() : scores[i] / temperature;
  }
  output.logSumExp[row] = static_cast<Scalar>(logSumExp);
  output.isEmpty[row] = Scalar(0);
  return true;
}

/// The same for any row; `row` counts queries over all heads, `t` those of this head.
template <typename Scalar>
void computeRow(const AttentionInput<Scalar>& input, const AttentionOutput<Scalar>& output, int batch, int head, int t,
                std::size_t row, Scratch<Scalar>& scratch) {
  const int keyCount = input.shape.keyCount();
  const std::size_t local = rowOffset(t, keyCount);
  const std::size_t pairs = row * static_cast<std::size_t>(keyCount);
  std::uint8_t* const visible = scratch.visible.data() + local;
  Scalar* const added = input.additiveMask.data == nullptr ? nullptr : scratch.added.data() + local;
  double* const distances = scratch.distances.data() + local;
  Scalar* const weights = output.weights + pairs;

  resolveAttentionMask(input, batch, head, t, visible, added);
  if (added == nullptr && computePlainRow(input, output, visible, row)) return;
  const ScoreRow<Scalar> scores{keyCount, output.cappedScores + pairs, added, visible, input.temperature};
  // Nobody asks for the exponentials; the weights take their place in the end.
  const RowLogits logits = computeRowLogits(scores, output.logits + pairs, weights, distances);
  const RowSummary summary = computeSoftmax(logits, visible, keyCount, distances, weights, weights);
  if (logits.isEmpty) std::fill_n(weights, keyCount, emptyRowWeight<Scalar>(input.fullyMasked, keyCount));
  output.logSumExp[row] = static_cast<Scalar>(summary.logSumExp);
  output.isEmpty[row] = logits.isEmpty ? Scalar(1) : Scalar(0);
}

template <typename Scalar>
Status computeHead(const AttentionInput<Scalar>& input, const AttentionOutput<Scalar>& output, int batch, int head,
                   Scratch<Scalar>& scratch) {
  const AttentionShape& s = input.shape;
  const std::size_t firstRow =
      (rowOffset(batch, s.queryHeadCount) + static_cast<std::size_t>(head)) * static_cast<std::size_t>(s.queryCount);
  const std::size_t firstPair = firstRow * static_cast<std::size_t>(s.keyCount());
  const std::size_t pairCount = rowOffset(s.queryCount, s.keyCount());
  const bool isGiven = input.scoreFunction == ScoreFunction::given;

  const Input<Scalar> problem = scratch.head.problem(input, isGiven ? input.scores + firstPair : nullptr);
  Scalar* const scores = output.scores + firstPair;
  if (const Status status = computeScores(problem, scratch.scoring, scores); status != Status::ok) return status;
  if (isGiven) multiplyAll(scores, pairCount, input.scale.value_or(1));
  capScores(scores, pairCount, input.softcap, output.cappedScores + firstPair);

  // Two exponentials a score cost about as much as thirty multiplications.
  parallelFor(s.queryCount, rowGrain(rowOffset(s.keyCount(), 30)), [&](int begin, int end) {
    for (int t = begin; t < end; ++t) {
      computeRow(input, output, batch, head, t, firstRow + static_cast<std::size_t>(t), scratch);
    }
  });
  computeContext(problem, output.weights + firstPair, scratch.context.data());
  for (int t = 0; t < s.queryCount; ++t) {
    std::copy_n(scratch.context.data() + rowOffset(t, s.valueDim), s.valueDim, output.context.row(batch, head, t));
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeAttention(const AttentionInput<Scalar>& input, const AttentionOutput<Scalar>& output) {
  if (const Status status = checkAttention(input); status != Status::ok) return status;
  const AttentionShape& s = input.shape;
  Scratch<Scalar> scratch;
  if (!scratch.resize(input)) return Status::outOfMemory;
  const int groupSize = s.queryHeadCount / s.keyHeadCount;
  for (int b = 0; b < s.batchCount; ++b) {
    for (int h = 0; h < s.queryHeadCount; ++h) {
      if (h % groupSize == 0) scratch.head.gatherKeysAndValues(input, b, h / groupSize);
      scratch.head.gatherQueries(input, b, h);
      if (const Status status = computeHead(input, output, b, h, scratch); status != Status::ok) return status;
    }
  }
  return Status::ok;
}

template Status computeAttention(const AttentionInput<float>&, const AttentionOutput<float>&);
template Status computeAttention(const AttentionInput<double>&, const AttentionOutput<double>&);

}  // namespace attn
