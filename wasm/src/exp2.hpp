#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "simd.hpp"

namespace attn {

/// e^x is 2 to so many times x.
constexpr double kLog2e = 1.44269504088896341;

/// 2^x counts as 0 from here down: hidden scores come as −∞ and must weigh exactly nothing.
template <typename Scalar>
constexpr Scalar kVanishingExponent = -1022;
template <>
inline constexpr float kVanishingExponent<float> = -127;

/// 2^x for x ≤ 126, lane by lane; NaN stays NaN. In float: off by at most kExp2Units units in the last place for x ≥
/// −126, by at most 2⁻¹²⁶ below, exactly 1 at 0 and exactly 0 at kVanishingExponent. x below that is not allowed: see
/// atLeast.
///
/// x is split into its nearest whole number n and f = x − n, |f| ≤ ½, without error. 2^f is a polynomial of degree 6,
/// exactly 1 at 0, whose largest relative error is 2.6e-9 (Remez's exchange); n is added to the
/// exponent of the result, which for 2^−127 leaves 0.
constexpr double kExp2Units = 1.5;

/// 1.5 · 2²³: at this height floats are whole numbers apart, and the last bits are the number itself.
constexpr float kWholeNumbers = 12582912.0F;

/// 2^(n + f) from kWholeNumbers + n and |f| ≤ ½.
inline Simd<float>::Vector exp2OfParts(Simd<float>::Vector shifted, Simd<float>::Vector f) {
  using Vector = Simd<float>::Vector;
  using Bits = std::uint32_t __attribute__((vector_size(16)));
  Vector power = Simd<float>::splat(1.559467754e-04F);
  power = multiplyAdd(power, f, Simd<float>::splat(1.340664390e-03F));
  power = multiplyAdd(power, f, Simd<float>::splat(9.617692975e-03F));
  power = multiplyAdd(power, f, Simd<float>::splat(5.550310551e-02F));
  power = multiplyAdd(power, f, Simd<float>::splat(2.402265278e-01F));
  power = multiplyAdd(power, f, Simd<float>::splat(6.931472150e-01F));
  power = multiplyAdd(power, f, Simd<float>::splat(1.0F));
  Bits wholes;
  Bits bits;
  std::memcpy(&wholes, &shifted, sizeof(wholes));
  std::memcpy(&bits, &power, sizeof(bits));
  bits += wholes << 23;
  std::memcpy(&power, &bits, sizeof(power));
  return power;
}

inline Simd<float>::Vector powerOfTwo(Simd<float>::Vector x) {
  const Simd<float>::Vector whole = Simd<float>::splat(kWholeNumbers);
  const Simd<float>::Vector shifted = x + whole;
  return exp2OfParts(shifted, x - (shifted - whole));
}

inline double powerOfTwo(double x) { return x <= kVanishingExponent<double> ? 0 : std::exp2(x); }

}  // namespace attn
