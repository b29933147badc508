#include "attn/fused_attention.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "attn/threads.hpp"
#include "problem.hpp"

using attn::Causal;
using attn::Status;

template <typename Scalar>
class FusedAttention : public ::testing::Test {};
TYPED_TEST_SUITE(FusedAttention, Precisions);

namespace {

/// One head that owns its arrays: scores 0, and the values 1, 2, 3 …
template <typename Scalar>
struct Head {
  attn::FusedAttentionInput<Scalar> input;
  std::vector<Scalar> queries, keys, values, context, logSumExp, entropy, largestKey;

  Head(int queryCount, int keyCount)
      : queries(queryCount),
        keys(keyCount),
        context(queryCount),
        logSumExp(queryCount),
        entropy(queryCount),
        largestKey(queryCount) {
    input.shape = {1, 1, queryCount, keyCount, 1, 1, 1, 0};
    for (int i = 0; i < keyCount; ++i) values.push_back(static_cast<Scalar>(i + 1));
  }

  Status compute() {
    input.queries = queries.data();
    input.keys = keys.data();
    input.values = values.data();
    return attn::computeFusedAttention<Scalar>(input,
                                               {context.data(), logSumExp.data(), entropy.data(), largestKey.data()});
  }
};

}  // namespace

TYPED_TEST(FusedAttention, CausalRowsOverManyBlocksAreMeansOfWhatTheySee) {
  Head<TypeParam> head(300, 300);
  head.input.causal = Causal::topLeft;
  ASSERT_EQ(head.compute(), Status::ok);
  for (int t = 0; t < 300; ++t) {
    // The mean of 1 … t + 1.
    EXPECT_NEAR(head.context[t], 0.5 * t + 1, 300 * kTolerance<TypeParam>) << t;
    EXPECT_NEAR(head.entropy[t], std::log(t + 1.0), 8 * kTolerance<TypeParam>) << t;
    EXPECT_EQ(head.largestKey[t], 0) << t;
  }
}

TYPED_TEST(FusedAttention, WindowsThatStartInsideABlockSeeTheirKeysAlone) {
  Head<TypeParam> head(200, 200);
  head.input.leftWindow = 70;
  head.input.rightWindow = 1;
  ASSERT_EQ(head.compute(), Status::ok);
  for (int t = 0; t < 200; ++t) {
    const int first = std::max(0, t - 70);
    const int last = std::min(199, t + 1);
    EXPECT_NEAR(head.context[t], 0.5 * (first + last) + 1, 300 * kTolerance<TypeParam>) << t;
    EXPECT_EQ(head.largestKey[t], first) << t;
  }
}

TYPED_TEST(FusedAttention, ScoresTooLargeForFloatAreStillCompared) {
  Head<TypeParam> head(1, 3);
  const TypeParam large = static_cast<TypeParam>(1e30);
  head.queries = {large};
  head.keys = {large, -large, large};
  ASSERT_EQ(head.compute(), Status::ok);
  EXPECT_NEAR(head.context[0], 2, kTolerance<TypeParam>);
  EXPECT_NEAR(head.entropy[0], std::log(2.0), kTolerance<TypeParam>);
  EXPECT_EQ(head.largestKey[0], 0);
}

TYPED_TEST(FusedAttention, WhatDoesNotFitIsRefused) {
  Head<TypeParam> head(2, 3);
  head.input.shape.keyDim = 0;
  EXPECT_EQ(head.compute(), Status::badShape);
  head.input.shape.keyDim = 4097;
  EXPECT_EQ(head.compute(), Status::tooLarge);
  head.input.shape.keyDim = 1;
  head.input.scale = kInf;
  EXPECT_EQ(head.compute(), Status::badValue);
  head.input.scale = std::nullopt;
  head.input.leftWindow = -1;
  EXPECT_EQ(head.compute(), Status::badValue);
  head.input.leftWindow = std::nullopt;
  EXPECT_EQ(head.compute(), Status::ok);
}

TYPED_TEST(FusedAttention, HeadsOfManyWavesAreAsEachAlone) {
  using Scalar = TypeParam;
  attn::startThreads(4);
  constexpr int kHeads = 6, kKeyHeads = 3, kQueries = 23, kKeys = 3000, kDim = 64;
  const auto numbers = [](int count, int seed) {
    std::vector<Scalar> drawn(static_cast<std::size_t>(count));
    std::mt19937 random(static_cast<unsigned>(seed));
    for (Scalar& each : drawn) each = static_cast<Scalar>(static_cast<double>(random()) / (1U << 31) - 1);
    return drawn;
  };
  const std::vector<Scalar> queries = numbers(kHeads * kQueries * kDim, 1);
  const std::vector<Scalar> keys = numbers(kKeyHeads * kKeys * kDim, 2);
  const std::vector<Scalar> values = numbers(kKeyHeads * kKeys * kDim, 3);
  const std::vector<Scalar> W_q = numbers(kDim * 9, 4), W_k = numbers(kDim * 9, 5), v = numbers(9, 6);
  const auto compute = [&](attn::ScoreFunction scoreFunction, int headCount, int keyHeadCount,
                           const Scalar* fromQueries, const Scalar* fromKeys, const Scalar* fromValues) {
    attn::FusedAttentionInput<Scalar> input;
    input.shape = {headCount, keyHeadCount, kQueries, kKeys, kDim, kDim, kDim, 9};
    input.scoreFunction = scoreFunction;
    input.queries = fromQueries;
    input.keys = fromKeys;
    input.values = fromValues;
    input.W_q = W_q.data();
    input.W_k = W_k.data();
    input.v = v.data();
    std::vector<Scalar> context(static_cast<std::size_t>(headCount * kQueries * kDim));
    std::vector<Scalar> others(static_cast<std::size_t>(3 * headCount * kQueries));
    Scalar* const rows = others.data();
    const attn::FusedAttentionOutput<Scalar> output{context.data(), rows, rows + headCount * kQueries,
                                                    rows + 2 * headCount * kQueries};
    EXPECT_EQ(attn::computeFusedAttention(input, output), Status::ok);
    return context;
  };
  for (const auto scoreFunction : {attn::ScoreFunction::scaledDot, attn::ScoreFunction::additive}) {
    const std::vector<Scalar> together =
        compute(scoreFunction, kHeads, kKeyHeads, queries.data(), keys.data(), values.data());
    for (int head = 0; head < kHeads; ++head) {
      const int keyHead = head / (kHeads / kKeyHeads);
      const std::vector<Scalar> alone =
          compute(scoreFunction, 1, 1, queries.data() + head * kQueries * kDim, keys.data() + keyHead * kKeys * kDim,
                  values.data() + keyHead * kKeys * kDim);
      EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin() + head * kQueries * kDim)) << head;
    }
  }
}
