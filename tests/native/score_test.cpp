#include "problem.hpp"

using attn::ScoreFunction;

template <typename Scalar>
class Scores : public ::testing::Test {};
TYPED_TEST_SUITE(Scores, Precisions);

TYPED_TEST(Scores, Dot) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::dot, 2, {1, 2, 3, 4}, 2, {1, 0, 0, 1, 1, 1});
  expectNumbers(problem.trace().scores, {1, 2, 3, 3, 4, 7}, 0);
  problem.input.scale = 0.5;
  expectNumbers(problem.trace().scores, {0.5, 1, 1.5, 1.5, 2, 3.5}, 0);
}

TYPED_TEST(Scores, ScaledDotDividesByTheRootOfTheWidth) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::scaledDot, 4, {1, 1, 1, 1}, 4, {1, 2, 3, 4});
  expectNumbers(problem.trace().scores, {5}, kTolerance<TypeParam>);
  problem.input.scale = 2;
  expectNumbers(problem.trace().scores, {20}, kTolerance<TypeParam>);
}

TYPED_TEST(Scores, BilinearAllowsDifferentWidths) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::bilinear, 2, {1, 2}, 3, {1, 0, 0, 1, 1, 1});
  problem.W = {1, 2, 3, 4, 5, 6};
  // qᵀW = (9, 12, 15)
  expectNumbers(problem.trace().scores, {9, 36}, 0);
}

TYPED_TEST(Scores, AdditiveAllowsDifferentWidths) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::additive, 1, {0.5, -1}, 2, {1, 2, 0, -1, 3, 0.25});
  problem.input.shape.attentionDim = 2;
  problem.W_q = {1, -2};
  problem.W_k = {0.5, 1, -0.25, 2};
  problem.v = {2, -1};
  std::vector<double> expected;
  for (const double q : {0.5, -1.0}) {
    for (const auto& [k0, k1] : {std::pair{1.0, 2.0}, {0.0, -1.0}, {3.0, 0.25}}) {
      expected.push_back(2 * std::tanh(q + 0.5 * k0 - 0.25 * k1) - std::tanh(-2 * q + k0 + 2 * k1));
    }
  }
  expectNumbers(problem.trace().scores, expected, kTolerance<TypeParam>);
}

TYPED_TEST(Scores, CosineIsOneForTheSameDirectionAndZeroForNoDirection) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::cosine, 2, {3, 4, 0, 0}, 2, {6, 8, -3, -4, 4, -3, 0, 0});
  expectNumbers(problem.trace().scores, {1, -1, 0, 0, 0, 0, 0, 0}, kTolerance<TypeParam>);
}

TYPED_TEST(Scores, CosineOfHugeAndTinyVectors) {
  const double huge = std::is_same_v<TypeParam, float> ? 1e30 : 1e200;
  auto problem =
      Problem<TypeParam>::vectors(ScoreFunction::cosine, 2, {huge, huge}, 2, {1 / huge, 1 / huge, huge, -huge});
  expectNumbers(problem.trace().scores, {1, 0}, kTolerance<TypeParam>);
}

TYPED_TEST(Scores, AZeroVectorHasCosineZeroWithNaN) {
  auto problem = Problem<TypeParam>::vectors(ScoreFunction::cosine, 2, {0, 0, 1, 0}, 2, {kNaN, 1, 0, 0});
  expectNumbers(problem.trace().scores, {0, 0, kNaN, 0}, 0);
}

TYPED_TEST(Scores, AHiddenKeyOfNaNLeavesTheOthersAlone) {
  for (const auto scoreFunction : {ScoreFunction::dot, ScoreFunction::cosine, ScoreFunction::scaledDot}) {
    auto problem = Problem<TypeParam>::vectors(scoreFunction, 2, {1, 2}, 2, {kNaN, kInf, 3, 4, 3, 4});
    problem.keyMask = {0, 1, 1};
    expectNumbers(problem.trace().weights, {0, 0.5, 0.5}, 0);
  }
}

/// Sizes on both sides of the strips and pieces in which the kernels work.
TYPED_TEST(Scores, LargeShapesAgreeWithPlainLoops) {
  for (const auto& [queryCount, keyCount, dim] : {std::tuple{1, 1, 1}, {3, 5, 129}, {67, 33, 17}, {130, 131, 40}}) {
    std::vector<double> queries, keys;
    for (int i = 0; i < queryCount * dim; ++i) queries.push_back(std::sin(i));
    for (int i = 0; i < keyCount * dim; ++i) keys.push_back(std::cos(3 * i));
    auto problem = Problem<TypeParam>::vectors(ScoreFunction::dot, dim, queries, dim, keys);
    const auto trace = problem.trace();
    for (int t = 0; t < queryCount; ++t) {
      for (int i = 0; i < keyCount; ++i) {
        double sum = 0;
        for (int j = 0; j < dim; ++j) sum += queries[t * dim + j] * keys[i * dim + j];
        ASSERT_NEAR(trace.scores[t * keyCount + i], sum, kTolerance<TypeParam> * dim) << t << ", " << i;
      }
    }
  }
}
