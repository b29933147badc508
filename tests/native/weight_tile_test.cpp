#include "attn/weight_tile.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "attn/threads.hpp"
#include "problem.hpp"

using attn::Causal;
using attn::Status;
using attn::TileQuantity;

template <typename Scalar>
class WeightTile : public ::testing::Test {};
TYPED_TEST_SUITE(WeightTile, Precisions);

namespace {

/// A region that owns its arrays: scores 0, which weigh a half each.
template <typename Scalar>
struct Region {
  attn::WeightTileInput<Scalar> input;
  std::vector<Scalar> queries, keys, logSumExp, max, mean;

  Region(int queryCount, int keyCount, int dim = 1)
      : queries(static_cast<std::size_t>(queryCount * dim)),
        keys(static_cast<std::size_t>(keyCount * dim)),
        logSumExp(static_cast<std::size_t>(queryCount), static_cast<Scalar>(std::log(2.0))) {
    input.region.shape = {1, 1, queryCount, keyCount, dim, dim, 0, 0};
  }

  Status compute() {
    input.region.queries = queries.data();
    input.region.keys = keys.data();
    input.logSumExp = logSumExp.data();
    const bool isSane = input.queriesPerCell > 0 && input.keysPerCell > 0;
    const std::size_t cellCount =
        isSane ? static_cast<std::size_t>(input.cellRowCount()) * static_cast<std::size_t>(input.cellColumnCount()) : 0;
    max.assign(cellCount, 0);
    mean.assign(cellCount, 0);
    return attn::computeWeightTile<Scalar>(input, {max.data(), mean.data()});
  }
};

template <typename Scalar>
std::vector<Scalar> drawn(int count, int seed) {
  std::vector<Scalar> numbers(static_cast<std::size_t>(count));
  std::mt19937 random(static_cast<unsigned>(seed));
  for (Scalar& each : numbers) each = static_cast<Scalar>(static_cast<double>(random()) / (1U << 31) - 1);
  return numbers;
}

}  // namespace

TYPED_TEST(WeightTile, CausalCellsAreTheShareOfTheirPairsThatIsSeen) {
  attn::startThreads(4);
  for (const int queriesPerCell : {1, 3, 7, 64, 300, 512}) {
    for (const int keysPerCell : {1, 5, 8, 64, 100, 512}) {
      Region<TypeParam> region(300, 290);
      region.input.queriesPerCell = queriesPerCell;
      region.input.keysPerCell = keysPerCell;
      region.input.region.causal = Causal::topLeft;
      region.input.region.firstPosition = 20;
      ASSERT_EQ(region.compute(), Status::ok);
      for (int row = 0; row < region.input.cellRowCount(); ++row) {
        for (int column = 0; column < region.input.cellColumnCount(); ++column) {
          const int endQuery = std::min(300, (row + 1) * queriesPerCell);
          const int endKey = std::min(290, (column + 1) * keysPerCell);
          int seen = 0;
          int all = 0;
          for (int t = row * queriesPerCell; t < endQuery; ++t) {
            for (int i = column * keysPerCell; i < endKey; ++i, ++all) seen += i <= 20 + t ? 1 : 0;
          }
          const std::size_t cell = static_cast<std::size_t>(row * region.input.cellColumnCount() + column);
          EXPECT_NEAR(region.max[cell], seen > 0 ? 0.5 : 0, kTolerance<TypeParam>) << row << " " << column;
          EXPECT_NEAR(region.mean[cell], 0.5 * seen / all, kTolerance<TypeParam>) << row << " " << column;
        }
      }
    }
  }
}

TYPED_TEST(WeightTile, PooledWeightsAreThoseOfTheLogSumExpOfFusedAttention) {
  constexpr int kQueries = 91, kKeys = 203, kDim = 9, kPerCell = 11;
  Region<TypeParam> region(kQueries, kKeys, kDim);
  region.queries = drawn<TypeParam>(kQueries * kDim, 1);
  region.keys = drawn<TypeParam>(kKeys * kDim, 2);
  attn::FusedAttentionInput<TypeParam> whole = region.input.region;
  const std::vector<TypeParam> values(kKeys, 1);
  std::vector<TypeParam> context(kQueries), entropy(kQueries), largestKey(kQueries);
  whole.shape.valueDim = 1;
  whole.queries = region.queries.data();
  whole.keys = region.keys.data();
  whole.values = values.data();
  ASSERT_EQ(attn::computeFusedAttention<TypeParam>(
                whole, {context.data(), region.logSumExp.data(), entropy.data(), largestKey.data()}),
            Status::ok);
  region.input.queriesPerCell = kPerCell;
  region.input.keysPerCell = kPerCell;
  ASSERT_EQ(region.compute(), Status::ok);
  const std::vector<TypeParam> pooledMax = region.max, pooledMean = region.mean;
  const int cellColumnCount = region.input.cellColumnCount();
  region.input.queriesPerCell = 1;
  region.input.keysPerCell = 1;
  ASSERT_EQ(region.compute(), Status::ok);
  for (std::size_t cell = 0; cell < pooledMax.size(); ++cell) {
    const int firstQuery = static_cast<int>(cell) / cellColumnCount * kPerCell;
    const int firstKey = static_cast<int>(cell) % cellColumnCount * kPerCell;
    double largest = 0, sum = 0;
    int count = 0;
    for (int t = firstQuery; t < std::min(kQueries, firstQuery + kPerCell); ++t) {
      for (int i = firstKey; i < std::min(kKeys, firstKey + kPerCell); ++i, ++count) {
        double score = 0;
        for (int c = 0; c < kDim; ++c) {
          score += static_cast<double>(region.queries[static_cast<std::size_t>(t * kDim + c)]) *
                   static_cast<double>(region.keys[static_cast<std::size_t>(i * kDim + c)]);
        }
        const double logSumExp = static_cast<double>(region.logSumExp[static_cast<std::size_t>(t)]);
        const double weight = std::exp(score / std::sqrt(double{kDim}) - logSumExp);
        EXPECT_NEAR(region.mean[static_cast<std::size_t>(t * kKeys + i)], weight, 2 * kTolerance<TypeParam> * weight);
        largest = std::max(largest, weight);
        sum += weight;
      }
    }
    EXPECT_NEAR(pooledMax[cell], largest, 2 * kTolerance<TypeParam> * largest);
    EXPECT_NEAR(pooledMean[cell], sum / count, 2 * kTolerance<TypeParam> * sum / count);
  }
}

