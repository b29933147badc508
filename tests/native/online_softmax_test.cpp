#include "online_softmax.hpp"

#include <algorithm>

#include "problem.hpp"

template <typename Scalar>
class OnlineSoftmaxes : public ::testing::Test {};
TYPED_TEST_SUITE(OnlineSoftmaxes, Precisions);

TYPED_TEST(OnlineSoftmaxes, ALargerScoreLaterScalesWhatWasSummed) {
  using Scalar = TypeParam;
  attn::OnlineSoftmax<Scalar> softmax;
  Scalar first[8] = {0, 1, 0, 1, 1, 1, 1, 1};
  softmax.take(first, 8, 0);
  EXPECT_EQ(softmax.largest, 1);
  EXPECT_EQ(softmax.largestKey, 1);
  EXPECT_EQ(softmax.sum, 7);
  EXPECT_EQ(softmax.distanceSum, -1);

  Scalar second[8] = {2, 2, 2, 3, 2, 2, 2, 3};
  EXPECT_EQ(softmax.take(second, 8, 8), Scalar(0.25));
  EXPECT_EQ(softmax.largest, 3);
  EXPECT_EQ(softmax.largestKey, 11);
  // ¼ · 7 and 2 + 6 · ½; ¼ · (−1 − 2 · 7) and 6 · ½ · −1.
  EXPECT_EQ(softmax.sum, Scalar(6.75));
  EXPECT_EQ(softmax.distanceSum, Scalar(-6.75));
  EXPECT_EQ(second[1], Scalar(0.5));
}

TYPED_TEST(OnlineSoftmaxes, HiddenScoresWeighNothingEvenBeforeTheFirstVisibleOne) {
  using Scalar = TypeParam;
  constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();
  attn::OnlineSoftmax<Scalar> softmax;
  Scalar hidden[8];
  std::fill_n(hidden, 8, kHidden);
  softmax.take(hidden, 8, 0);
  EXPECT_EQ(softmax.largestKey, -1);
  EXPECT_EQ(softmax.sum, 0);
  for (const Scalar weight : hidden) EXPECT_EQ(weight, 0);

  Scalar mixed[8];
  std::fill_n(mixed, 8, kHidden);
  mixed[5] = -7;
  softmax.take(mixed, 8, 8);
  EXPECT_EQ(softmax.largestKey, 13);
  EXPECT_EQ(softmax.sum, 1);
  EXPECT_EQ(softmax.distanceSum, 0);
}

TYPED_TEST(OnlineSoftmaxes, OfEqualScoresTheFirstStaysTheLargest) {
  using Scalar = TypeParam;
  attn::OnlineSoftmax<Scalar> softmax;
  Scalar first[8] = {-1, 1, 2, 0, 2, 2, 2, 2};
  Scalar second[8] = {2, 2, 2, 2, 2, 2, 2, 2};
  softmax.take(first, 8, 0);
  EXPECT_EQ(softmax.take(second, 8, 8), 1);
  EXPECT_EQ(softmax.largestKey, 2);
}
