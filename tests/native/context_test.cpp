#include "problem.hpp"

template <typename Scalar>
class Contexts : public ::testing::Test {};
TYPED_TEST_SUITE(Contexts, Precisions);

/// Widths on both sides of the strips in which the context is summed.
TYPED_TEST(Contexts, AnyWidthIsTheWeightedSumOfTheValues) {
  for (const int valueDim : {1, 3, 127, 128, 129, 300}) {
    auto problem = Problem<TypeParam>::given(2, 3, {0, 0, 0, 1, 2, 3});
    problem.input.shape.valueDim = valueDim;
    problem.values.clear();
    for (int i = 0; i < 3 * valueDim; ++i) problem.values.push_back(static_cast<TypeParam>(std::sin(i)));
    const auto trace = problem.trace();
    for (int t = 0; t < 2; ++t) {
      for (int d = 0; d < valueDim; ++d) {
        double sum = 0;
        for (int i = 0; i < 3; ++i) sum += double(trace.weights[t * 3 + i]) * double(problem.values[i * valueDim + d]);
        ASSERT_NEAR(trace.context[t * valueDim + d], sum, kTolerance<TypeParam>);
      }
    }
  }
}

TYPED_TEST(Contexts, AVisibleNaNValueSpoilsItsColumn) {
  auto problem = Problem<TypeParam>::given(1, 2, {0, 0});
  problem.input.shape.valueDim = 2;
  problem.values = {TypeParam(kNaN), 1, 0, 3};
  expectNumbers(problem.trace().context, {kNaN, 2}, 0);
}

TYPED_TEST(Contexts, ATraceMayBeUsedAgainForAnotherShape) {
  attn::Trace<TypeParam> trace;
  attn::Workspace<TypeParam> workspace;
  auto large = Problem<TypeParam>::given(4, 4, std::vector<double>(16, kNaN));
  ASSERT_EQ(attn::computeTrace(large.get(), workspace, trace), attn::Status::ok);
  auto small = Problem<TypeParam>::given(1, 2, {0, 0});
  ASSERT_EQ(attn::computeTrace(small.get(), workspace, trace), attn::Status::ok);
  expectNumbers(trace.weights, {0.5, 0.5}, 0);
  expectNumbers(trace.context, {1.5}, 0);
}
