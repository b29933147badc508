#include "exp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "units_off.hpp"

namespace {

float expOf(float x) { return attn::expOfDistance(attn::Simd<float>::splat(x))[0]; }

}  // namespace

TEST(Exp, IsOffByNoMoreThanItsHeaderSays) {
  // Floats −0 … by their bits, four at a time; the step is prime, so that all kinds of mantissas come up.
  constexpr std::uint32_t kStep = 211;
  double worst = 0;
  for (std::uint32_t bits = 0x80000000U;; bits += 4 * kStep) {
    float x[4];
    float got[4];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t each = bits + lane * kStep;
      std::memcpy(&x[lane], &each, sizeof(each));
    }
    if (x[3] < attn::kVanishingDistance) break;
    attn::store<float>(attn::expOfDistance(attn::load(x)), got);
    for (int lane = 0; lane < 4; ++lane) {
      worst = std::max(worst, unitsOff(std::exp(static_cast<double>(x[lane])), got[lane]));
    }
  }
  EXPECT_LE(worst, attn::kExpUnits);
  // A bound that is far too wide would say nothing.
  EXPECT_GE(worst, 0.8 * attn::kExpUnits);
}

TEST(Exp, IsOneAtNoDistanceAndNothingBeyondTheLast) {
  EXPECT_EQ(expOf(0.0F), 1.0F);
  EXPECT_EQ(expOf(std::nextafter(attn::kVanishingDistance, -100.0F)), 0.0F);
  EXPECT_EQ(expOf(-1e30F), 0.0F);
  EXPECT_EQ(expOf(-std::numeric_limits<float>::infinity()), 0.0F);
  EXPECT_TRUE(std::isnan(expOf(std::numeric_limits<float>::quiet_NaN())));
}
