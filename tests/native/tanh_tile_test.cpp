#include "tanh_tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using attn::TanhForm;

namespace {

constexpr int kRows = attn::kTileRows;
constexpr double kTwoLog2e = 2.88539008177792681;

/// One tile of width 2, in all forms: of each row's and each key's exponents, tanh of the first pair alone.
template <typename Scalar>
struct Tile {
  static constexpr int kKeys = attn::kPanelWidth<Scalar>;
  Scalar query[kRows], key[kKeys], scores[kRows * kKeys];

  template <TanhForm kForm>
  void compute() {
    if constexpr (kForm == TanhForm::direct) {
      constexpr int kLanes = attn::Simd<Scalar>::kLanes;
      for (int r = 0; r < kRows; ++r) {
        for (int c = 0; c < kKeys; ++c) {
          Scalar a[kLanes] = {query[r]}, b[kLanes] = {key[c]}, u[kLanes] = {-2};
          scores[r * kKeys + c] = attn::directTanhSum(a, b, u, kLanes, Scalar(1));
        }
      }
      return;
    }
    Scalar queries[2 * kRows], keys[2 * kKeys];
    const Scalar u[2] = {-2, 0};
    // The second pair weighs nothing, whatever it is.
    for (int r = 0; r < kRows; ++r) queries[r] = queries[kRows + r] = powerOf(query[r]);
    for (int c = 0; c < kKeys; ++c) keys[c] = keys[kKeys + c] = powerOf(key[c]);
    attn::tanhTile<kForm == TanhForm::direct ? TanhForm::product : kForm>(queries, keys, u, 2, Scalar(1), scores,
                                                                          kKeys);
  }

  static Scalar powerOf(Scalar exponent) {
    Scalar lanes[attn::Simd<Scalar>::kLanes];
    attn::store<Scalar>(attn::tanhPower<Scalar>(attn::Simd<Scalar>::splat(exponent)), lanes);
    return lanes[0];
  }

  /// In units of rounding, what the scores are off.
  double worst() const {
    double most = 0;
    for (int r = 0; r < kRows; ++r) {
      for (int c = 0; c < kKeys; ++c) {
        const double want = std::tanh((static_cast<double>(query[r]) + static_cast<double>(key[c])) / kTwoLog2e);
        const double off = std::abs(static_cast<double>(scores[r * kKeys + c]) - want);
        most = std::max(most, std::isnan(off) ? INFINITY : off);
      }
    }
    return most / (0.5 * static_cast<double>(std::numeric_limits<Scalar>::epsilon()));
  }
};

/// The largest error over many pairs of exponents up to ± these. Many of the sums are near 0, where tanh is steep.
template <typename Scalar, TanhForm kForm>
double worstOf(double largestQuery, double largestKey) {
  std::mt19937 random(1);
  const auto draw = [&](double most) {
    return static_cast<Scalar>(std::uniform_real_distribution<double>(-most, most)(random));
  };
  double worst = 0;
  Tile<Scalar> tile;
  for (int round = 0; round < 20'000; ++round) {
    for (Scalar& each : tile.query) each = draw(largestQuery);
    const double near = std::min(largestQuery, largestKey);
    for (Scalar& each : tile.key) {
      const bool isNear = random() % 2 == 0;
      // −query + something small, which the sum of two floats keeps exactly enough to say.
      each = isNear ? static_cast<Scalar>(std::clamp<double>(draw(3) - static_cast<double>(tile.query[0]), -near, near))
                    : draw(largestKey);
    }
    tile.template compute<kForm>();
    worst = std::max(worst, tile.worst());
  }
  return worst;
}

}  // namespace

TEST(TanhTile, ProductsAreOffByNoMoreThanTheHeaderSays) {
  double most = 0;
  for (const double exponent : {1.0, 5.0, 20.0, 31.0}) {
    most = std::max(most, worstOf<float, TanhForm::product>(exponent, exponent));
  }
  most = std::max(most, worstOf<float, TanhForm::product>(61, 1));
  EXPECT_LE(most, attn::kTanhUnits);
  // A bound that is far too wide would say nothing.
  EXPECT_GE(most, 0.7 * attn::kTanhUnits);
}

TEST(TanhTile, BoundedProductsToo) {
  EXPECT_LE((worstOf<float, TanhForm::bounded>(100, 100)), attn::kTanhUnits);
  EXPECT_LE((worstOf<float, TanhForm::bounded>(1e4, 100)), attn::kTanhUnits);
  EXPECT_LE((worstOf<float, TanhForm::bounded>(100, 1e30)), attn::kTanhUnits);
}

TEST(TanhTile, DirectSumsToo) {
  EXPECT_LE((worstOf<float, TanhForm::direct>(5, 5)), attn::kTanhUnits);
  EXPECT_LE((worstOf<float, TanhForm::direct>(1e3, 1e3)), attn::kTanhUnits);
  EXPECT_LE((worstOf<float, TanhForm::direct>(1e30, 1e30)), attn::kTanhUnits);
}

TEST(TanhTile, InDoubleAllFormsAreRight) {
  EXPECT_LE((worstOf<double, TanhForm::product>(255, 255)), 300);
  EXPECT_LE((worstOf<double, TanhForm::bounded>(960, 2000)), 1000);
  EXPECT_LE((worstOf<double, TanhForm::direct>(1e3, 1e3)), attn::kTanhUnits);
}

TEST(TanhTile, EachPairOfExponentsGetsAFormThatHoldsIt) {
  EXPECT_EQ(attn::tanhFormFor(31.0F, 31.0F), TanhForm::product);
  EXPECT_EQ(attn::tanhFormFor(31.0F, 32.0F), TanhForm::bounded);
  EXPECT_EQ(attn::tanhFormFor(1e9F, 100.0F), TanhForm::bounded);
  EXPECT_EQ(attn::tanhFormFor(100.0F, 1e9F), TanhForm::bounded);
  EXPECT_EQ(attn::tanhFormFor(101.0F, 101.0F), TanhForm::direct);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(attn::tanhFormFor(infinity, infinity), TanhForm::direct);
}

TEST(TanhTile, WhatIsNotFiniteBecomesNaN) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float each : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(Tile<float>::powerOf(each)));
    Tile<float> tile{};
    tile.query[0] = each;
    tile.compute<TanhForm::product>();
    EXPECT_TRUE(std::isnan(tile.scores[0]));
    EXPECT_EQ(tile.scores[Tile<float>::kKeys], 0);
    tile.compute<TanhForm::bounded>();
    EXPECT_TRUE(std::isnan(tile.scores[0]));
    tile.compute<TanhForm::direct>();
    EXPECT_TRUE(std::isnan(tile.scores[0]));
  }
}
