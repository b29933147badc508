#include "problem.hpp"

using attn::ScoreFunction;
using attn::Status;

template <typename Scalar>
class RowDetails : public ::testing::Test {};
TYPED_TEST_SUITE(RowDetails, Precisions);

namespace {

template <typename Scalar>
Problem<Scalar> problemFor(ScoreFunction scoreFunction) {
  auto problem = Problem<Scalar>::vectors(scoreFunction, 2, {1, 2, -0.5, 0.25}, 2, {3, -1, 0, 0, 0.5, 2});
  problem.input.shape.valueDim = 2;
  problem.values = {1, 10, 2, 20, 3, 30};
  problem.input.scale = 0.75;
  problem.W = {1, 2, 3, 4};
  problem.input.shape.attentionDim = 3;
  problem.W_q = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  problem.W_k = {0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  problem.v = {1, -1, 2};
  return problem;
}

}  // namespace

TYPED_TEST(RowDetails, TermsAndContributionsAddUp) {
  for (const auto scoreFunction : {ScoreFunction::dot, ScoreFunction::scaledDot, ScoreFunction::bilinear,
                                   ScoreFunction::additive, ScoreFunction::cosine}) {
    auto problem = problemFor<TypeParam>(scoreFunction);
    const auto trace = problem.trace();
    attn::Workspace<TypeParam> workspace;
    attn::RowDetail<TypeParam> detail;
    for (int t = 0; t < 2; ++t) {
      ASSERT_EQ(attn::computeRowDetail(problem.get(), trace, t, workspace, detail), Status::ok);
      EXPECT_EQ(detail.termCount, scoreFunction == ScoreFunction::additive ? 3 : 2);
      for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int j = 0; j < detail.termCount; ++j) sum += double(detail.scoreTerms[i * detail.termCount + j]);
        EXPECT_NEAR(detail.scale * sum, trace.scores[t * 3 + i], kTolerance<TypeParam> * 10);
      }
      for (int d = 0; d < 2; ++d) {
        double sum = 0;
        for (int i = 0; i < 3; ++i) sum += double(detail.contributions[i * 2 + d]);
        EXPECT_NEAR(sum, trace.context[t * 2 + d], kTolerance<TypeParam> * 30);
      }
    }
  }
}

TYPED_TEST(RowDetails, GivenScoresHaveNoTerms) {
  auto problem = Problem<TypeParam>::given(1, 2, {0, 0});
  problem.input.scale = 3;
  attn::Workspace<TypeParam> workspace;
  attn::RowDetail<TypeParam> detail;
  ASSERT_EQ(attn::computeRowDetail(problem.get(), problem.trace(), 0, workspace, detail), Status::ok);
  EXPECT_EQ(detail.termCount, 0);
  EXPECT_EQ(detail.scale, 1);
  expectNumbers(detail.contributions, {0.5, 1}, 0);
}

TYPED_TEST(RowDetails, HiddenKeysAndPaddedQueriesContributeNothing) {
  auto problem = Problem<TypeParam>::given(2, 2, {0, kNaN, 0, kNaN});
  problem.values[1] = TypeParam(kNaN);
  problem.keyMask = {1, 0};
  problem.queryMask = {1, 0};
  attn::Workspace<TypeParam> workspace;
  attn::RowDetail<TypeParam> detail;
  const auto trace = problem.trace();
  ASSERT_EQ(attn::computeRowDetail(problem.get(), trace, 0, workspace, detail), Status::ok);
  expectNumbers(detail.contributions, {1, 0}, 0);
  ASSERT_EQ(attn::computeRowDetail(problem.get(), trace, 1, workspace, detail), Status::ok);
  expectNumbers(detail.contributions, {0, 0}, 0);
}

TYPED_TEST(RowDetails, ARowThatIsNotThere) {
  auto problem = Problem<TypeParam>::given(2, 1, {0, 0});
  attn::Workspace<TypeParam> workspace;
  attn::RowDetail<TypeParam> detail;
  const auto trace = problem.trace();
  EXPECT_EQ(attn::computeRowDetail(problem.get(), trace, 2, workspace, detail), Status::badValue);
  EXPECT_EQ(attn::computeRowDetail(problem.get(), trace, -1, workspace, detail), Status::badValue);
}
