#include "attn/call.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using attn::Status;

constexpr double kScores[] = {1, 3, 2};

attn::Call<double> callOfSoftmax() {
  attn::Call<double> call;
  EXPECT_EQ(call.addTensor("scores", {3}), Status::ok);
  std::copy(std::begin(kScores), std::end(kScores), call.tensor("scores")->data());
  EXPECT_EQ(call.addNumber("temperature", 1), Status::ok);
  return call;
}

double largestProbability(const attn::Call<double>& call) {
  const attn::Tensor<double>& probabilities = call.result(0);
  EXPECT_EQ(call.resultName(0), "probabilities");
  return *std::max_element(probabilities.data(), probabilities.data() + probabilities.shape.count());
}

TEST(Call, RunsAgainWithOtherNumbersInTheSamePlaces) {
  attn::Call<double> call = callOfSoftmax();
  ASSERT_EQ(attn::runOperation("softmax", call), Status::ok);
  const int resultCount = call.resultCount();
  const double first = largestProbability(call);
  call.tensor("scores")->data()[1] = 30;
  ASSERT_EQ(attn::runOperation("softmax", call), Status::ok);
  EXPECT_EQ(call.resultCount(), resultCount);
  EXPECT_GT(largestProbability(call), first);
}

TEST(Call, ANumberGivenAgainTakesThePlaceOfTheOneBefore) {
  attn::Call<double> call = callOfSoftmax();
  ASSERT_EQ(call.addNumber("temperature", 0), Status::ok);
  EXPECT_EQ(call.number("temperature"), 0);
  ASSERT_EQ(attn::runOperation("softmax", call), Status::ok);
  EXPECT_EQ(largestProbability(call), 1);
  ASSERT_EQ(call.addText("temperature", "none"), Status::ok);
  EXPECT_EQ(call.number("temperature"), std::nullopt);
  EXPECT_EQ(call.text("temperature"), "none");
}

TEST(Call, GivenAgainAnyNumberOfTimesItTakesOnePlace) {
  attn::Call<double> call;
  for (int i = 0; i < 10 * attn::Call<double>::kMaxAttributes; ++i) ASSERT_EQ(call.addNumber("scale", i), Status::ok);
  EXPECT_EQ(call.addNumber("other", 1), Status::ok);
}

TEST(Call, AfterARefusalItHasNoResultsAndRunsAgain) {
  attn::Call<double> call = callOfSoftmax();
  ASSERT_EQ(call.addNumber("temperature", -1), Status::ok);
  EXPECT_EQ(attn::runOperation("softmax", call), Status::badValue);
  EXPECT_EQ(call.resultCount(), 0);
  ASSERT_EQ(call.addNumber("temperature", 1), Status::ok);
  EXPECT_EQ(attn::runOperation("softmax", call), Status::ok);
}

}  // namespace
