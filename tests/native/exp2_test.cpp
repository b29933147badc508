#include "exp2.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "units_off.hpp"

namespace {

using Vector = attn::Simd<float>::Vector;

float exp2Of(float x) { return attn::powerOfTwo(attn::Simd<float>::splat(x))[0]; }

}  // namespace

TEST(Exp2, IsOffByNoMoreThanItsHeaderSays) {
  // Floats ±0 … ±126 by their bits, four at a time; the step is prime, so that all kinds of mantissas come up.
  constexpr std::uint32_t kStep = 211;
  double worst = 0;
  for (const std::uint32_t sign : {0U, 0x80000000U}) {
    for (std::uint32_t bits = sign;; bits += 4 * kStep) {
      float x[4];
      float got[4];
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        const std::uint32_t each = bits + lane * kStep;
        std::memcpy(&x[lane], &each, sizeof(each));
      }
      if (std::abs(x[3]) > 126) break;
      attn::store<float>(attn::powerOfTwo(attn::load(x)), got);
      for (int lane = 0; lane < 4; ++lane) {
        worst = std::max(worst, unitsOff(std::exp2(static_cast<double>(x[lane])), got[lane]));
      }
    }
  }
  EXPECT_LE(worst, attn::kExp2Units);
  // A bound that is far too wide would say nothing.
  EXPECT_GE(worst, 0.8 * attn::kExp2Units);
}

TEST(Exp2, IsExactAtWholeNumbers) {
  for (int n = 126; n >= -126; --n) EXPECT_EQ(exp2Of(static_cast<float>(n)), std::ldexp(1.0F, n));
}

TEST(Exp2, VanishesWhereHiddenScoresStand) {
  const Vector hidden = attn::Simd<float>::splat(-std::numeric_limits<float>::infinity());
  const Vector end = attn::Simd<float>::splat(attn::kVanishingExponent<float>);
  EXPECT_EQ(attn::powerOfTwo(attn::atLeast(end, hidden))[0], 0);
  EXPECT_EQ(attn::powerOfTwo(attn::kVanishingExponent<double>), 0);
}

TEST(Exp2, IsWithinTheSmallestNormalNumberOnItsWayToZero) {
  for (float x = -126; x >= -127; x -= 0.001F) {
    EXPECT_NEAR(exp2Of(x), std::exp2(static_cast<double>(x)), std::numeric_limits<float>::min()) << x;
  }
}

TEST(Exp2, KeepsNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(exp2Of(nan)));
  const Vector end = attn::Simd<float>::splat(attn::kVanishingExponent<float>);
  EXPECT_TRUE(std::isnan(attn::atLeast(end, attn::Simd<float>::splat(nan))[0]));
}
