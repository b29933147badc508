#include "problem.hpp"

template <typename Scalar>
class Temperatures : public ::testing::Test {};
TYPED_TEST_SUITE(Temperatures, Precisions);

namespace {

template <typename Scalar>
attn::Trace<Scalar> atTemperature(double temperature, std::vector<double> scores) {
  auto problem = Problem<Scalar>::given(1, static_cast<int>(scores.size()), scores);
  problem.input.temperature = temperature;
  return problem.trace();
}

}  // namespace

TYPED_TEST(Temperatures, ZeroIsTheLimit) {
  const auto trace = atTemperature<TypeParam>(0, {0.3, 2.1, 0.5});
  expectNumbers(trace.weights, {0, 1, 0}, 0);
  expectNumbers(trace.logits, {-kInf, 0, -kInf}, 0);
  expectNumbers(trace.exponentials, {0, 1, 0}, 0);
  expectNumbers(trace.entropy, {0}, 0);
  expectNumbers(trace.context, {2}, 0);
}

TYPED_TEST(Temperatures, ZeroSharesWhereTheLargestTie) {
  expectNumbers(atTemperature<TypeParam>(0, {7, 1, 7}).weights, {0.5, 0, 0.5}, 0);
  expectNumbers(atTemperature<TypeParam>(0, {0, 0, 0, 0}).weights, {0.25, 0.25, 0.25, 0.25}, 0);
}

TYPED_TEST(Temperatures, ZeroLeavesHiddenKeysHidden) {
  auto problem = Problem<TypeParam>::given(2, 2, {1, 9, 1, 9});
  problem.input.temperature = 0;
  problem.pairMask = {1, 0, 0, 0};
  const auto trace = problem.trace();
  expectNumbers(trace.weights, {1, 0, 0, 0}, 0);
  expectNumbers(trace.isEmpty, {0, 1}, 0);
}

TYPED_TEST(Temperatures, ZeroOnlyHidesByTheAdditiveMask) {
  auto problem = Problem<TypeParam>::given(1, 3, {1, 2, 3});
  problem.input.temperature = 0;
  problem.additiveMask = {100, 0, TypeParam(-kInf)};
  expectNumbers(problem.trace().weights, {0, 1, 0}, 0);
}

TYPED_TEST(Temperatures, ATinyOneIsAsGoodAsZero) {
  // 1e9 / 1e-30 is no float32, and the quotients of the last lines are infinite in float64.
  expectNumbers(atTemperature<TypeParam>(1e-30, {0.3, 2.1, 0.5}).weights, {0, 1, 0}, 0);
  expectNumbers(atTemperature<TypeParam>(1e-30, {1e9, 2e9, -1e9}).weights, {0, 1, 0}, 0);
  expectNumbers(atTemperature<TypeParam>(5e-324, {1, 2, 2}).weights, {0, 0.5, 0.5}, 0);
  expectNumbers(atTemperature<TypeParam>(5e-324, {-3, -1, -2}).weights, {0, 1, 0}, 0);
}

TYPED_TEST(Temperatures, AHugeOneMakesAllEqual) {
  expectNumbers(atTemperature<TypeParam>(1e30, {0.3, 2.1, 0.5, -100}).weights, {0.25, 0.25, 0.25, 0.25}, 1e-15);
}

TYPED_TEST(Temperatures, PlusInfinityTakesAllAndShares) {
  for (const double temperature : {0.0, 1e-30, 1.0, 1e30}) {
    expectNumbers(atTemperature<TypeParam>(temperature, {1, kInf, 2, kInf}).weights, {0, 0.5, 0, 0.5}, 0);
  }
  expectNumbers(atTemperature<TypeParam>(1, {1, kInf}).logSumExp, {kInf}, 0);
}

TYPED_TEST(Temperatures, AVisibleNaNSpoilsTheRowAtZeroToo) {
  expectNumbers(atTemperature<TypeParam>(0, {1, kNaN}).weights, {kNaN, kNaN}, 0);
}
