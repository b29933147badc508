#include "problem.hpp"

using attn::Causal;

template <typename Scalar>
class Masks : public ::testing::Test {};
TYPED_TEST_SUITE(Masks, Precisions);

namespace {

template <typename Scalar>
std::vector<int> visibleOf(Problem<Scalar>& problem) {
  const auto trace = problem.trace();
  return {trace.visible.data(), trace.visible.data() + trace.visible.size()};
}

/// queryCount × keyCount scores of 0.
template <typename Scalar>
Problem<Scalar> blank(int queryCount, int keyCount) {
  return Problem<Scalar>::given(queryCount, keyCount, std::vector<double>(queryCount * keyCount));
}

}  // namespace

TYPED_TEST(Masks, CausalAlignmentsDifferWhereLengthsDo) {
  auto problem = blank<TypeParam>(2, 5);
  problem.input.mask.causal = Causal::topLeft;
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 0, 0, 0, 0, 1, 1, 0, 0, 0}));
  problem.input.mask.causal = Causal::bottomRight;
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 1, 1, 1, 0, 1, 1, 1, 1, 1}));
}

TYPED_TEST(Masks, MoreQueriesThanKeysLeaveTheFirstRowsEmpty) {
  auto problem = blank<TypeParam>(3, 2);
  problem.input.mask.causal = Causal::bottomRight;
  EXPECT_EQ(visibleOf(problem), (std::vector{0, 0, 1, 0, 1, 1}));
  const auto trace = problem.trace();
  EXPECT_EQ(trace.isEmpty[0], 1);
  EXPECT_EQ(trace.isEmpty[1], 0);
  expectNumbers(trace.context, {0, 1, 1.5}, kTolerance<TypeParam>);
}

TYPED_TEST(Masks, WindowsCountFromTheQuerysOwnPosition) {
  auto problem = blank<TypeParam>(3, 4);
  problem.input.mask.leftWindow = 1;
  problem.input.mask.rightWindow = 1;
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1}));
  problem.input.mask.causal = Causal::bottomRight;
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}));
}

TYPED_TEST(Masks, WindowsMayBeWiderThanAnySequence) {
  auto problem = blank<TypeParam>(1, 2);
  problem.input.mask.leftWindow = problem.input.mask.rightWindow = std::numeric_limits<int>::max();
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 1}));
}

TYPED_TEST(Masks, PartsCombineByAndAndAnyByteButZeroMeansVisible) {
  auto problem = blank<TypeParam>(2, 3);
  problem.keyMask = {1, 255, 0};
  problem.pairMask = {1, 1, 1, 0, 2, 1};
  problem.additiveMask = {0, TypeParam(-kInf), 0, 0, 0, 0};
  EXPECT_EQ(visibleOf(problem), (std::vector{1, 0, 0, 0, 1, 0}));
}

TYPED_TEST(Masks, ARowThatSeesNothingIsZerosAndFlagged) {
  auto problem = blank<TypeParam>(3, 2);
  problem.pairMask = {1, 1, 0, 0, 1, 1};
  const auto trace = problem.trace();
  expectNumbers(trace.weights, {0.5, 0.5, 0, 0, 0.5, 0.5}, 0);
  expectNumbers(trace.weightSums, {1, 0, 1}, 0);
  expectNumbers(trace.context, {1.5, 0, 1.5}, 0);
  expectNumbers(trace.shiftedSums, {2, 0, 2}, 0);
  expectNumbers(trace.entropy, {std::log(2), 0, std::log(2)}, kTolerance<TypeParam>);
  expectNumbers(trace.logSumExp, {std::log(2), -kInf, std::log(2)}, kTolerance<TypeParam>);
  expectNumbers(trace.largestKey, {0, -1, 0}, 0);
  expectNumbers(trace.isEmpty, {0, 1, 0}, 0);
}

TYPED_TEST(Masks, ARowOfOnlyMinusInfinityIsEmpty) {
  const auto trace = Problem<TypeParam>::given(1, 2, {-kInf, -kInf}).trace();
  expectNumbers(trace.weights, {0, 0}, 0);
  EXPECT_EQ(trace.isEmpty[0], 1);
  EXPECT_EQ(trace.visible[0], 1);
}

TYPED_TEST(Masks, NothingBehindAMaskLeaks) {
  for (const double secret : {kNaN, kInf, -kInf, 1e30}) {
    auto problem = Problem<TypeParam>::given(1, 3, {1, secret, 2});
    problem.values[1] = static_cast<TypeParam>(secret);
    problem.keyMask = {1, 0, 1};
    const auto trace = problem.trace();
    expectNumbers(trace.weights, {0.2689414213699951, 0, 0.7310585786300049}, kTolerance<TypeParam>);
    expectNumbers(trace.context, {2.46211715726001}, kTolerance<TypeParam>);
    expectNumbers(trace.logits, {1, -kInf, 2}, 0);
    EXPECT_EQ(trace.largestKey[0], 2);
  }
}

TYPED_TEST(Masks, AVisibleNaNSpoilsItsRowAndNoOther) {
  auto problem = Problem<TypeParam>::given(2, 3, {kNaN, 0, 0, 0, 0, 0});
  problem.pairMask = {1, 1, 0, 1, 1, 0};
  const auto trace = problem.trace();
  expectNumbers(trace.weights, {kNaN, kNaN, 0, 0.5, 0.5, 0}, 0);
  expectNumbers(trace.context, {kNaN, 1.5}, 0);
  expectNumbers(trace.entropy, {kNaN, std::log(2)}, kTolerance<TypeParam>);
  expectNumbers(trace.largestKey, {-1, 0}, 0);
  expectNumbers(trace.isEmpty, {0, 0}, 0);
}

TYPED_TEST(Masks, AnAdditiveMaskIsAddedAfterTheTemperature) {
  auto problem = Problem<TypeParam>::given(1, 2, {2, 4});
  problem.input.temperature = 2;
  problem.additiveMask = {1, 0};
  const auto trace = problem.trace();
  expectNumbers(trace.logits, {2, 2}, 0);
  expectNumbers(trace.weights, {0.5, 0.5}, 0);
}

TYPED_TEST(Masks, APaddedQueryKeepsItsWeightsAndHasNoContext) {
  auto problem = blank<TypeParam>(2, 2);
  problem.queryMask = {1, 0};
  const auto trace = problem.trace();
  expectNumbers(trace.weights, {0.5, 0.5, 0.5, 0.5}, 0);
  expectNumbers(trace.context, {1.5, 0}, 0);
}

TYPED_TEST(Masks, ALargeFiniteMaskIsANumberLikeAnyOther) {
  auto problem = blank<TypeParam>(2, 2);
  problem.additiveMask = {TypeParam(-1e9), 0, TypeParam(-1e9), TypeParam(-1e9)};
  const auto trace = problem.trace();
  expectNumbers(trace.weights, {0, 1, 0.5, 0.5}, 0);
  expectNumbers(trace.isEmpty, {0, 0}, 0);
}
