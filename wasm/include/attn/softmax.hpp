#pragma once

#include "attn/status.hpp"

namespace attn {

/// What becomes of a row that keeps no key, or only scores of −∞: zeros, 1/keyCount for every key, or NaN for every
/// key.
enum class FullyMasked : int { zeros, uniform, nan };

/// Rows of scores; all arrays row-major.
template <typename Scalar>
struct SoftmaxInput {
  int rowCount = 0;
  int keyCount = 0;
  const Scalar* scores = nullptr;        ///< [rowCount, keyCount]
  const Scalar* keepMask = nullptr;      ///< [rowCount, keyCount] 0 hides; nullptr: all are kept
  const Scalar* additiveMask = nullptr;  ///< [rowCount, keyCount] finite, or −∞, which hides; nullptr: none
  double temperature = 1;                ///< finite and ≥ 0; 0 is the limit, all weight on the largest score
  FullyMasked fullyMasked = FullyMasked::zeros;
};

/// softmax(x)_i = exp(x_i) / Σ_j exp(x_j) with x = scores / temperature + additiveMask, the sum over the keys that are
/// kept; computed in float64 with the row's largest x subtracted. NaN and ∞ behind a mask never leak; a kept NaN makes
/// its row's kept probabilities NaN. Bridle 1990.
///
/// probabilities [rowCount, keyCount], may be the scores; logSumExp [rowCount] log Σ exp(x), −∞ where nothing is kept.
/// badShape: a count below 1 or no scores; badValue: the temperature; outOfMemory.
template <typename Scalar>
Status computeSoftmaxRows(const SoftmaxInput<Scalar>& input, Scalar* probabilities, Scalar* logSumExp);

}  // namespace attn
