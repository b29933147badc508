#include "activations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "exp.hpp"
#include "units_off.hpp"

namespace {

/// The worst of `apply` over floats from 1e-30 to `largest` and their negatives, by their bits with a prime step.
template <typename Apply, typename Want>
double worstOf(const Apply& apply, const Want& want, float largest) {
  std::vector<float> x;
  std::uint32_t bits;
  const float least = 1e-30F;
  std::memcpy(&bits, &least, sizeof(bits));
  for (float each = least; each < largest; bits += 2003, std::memcpy(&each, &bits, sizeof(each))) {
    x.push_back(each);
    x.push_back(-each);
  }
  std::vector<float> got = x;
  apply(got.data(), static_cast<int>(got.size()));
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, unitsOff(want(static_cast<double>(x[i])), got[i]));
  return worst;
}

}  // namespace

TEST(Activations, AreOffByNoMoreThanTheirHeaderSays) {
  const double tanh = worstOf(
      attn::applyTanh<float>, [](double x) { return std::tanh(x); }, 50);
  const double sigmoid = worstOf(
      attn::applySigmoid<float>, [](double x) { return 1 / (1 + std::exp(-x)); }, -attn::kVanishingDistance);
  EXPECT_LE(std::max(tanh, sigmoid), attn::kActivationUnits);
  // A bound that is far too wide would say nothing.
  EXPECT_GE(std::max(tanh, sigmoid), 0.5 * attn::kActivationUnits);
}

TEST(Activations, SaturateAndKeepNaN) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float tanh[] = {kInfinity, -kInfinity, 0, 1e30F, std::numeric_limits<float>::quiet_NaN()};
  attn::applyTanh(tanh, 5);
  EXPECT_EQ(std::vector<float>(tanh, tanh + 4), (std::vector<float>{1, -1, 0, 1}));
  EXPECT_TRUE(std::isnan(tanh[4]));
  float sigmoid[] = {kInfinity, -kInfinity, 0, -1e30F, std::numeric_limits<float>::quiet_NaN()};
  attn::applySigmoid(sigmoid, 5);
  EXPECT_EQ(std::vector<float>(sigmoid, sigmoid + 4), (std::vector<float>{1, 0, 0.5F, 0}));
  EXPECT_TRUE(std::isnan(sigmoid[4]));
}

TEST(Activations, SumOfTanhTakesEveryTermWhateverTheCount) {
  for (int count = 1; count <= 13; ++count) {
    std::vector<float> v;
    std::vector<float> a;
    std::vector<float> b;
    double want = 0;
    for (int j = 0; j < count; ++j) {
      v.push_back(std::sin(static_cast<float>(j)) + 1.5F);
      a.push_back(std::cos(3.0F * static_cast<float>(j)));
      b.push_back(0.7F * static_cast<float>(j) - 2.0F);
      want += static_cast<double>(v.back()) * std::tanh(static_cast<double>(a.back()) + static_cast<double>(b.back()));
    }
    EXPECT_NEAR(attn::sumOfTanh(v.data(), a.data(), b.data(), count), want, 1e-6 * count);
  }
}