TYPED_TEST(WeightTile, RowsOfCellsOnManyThreadsAreAsEachAlone) {
  attn::startThreads(4);
  constexpr int kQueries = 700, kKeys = 333, kDim = 5;
  Region<TypeParam> region(kQueries, kKeys, kDim);
  region.queries = drawn<TypeParam>(kQueries * kDim, 3);
  region.keys = drawn<TypeParam>(kKeys * kDim, 4);
  region.input.keysPerCell = 10;
  const auto columnCount = static_cast<std::ptrdiff_t>(region.input.cellColumnCount());
  for (const int queriesPerCell : {3, 64, 256}) {
    region.input.queriesPerCell = queriesPerCell;
    ASSERT_EQ(region.compute(), Status::ok);
    for (int row = 0; row < region.input.cellRowCount(); ++row) {
      const int first = row * queriesPerCell;
      const int count = std::min(queriesPerCell, kQueries - first);
      Region<TypeParam> alone(count, kKeys, kDim);
      std::copy_n(region.queries.begin() + first * kDim, count * kDim, alone.queries.begin());
      alone.keys = region.keys;
      alone.input.keysPerCell = 10;
      alone.input.queriesPerCell = queriesPerCell;
      ASSERT_EQ(alone.compute(), Status::ok);
      for (std::ptrdiff_t column = 0; column < columnCount; ++column) {
        const std::size_t cell = static_cast<std::size_t>(row * columnCount + column);
        EXPECT_EQ(alone.max[static_cast<std::size_t>(column)], region.max[cell]);
        // Summed in another order.
        EXPECT_NEAR(alone.mean[static_cast<std::size_t>(column)], region.mean[cell], kTolerance<TypeParam>);
      }
    }
  }
}

TYPED_TEST(WeightTile, APayloadOfNaNIsStillNaN) {
  // Numbers are added to the bits of a float on the way to its exponential; 1,954 is R's mark of a missing number.
  Region<TypeParam> region(2, 70);
  region.keys[66] = static_cast<TypeParam>(std::nan("1954"));
  region.queries = {1, 1};
  ASSERT_EQ(region.compute(), Status::ok);
  for (std::size_t pair = 0; pair < region.max.size(); ++pair) {
    EXPECT_EQ(std::isnan(region.max[pair]), pair % 70 == 66) << pair;
    EXPECT_EQ(std::isnan(region.mean[pair]), pair % 70 == 66) << pair;
  }
}

TYPED_TEST(WeightTile, ScoresThatAreNotSeenDoNotCount) {
  Region<TypeParam> region(1, 6);
  region.queries = {1};
  region.keys = {1, static_cast<TypeParam>(-kInf), 3, 5, 7, 9};
  region.input.quantity = TileQuantity::scores;
  region.input.keysPerCell = 2;
  region.input.region.causal = Causal::topLeft;
  region.input.region.firstPosition = 3;
  ASSERT_EQ(region.compute(), Status::ok);
  EXPECT_EQ(region.max, (std::vector<TypeParam>{1, 5, static_cast<TypeParam>(-kInf)}));
  EXPECT_EQ(region.mean, (std::vector<TypeParam>{1, 4, static_cast<TypeParam>(-kInf)}));
}

TYPED_TEST(WeightTile, WhatDoesNotFitIsRefused) {
  Region<TypeParam> region(2, 3);
  const auto refused = [&](auto&& change, Status status) {
    Region<TypeParam> changed = region;
    change(changed.input);
    EXPECT_EQ(changed.compute(), status);
  };
  using Input = attn::WeightTileInput<TypeParam>;
  refused([](Input& input) { input.region.shape.keyDim = 0; }, Status::badShape);
  refused([](Input& input) { input.region.shape.headCount = 2; }, Status::badValue);
  refused([](Input& input) { input.region.scale = kNaN; }, Status::badValue);
  refused([](Input& input) { input.region.scoreFunction = attn::ScoreFunction::cosine; }, Status::badValue);
  refused([](Input& input) { input.region.firstPosition = 262'145; }, Status::badValue);
  static const TypeParam kRows[][2] = {
      {1, 0}, {0, static_cast<TypeParam>(kNaN)}, {TypeParam(0.5), 1}, {-1, 0}, {0, 65'537}};
  for (const TypeParam(&rows)[2] : kRows) {
    refused([&](Input& input) { input.region.queryRows = rows; }, Status::badValue);
  }
  refused([](Input& input) { input.queriesPerCell = 0; }, Status::badValue);
  refused([](Input& input) { input.keysPerCell = 65'537; }, Status::badValue);
  refused([](Input&) {}, Status::ok);
  Region<TypeParam> large(1025, 1024);
  EXPECT_EQ(large.compute(), Status::tooLarge);
  large.input.keysPerCell = 2;
  EXPECT_EQ(large.compute(), Status::ok);
}
