#include "fused_scores_check.hpp"

#include <algorithm>
#include <cmath>

#include "attention_input.hpp"
#include "attn/limits.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status checkSizes(const FusedAttentionInput<Scalar>& input) {
  const FusedAttentionShape& s = input.shape;
  const int attentionDim = input.scoreFunction == ScoreFunction::additive ? s.attentionDim : 1;
  if (std::min({s.headCount, s.queryCount, s.keyCount, s.queryDim, s.keyDim, attentionDim}) < 1) {
    return Status::badShape;
  }
  if (s.keyHeadCount < 1 || s.headCount % s.keyHeadCount != 0) return Status::badShape;
  if (std::max(s.queryCount, s.keyCount) > kMaxCount) return Status::tooLarge;
  if (std::max({s.queryDim, s.keyDim, attentionDim}) > kMaxDim) return Status::tooLarge;
  // What the score function makes of queries and keys before it compares them.
  const bool isTooLarge = isTooMany({s.headCount, s.queryCount, s.queryDim}) ||
                          isTooMany({s.keyHeadCount, s.keyCount, s.keyDim}) ||
                          isTooMany({s.queryCount, attentionDim}) || isTooMany({s.keyCount, attentionDim}) ||
                          (input.scoreFunction == ScoreFunction::bilinear && isTooMany({s.keyCount, s.queryDim}));
  // Sizes of 32 bits would overflow.
  const double projectedQueries = double{1} * (s.headCount / s.keyHeadCount) * s.queryCount * attentionDim;
  return isTooLarge || projectedQueries > kMaxProjectedQueries ? Status::tooLarge : Status::ok;
}

template <typename Scalar>
Status checkScoreFunction(const FusedAttentionInput<Scalar>& input) {
  const FusedAttentionShape& s = input.shape;
  switch (input.scoreFunction) {
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      return s.queryDim == s.keyDim ? Status::ok : Status::badShape;
    case ScoreFunction::bilinear:
      return input.W != nullptr ? Status::ok : Status::badShape;
    case ScoreFunction::additive: {
      const bool isComplete = input.W_q != nullptr && input.W_k != nullptr && input.v != nullptr;
      return isComplete ? Status::ok : Status::badShape;
    }
    case ScoreFunction::given:
    case ScoreFunction::cosine:
      break;
  }
  return Status::badValue;
}

/// rows [count], or nullptr.
template <typename Scalar>
bool areRows(const Scalar* rows, int count) {
  Scalar least = 0;
  for (int t = 0; rows != nullptr && t < count; ++t) {
    // Written so that NaN is refused.
    if (!(rows[t] >= least && rows[t] <= kMaxCount) || rows[t] != std::trunc(rows[t])) return false;
    least = rows[t];
  }
  return true;
}

}  // namespace

template <typename Scalar>
Status checkFusedScores(const FusedAttentionInput<Scalar>& input) {
  if (const Status status = checkSizes(input); status != Status::ok) return status;
  if (input.queries == nullptr || input.keys == nullptr) return Status::badShape;
  if (const Status status = checkScoreFunction(input); status != Status::ok) return status;
  if (input.scale && !std::isfinite(*input.scale)) return Status::badValue;
  if (input.leftWindow.value_or(0) < 0 || input.rightWindow.value_or(0) < 0) return Status::badValue;
  return areRows(input.queryRows, input.shape.queryCount) ? Status::ok : Status::badValue;
}

template Status checkFusedScores(const FusedAttentionInput<float>&);
template Status checkFusedScores(const FusedAttentionInput<double>&);

}  // namespace attn
