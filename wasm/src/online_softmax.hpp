#pragma once

#include <algorithm>
#include <limits>

#include "exp2.hpp"
#include "simd.hpp"

namespace attn {

/// The softmax of one row, block by block of its scores, which count in units of log 2. Weights are relative to the
/// largest score so far.
template <typename Scalar>
struct OnlineSoftmax {
  Scalar largest = std::numeric_limits<Scalar>::lowest();
  int largestKey = -1;
  Scalar sum = 0;          ///< Σ weight
  Scalar distanceSum = 0;  ///< Σ weight · (score − largest)

  /// `scores` [count], −∞ where hidden, become weights; count is a multiple of two vectors. Returns by what all that
  /// was summed with earlier weights has to be multiplied: 1 unless there is a new largest score.
  Scalar take(Scalar* scores, int count, int firstKey);

 private:
  void find(const Scalar* scores, int count, int firstKey);
};

template <typename Scalar>
Scalar OnlineSoftmax<Scalar>::take(Scalar* scores, int count, int firstKey) {
  using Vector = typename Simd<Scalar>::Vector;
  constexpr int kLanes = Simd<Scalar>::kLanes;
  const Scalar before = largest;
  find(scores, count, firstKey);

  const Vector top = Simd<Scalar>::splat(largest);
  const Vector vanishing = Simd<Scalar>::splat(kVanishingExponent<Scalar>);
  Vector weights = Simd<Scalar>::splat(0);
  Vector distances = Simd<Scalar>::splat(0);
  for (int i = 0; i < count; i += kLanes) {
    const Vector distance = atLeast(vanishing, load(scores + i) - top);
    const Vector weight = powerOfTwo(distance);
    weights += weight;
    distances = multiplyAdd(weight, distance, distances);
    store<Scalar>(weight, scores + i);
  }

  Scalar factor = 1;
  if (largest != before) {
    const Scalar step = atLeast(kVanishingExponent<Scalar>, before - largest);
    factor = static_cast<Scalar>(std::exp2(static_cast<double>(step)));
    distanceSum = factor * (distanceSum + step * sum);
    sum *= factor;
  }
  sum += sumOfLanes(weights);
  distanceSum += sumOfLanes(distances);
  return factor;
}

template <typename Scalar>
void OnlineSoftmax<Scalar>::find(const Scalar* scores, int count, int firstKey) {
  using Vector = typename Simd<Scalar>::Vector;
  constexpr int kLanes = Simd<Scalar>::kLanes;
  // Two chains: each maximum waits for the one before.
  Vector even = Simd<Scalar>::splat(largest);
  Vector odd = even;
  for (int i = 0; i < count; i += 2 * kLanes) {
    even = atLeast(load(scores + i), even);
    odd = atLeast(load(scores + i + kLanes), odd);
  }
  Scalar lanes[kLanes];
  store<Scalar>(atLeast(even, odd), lanes);
  const Scalar top = *std::max_element(lanes, lanes + kLanes);
  if (!(top > largest)) return;
  largest = top;
  largestKey = firstKey + static_cast<int>(std::find(scores, scores + count, top) - scores);
}

}  // namespace attn
