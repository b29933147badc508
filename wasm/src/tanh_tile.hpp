#pragma once

#include "exp2.hpp"
#include "simd.hpp"
#include "tile_product.hpp"

namespace attn {

/// Σ v tanh(a + b) of vectors a and b, many pairs at a time. tanh(a + b) = 1 − 2 / (1 + p), p = e^2a · e^2b, so that
/// what stands inside the loop over pairs is a product and not an exponential:
///
///   Σ v tanh(a + b) = offset + Σ u / (1 + p),   u = −2 v,   offset = Σ v
///
/// Two terms share a division, the slowest instruction here: u₁/d₁ + u₂/d₂ = (u₁ d₂ + u₂ d₁) / (d₁ d₂).
///
/// a and b come as exponents, 2 log₂e times themselves. In float a tanh is off by at most kTanhUnits units of 2⁻²⁴ over
/// what its exponents are off: that is absolute, so the relative error grows towards 0, where tanh(x) is about x. A sum
/// adds a rounding of Σ |v| for each pair of terms.
constexpr double kTanhUnits = 6;

/// Which exponents the forms below take: neither a power nor a product of two 1 + p may overflow, and what is cut off
/// must not show. In double there is room for all that anyone means.
template <typename Scalar>
struct TanhRange {
  static constexpr Scalar kPower = 1022;       ///< powers are made of exponents within ± this, the others are cut off
  static constexpr Scalar kProduct = 510;      ///< |exponent of a| + |exponent of b| for TanhForm::product
  static constexpr Scalar kBounded = 960;      ///< the smaller of the two for TanhForm::bounded
  static constexpr Scalar kSaturated = 64;     ///< 1 − 2 / (1 + 2^x) is 1 from here on
  static constexpr Scalar kLargest = 0x1p510;  ///< what TanhForm::bounded cuts p off at
};
template <>
struct TanhRange<float> {
  static constexpr float kPower = 126;
  static constexpr float kProduct = 62;
  static constexpr float kBounded = 100;
  static constexpr float kSaturated = 40;
  static constexpr float kLargest = 0x1p62F;
};

/// product: p as it is. bounded: cut off where it no longer matters; a third slower. One of the two exponents may be as
/// large as it likes then: cut off at kPower it still outweighs the other by 26, and 2 / (1 + 2²⁶) does not show.
/// direct: 2^(sum of the exponents), several times slower, for exponents that are large on both sides and may cancel.
enum class TanhForm { product, bounded, direct };

template <typename Scalar>
TanhForm tanhFormFor(Scalar largestQueryExponent, Scalar largestKeyExponent) {
  using Range = TanhRange<Scalar>;
  if (largestQueryExponent + largestKeyExponent <= Range::kProduct) return TanhForm::product;
  const bool isOneSmall = largestQueryExponent <= Range::kBounded || largestKeyExponent <= Range::kBounded;
  return isOneSmall ? TanhForm::bounded : TanhForm::direct;
}

/// 2^exponent, cut off at ± kPower. What is not finite becomes NaN: whoever overflowed is to be found out, and done
/// again with more range.
template <typename Scalar>
typename Simd<Scalar>::Vector tanhPower(typename Simd<Scalar>::Vector exponent) {
  constexpr Scalar kPower = TanhRange<Scalar>::kPower;
  const auto least = Simd<Scalar>::splat(-kPower);
  const auto most = Simd<Scalar>::splat(kPower);
  return powerOfTwo(atMost(most, atLeast(least, exponent))) + (exponent - exponent);
}

/// scores [kTileRows, kPanelWidth] = offset + Σ u / (1 + p), p = queries · keys. queries [width, kTileRows] and keys
/// [width, kPanelWidth] are powers, u is [width], width is even, and scores has scoreStride numbers a row.
template <TanhForm kForm, typename Scalar>
inline void tanhTile(const Scalar* queries, const Scalar* keys, const Scalar* u, int width, Scalar offset,
                     Scalar* scores, int scoreStride) {
  using Vector = typename Simd<Scalar>::Vector;
  constexpr int kLanes = Simd<Scalar>::kLanes;
  const Vector one = Simd<Scalar>::splat(1);
  const Vector largest = Simd<Scalar>::splat(TanhRange<Scalar>::kLargest);
  const auto divisor = [&](Vector query, Vector key) {
    return kForm == TanhForm::product ? multiplyAdd(query, key, one) : atMost(largest, query * key) + one;
  };
  // One vector of keys at a time: with two, V8 runs out of registers.
  for (int column = 0; column < kPanelWidth<Scalar>; column += kLanes) {
    Vector sums[kTileRows];
    for (Vector& sum : sums) sum = Simd<Scalar>::splat(offset);
    for (int k = 0; k < width; k += 2) {
      const Vector firstKey = load(keys + k * kPanelWidth<Scalar> + column);
      const Vector secondKey = load(keys + (k + 1) * kPanelWidth<Scalar> + column);
      const Vector firstU = Simd<Scalar>::splat(u[k]);
      const Vector secondU = Simd<Scalar>::splat(u[k + 1]);
      for (int r = 0; r < kTileRows; ++r) {
        const Vector first = divisor(Simd<Scalar>::splat(queries[k * kTileRows + r]), firstKey);
        const Vector second = divisor(Simd<Scalar>::splat(queries[(k + 1) * kTileRows + r]), secondKey);
        sums[r] += multiplyAdd(firstU, second, secondU * first) / (first * second);
      }
    }
    for (int r = 0; r < kTileRows; ++r) store<Scalar>(sums[r], scores + r * scoreStride + column);
  }
}

/// The same of one pair, from exponents [width]; width is a multiple of kLanes.
template <typename Scalar>
Scalar directTanhSum(const Scalar* query, const Scalar* key, const Scalar* u, int width, Scalar offset);

}  // namespace attn
