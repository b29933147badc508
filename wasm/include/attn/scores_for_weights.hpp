#pragma once

#include "attn/status.hpp"

namespace attn {

/// Wishes for weights: a number from 0 to 1, or NaN for none. Keys without a wish keep the distances of their scores
/// and share what the wishes leave, so with them the wishes sum to less than 1. A wish below smallestWeight counts as
/// that, since no finite score gives a weight of 0.
template <typename Scalar>
struct WishInput {
  int rowCount = 0;
  int keyCount = 0;
  const Scalar* wishes = nullptr;  ///< [rowCount, keyCount]
  const Scalar* scores = nullptr;  ///< [rowCount, keyCount] finite: those before; nullptr: zeros
  double temperature = 1;          ///< positive and finite
  double smallestWeight = 1e-6;    ///< above 0, below 1 / keyCount
};

/// scores [rowCount, keyCount] whose softmax at the temperature is what was wished: temperature · log weight +
/// constant. Keys without a wish keep their scores; where all have one, the mean stays. weights [rowCount, keyCount]
/// the wishes once completed; largestErrors [rowCount] max |weight − wish| over the keys with a wish. In float64
/// whatever Scalar is.
///
/// badShape; badValue: a number out of its range, wishes that no weights fulfil; outOfMemory.
template <typename Scalar>
Status computeScoresForWeights(const WishInput<Scalar>& input, Scalar* scores, Scalar* weights, Scalar* largestErrors);

}  // namespace attn
