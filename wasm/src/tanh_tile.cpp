#include "tanh_tile.hpp"

namespace attn {

template <typename Scalar>
Scalar directTanhSum(const Scalar* query, const Scalar* key, const Scalar* u, int width, Scalar offset) {
  using Vector = typename Simd<Scalar>::Vector;
  constexpr Scalar kSaturated = TanhRange<Scalar>::kSaturated;
  Vector sum = Simd<Scalar>::splat(0);
  for (int k = 0; k < width; k += Simd<Scalar>::kLanes) {
    const Vector exponent = load(query + k) + load(key + k);
    const Vector cut = atMost(Simd<Scalar>::splat(kSaturated), atLeast(Simd<Scalar>::splat(-kSaturated), exponent));
    sum += load(u + k) / (powerOfTwo(cut) + (Simd<Scalar>::splat(1) + (exponent - exponent)));
  }
  return offset + sumOfLanes(sum);
}

template float directTanhSum(const float*, const float*, const float*, int, float);
template double directTanhSum(const double*, const double*, const double*, int, double);

}  // namespace attn
