#pragma once

#include "exp2.hpp"

namespace attn {

/// e^x counts as 0 below: 2^−126 would still be a normal number.
constexpr float kVanishingDistance = -87.25F;

/// e^x for x ≤ 0, lane by lane, −∞ included; NaN stays NaN. Off by at most kExpUnits units in the last place for x ≥
/// kVanishingDistance, exactly 0 below and exactly 1 at 0.
///
/// x = n · log 2 + r, with log 2 in two parts of which the first has so few digits that n times it is exact (Cody and
/// Waite 1980); then e^r is 2^(r / log 2), |r / log 2| ≤ ½.
constexpr double kExpUnits = 1.7;

inline Simd<float>::Vector expOfDistance(Simd<float>::Vector x) {
  using Vector = Simd<float>::Vector;
  constexpr float kLog2High = 0.693359375F;
  constexpr float kLog2Low = -2.12194440e-4F;
  const Vector log2e = Simd<float>::splat(1.44269504F);
  const Vector whole = Simd<float>::splat(kWholeNumbers);
  const Vector least = Simd<float>::splat(kVanishingDistance);
  const Vector distance = atLeast(least, x);
  const Vector shifted = multiplyAdd(distance, log2e, whole);
  const Vector n = shifted - whole;
  Vector r = multiplyAdd(n, Simd<float>::splat(-kLog2High), distance);
  r = multiplyAdd(n, Simd<float>::splat(-kLog2Low), r);
  const Vector power = exp2OfParts(shifted, r * log2e);
  return x < least ? Simd<float>::splat(0) : power;
}

}  // namespace attn
