#include "finite_row.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Weighed {
  bool isDone;
  std::vector<float> weights;
  double logSumExp;
};

Weighed weigh(const std::vector<float>& scores, double temperature,
              const std::vector<std::uint8_t>* visible = nullptr) {
  Weighed result{false, std::vector<float>(scores.size()), 0};
  result.isDone =
      attn::weighFiniteRow(scores.data(), visible == nullptr ? nullptr : visible->data(),
                           static_cast<int>(scores.size()), temperature, result.weights.data(), result.logSumExp);
  return result;
}

}  // namespace

TEST(FiniteRow, IsOffByNoMoreThanItsHeaderSays) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t count = 1 + random() % 70;
    const double temperature = std::ldexp(1.0, static_cast<int>(random() % 7) - 3) * 1.3;
    std::vector<float> scores(count);
    std::vector<std::uint8_t> visible(count, 1);
    for (float& score : scores) score = std::uniform_real_distribution<float>(-20, 20)(random);
    for (std::size_t i = 1; i < count; ++i) visible[i] = random() % 3 == 0 ? 0 : 1;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (visible[i] != 0) sum += std::exp(static_cast<double>(scores[i]) / temperature);
    }
    const Weighed got = weigh(scores, temperature, &visible);
    ASSERT_TRUE(got.isDone);
    EXPECT_NEAR(got.logSumExp, std::log(sum), 1e-6 * (1 + std::abs(std::log(sum))));
    for (std::size_t i = 0; i < count; ++i) {
      const double want = visible[i] == 0 ? 0 : std::exp(static_cast<double>(scores[i]) / temperature) / sum;
      ASSERT_NEAR(got.weights[i], want, 4 * std::ldexp(1.0, -24)) << trial << ", " << i;
    }
  }
}

TEST(FiniteRow, HiddenScoresTakeNoPartWhateverTheyAre) {
  const std::vector<std::uint8_t> visible{1, 0, 1, 0, 1};
  for (const float hidden : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(), 1e30F}) {
    const Weighed got = weigh({1, hidden, 2, hidden, 3}, 1, &visible);
    ASSERT_TRUE(got.isDone);
    EXPECT_EQ(got.weights[1], 0);
    EXPECT_EQ(got.weights[3], 0);
    EXPECT_NEAR(got.weights[4], 0.66524095577482178, 1e-7);
  }
}

TEST(FiniteRow, LeavesWhatIsNotFiniteToOthers) {
  EXPECT_FALSE(weigh({1, std::numeric_limits<float>::quiet_NaN(), 2}, 1).isDone);
  EXPECT_FALSE(weigh({1, kInfinity, 2}, 1).isDone);
  EXPECT_FALSE(weigh({-kInfinity, -kInfinity}, 1).isDone);
  EXPECT_FALSE(weigh({1, 2}, 0).isDone);
  EXPECT_FALSE(weigh({1, 2}, 1e-300).isDone);
  const std::vector<std::uint8_t> nothing{0, 0};
  EXPECT_FALSE(weigh({1, 2}, 1, &nothing).isDone);
}

TEST(FiniteRow, OneOfMinusInfinityIsAsGoodAsHidden) {
  const Weighed got = weigh({0, -kInfinity, 0}, 1);
  ASSERT_TRUE(got.isDone);
  EXPECT_EQ(got.weights, (std::vector<float>{0.5F, 0, 0.5F}));
}
