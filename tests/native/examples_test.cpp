// The numbers that the lessons show.
#include "problem.hpp"

template <typename Scalar>
class Examples : public ::testing::Test {};
TYPED_TEST_SUITE(Examples, Precisions);

TYPED_TEST(Examples, ScoresOfTheFirstLesson) {
  const auto trace = Problem<TypeParam>::given(1, 3, {0.3, 2.1, 0.5}).trace();
  const double tolerance = kTolerance<TypeParam>;
  expectNumbers(trace.exponentials, {1.3498588075760032, 8.166169912567652, 1.6487212707001282}, tolerance);
  expectNumbers(trace.exponentialSums, {11.164749990843784}, tolerance);
  expectNumbers(trace.weights, {0.12090363050520819, 0.7314243417241525, 0.1476720277706393}, tolerance);
  expectNumbers(trace.weightSums, {1}, tolerance);
  expectNumbers(trace.context, {2.0267683972654313}, tolerance);
  expectNumbers(trace.logSumExp, {2.4127614928196275}, tolerance);
  EXPECT_EQ(trace.largestKey[0], 1);
  EXPECT_EQ(trace.isEmpty[0], 0);
}

TYPED_TEST(Examples, RowsAreIndependent) {
  const auto trace = Problem<TypeParam>::given(2, 2, {0, 0, 5, 5}).trace();
  expectNumbers(trace.weights, {0.5, 0.5, 0.5, 0.5}, 0);
  expectNumbers(trace.entropy, {std::log(2), std::log(2)}, kTolerance<TypeParam>);
}

TYPED_TEST(Examples, ScoresThatWouldOverflowWithoutSubtractingTheLargest) {
  const auto trace = Problem<TypeParam>::given(1, 3, {1000, 1001, 1002}).trace();
  expectNumbers(trace.weights, {0.09003057317038046, 0.24472847105479764, 0.6652409557748218}, kTolerance<TypeParam>);
  expectNumbers(trace.exponentialSums, {kInf}, 0);
  expectNumbers(trace.logSumExp, {1002.4076059644444}, kTolerance<TypeParam>);
}

TYPED_TEST(Examples, OneKeyTakesAll) {
  const auto trace = Problem<TypeParam>::given(1, 1, {-3}).trace();
  expectNumbers(trace.weights, {1}, 0);
  expectNumbers(trace.entropy, {0}, 0);
}

TYPED_TEST(Examples, LargestKeyIsTheFirstWhereTheyTie) {
  EXPECT_EQ(Problem<TypeParam>::given(1, 4, {1, 3, 3, 2}).trace().largestKey[0], 1);
}
