#include "attn/fused_attention.hpp"

#include <cstdlib>

#include "attention_input.hpp"
#include "attn/limits.hpp"
#include "fused_attention_pass.hpp"
#include "fused_attention_row.hpp"
#include "fused_scores_check.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const FusedAttentionInput<Scalar>& input) {
  const FusedAttentionShape& s = input.shape;
  if (s.valueDim < 1 || input.values == nullptr) return Status::badShape;
  if (const Status status = checkFusedScores(input); status != Status::ok) return status;
  if (s.valueDim > kMaxDim || isTooMany({s.headCount, s.queryCount, s.valueDim})) return Status::tooLarge;
  // A slice of the queries starts at the position of its first.
  return std::abs(input.firstPosition.value_or(0)) <= 2 * kMaxCount ? Status::ok : Status::badValue;
}

}  // namespace

template <typename Scalar>
Status computeFusedAttention(const FusedAttentionInput<Scalar>& input, const FusedAttentionOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  const double scale = input.scale.value_or(defaultScale(input.scoreFunction, input.shape.keyDim));
  Buffer<std::uint8_t> isUnfinished;
  if (!isUnfinished.resize(rowOffset(input.shape.headCount, input.shape.queryCount))) return Status::outOfMemory;
  {
    FusedAttentionPass<Scalar> pass(input, scale, output, isUnfinished.data());
    if (!pass.resize()) return Status::outOfMemory;
    pass.run();
  }
  return redoFusedAttentionRows(input, scale, isUnfinished.data(), output);
}

template Status computeFusedAttention(const FusedAttentionInput<float>&, const FusedAttentionOutput<float>&);
template Status computeFusedAttention(const FusedAttentionInput<double>&, const FusedAttentionOutput<double>&);

}  // namespace attn
