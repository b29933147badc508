#include "attn/simd_peak.hpp"

#include "simd.hpp"

namespace attn {

double multiplyAndAdd(int rounds) {
  using Vector = Simd<float>::Vector;
  // Twelve sums hide the latency of a product and a sum, and all stay in registers.
  constexpr int kSums = 12;
  Vector sums[kSums];
  for (int i = 0; i < kSums; ++i) sums[i] = Simd<float>::splat(static_cast<float>(i));
  const Vector factor = Simd<float>::splat(0.5F);
  const Vector summand = Simd<float>::splat(1.0F);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < kSums; ++i) sums[i] = multiplyAdd(sums[i], factor, summand);
  }
  Vector total = sums[0];
  for (int i = 1; i < kSums; ++i) total += sums[i];
  // A loop whose result nobody reads would be no loop.
  volatile float kept = sumOfLanes(total);
  static_cast<void>(kept);
  constexpr double kOperationsPerRound = 2 * kSums * Simd<float>::kLanes;
  return kOperationsPerRound * rounds;
}

}  // namespace attn
