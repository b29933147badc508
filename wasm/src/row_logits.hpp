#pragma once

#include <cstdint>

namespace attn {

/// One row of scores on its way to logits. All arrays are [keyCount].
template <typename Scalar>
struct ScoreRow {
  int keyCount;
  const Scalar* scores;
  const Scalar* additiveMask;  ///< nullptr: none
  const std::uint8_t* visible;
  double temperature;
};

/// What is known of a row of logits as a whole.
struct RowLogits {
  double largestLogit;  ///< −∞ when there is none; NaN when hasNaN
  double exponentialSum;
  bool isEmpty;  ///< no visible key, or only scores of −∞
  bool hasNaN;   ///< a visible logit is NaN, so that no key's share is known
};

/// Writes the logits, their exponentials, and in float64 the distances logit − largest logit, never above 0, −∞ where
/// hidden. A distance is the difference of the scores divided by the temperature, not the difference of the logits:
/// at a tiny temperature these may both be ∞. Where hasNaN, the distances are unspecified.
template <typename Scalar>
RowLogits computeRowLogits(const ScoreRow<Scalar>& row, Scalar* logits, Scalar* exponentials, double* distances);

}  // namespace attn
