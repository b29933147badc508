#include "attn/attention.hpp"

#include <functional>

#include "attn/limits.hpp"
#include "problem.hpp"

namespace {

/// One sequence, two query heads that share one key head; two queries, three keys of width 1.
template <typename Scalar>
struct TwoHeads {
  std::vector<Scalar> queries{1, 1, -1, -1}, keys{0, 1, 2}, values{1, 2, 3}, keyLengths{2};
  std::vector<Scalar> context, scores, cappedScores, logits, weights, logSumExp, isEmpty;
  attn::AttentionInput<Scalar> input;

  TwoHeads() {
    input.shape = {1, 2, 1, 2, 0, 3, 1, 1, 1, 0};
    input.scoreFunction = attn::ScoreFunction::dot;
    input.queries = attn::Heads<const Scalar>::split(queries.data(), 2, 2, 1);
    input.keys = attn::Heads<const Scalar>::split(keys.data(), 1, 3, 1);
    input.values = attn::Heads<const Scalar>::split(values.data(), 1, 3, 1);
  }

  attn::Status compute() {
    for (auto* pairs : {&scores, &cappedScores, &logits, &weights}) pairs->assign(12, 0);
    for (auto* rows : {&context, &logSumExp, &isEmpty}) rows->assign(4, 0);
    return attn::computeAttention(
        input, {attn::Heads<Scalar>::split(context.data(), 2, 2, 1), scores.data(), cappedScores.data(), logits.data(),
                weights.data(), logSumExp.data(), isEmpty.data()});
  }
};

template <typename Scalar>
class MultiHead : public ::testing::Test {};
TYPED_TEST_SUITE(MultiHead, Precisions);

TYPED_TEST(MultiHead, HeadsOfAGroupReadTheSameKeys) {
  TwoHeads<TypeParam> heads;
  ASSERT_EQ(heads.compute(), attn::Status::ok);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(heads.scores[i], heads.keys[i]);
    EXPECT_EQ(heads.scores[6 + i], -heads.keys[i]);
    // The second head likes the keys in the opposite order.
    EXPECT_NEAR(heads.weights[i], heads.weights[6 + 2 - i], kTolerance<TypeParam>);
  }
}

TYPED_TEST(MultiHead, A4TheCapComesBeforeTheMask) {
  TwoHeads<TypeParam> heads;
  const std::vector<TypeParam> added{0, 0, -std::numeric_limits<TypeParam>::infinity()};
  heads.values[2] = 1000;
  heads.input.softcap = 0.5;
  heads.input.additiveMask = {added.data(), 0, 0, 0, 1};
  ASSERT_EQ(heads.compute(), attn::Status::ok);
  for (int t = 0; t < 4; ++t) {
    EXPECT_EQ(heads.weights[3 * t + 2], 0);
    EXPECT_LT(heads.context[t], 2);
    EXPECT_EQ(heads.logits[3 * t + 2], added[2]);
    EXPECT_LE(std::abs(heads.cappedScores[3 * t + 2]), 0.5);
  }
}

TYPED_TEST(MultiHead, AnOutputThatWasUsedBeforeIsFilledAnew) {
  TwoHeads<TypeParam> heads;
  ASSERT_EQ(heads.compute(), attn::Status::ok);
  const auto before = heads.weights;
  heads.input.keyLengths = heads.keyLengths.data();
  heads.input.causal = attn::Causal::bottomRight;
  ASSERT_EQ(heads.compute(), attn::Status::ok);
  EXPECT_EQ(heads.weights[0], 1);
  heads.input.keyLengths = nullptr;
  heads.input.causal = attn::Causal::none;
  ASSERT_EQ(heads.compute(), attn::Status::ok);
  EXPECT_EQ(heads.weights, before);
}

/// What the contract has refused before is refused here too.
TYPED_TEST(MultiHead, Refusals) {
  using Input = attn::AttentionInput<TypeParam>;
  const std::vector<TypeParam> noLength{std::numeric_limits<TypeParam>::quiet_NaN()};
  const std::vector<TypeParam> longLength{4};
  const std::pair<attn::Status, std::function<void(Input&)>> refusals[] = {
      {attn::Status::badShape, [](Input& input) { input.shape.batchCount = 0; }},
      {attn::Status::badShape, [](Input& input) { input.shape.queryHeadCount = 3, input.shape.keyHeadCount = 2; }},
      {attn::Status::badShape, [](Input& input) { input.shape.keyDim = 2; }},
      {attn::Status::badShape, [](Input& input) { input.shape.pastCount = -1; }},
      {attn::Status::badShape, [](Input& input) { input.shape.pastCount = 1; }},
      {attn::Status::badShape, [](Input& input) { input.values.data = nullptr; }},
      {attn::Status::badShape, [](Input& input) { input.keys.data = nullptr; }},
      {attn::Status::badShape, [](Input& input) { input.scoreFunction = attn::ScoreFunction::bilinear; }},
      {attn::Status::badShape, [](Input& input) { input.scoreFunction = attn::ScoreFunction::additive; }},
      {attn::Status::badShape, [](Input& input) { input.scoreFunction = attn::ScoreFunction::given; }},
      {attn::Status::badValue, [](Input& input) { input.scoreFunction = static_cast<attn::ScoreFunction>(17); }},
      {attn::Status::badValue, [](Input& input) { input.scale = kInf; }},
      {attn::Status::badValue, [](Input& input) { input.softcap = -1; }},
      {attn::Status::badValue, [](Input& input) { input.temperature = kNaN; }},
      {attn::Status::badValue, [](Input& input) { input.leftWindow = -1; }},
      {attn::Status::badValue, [&](Input& input) { input.keyLengths = noLength.data(); }},
      {attn::Status::badValue, [&](Input& input) { input.keyLengths = longLength.data(); }},
      {attn::Status::tooLarge, [](Input& input) { input.shape.queryCount = attn::kMaxCount + 1; }},
      {attn::Status::tooLarge, [](Input& input) { input.shape.valueDim = attn::kMaxDim + 1; }},
      {attn::Status::tooLarge, [](Input& input) { input.shape.batchCount = std::numeric_limits<int>::max(); }},
      {attn::Status::tooLarge,
       [](Input& input) {
         input.shape.queryCount = attn::kMaxCount;
         input.shape.newKeyCount = attn::kMaxCount;
       }},
  };
  int index = 0;
  for (const auto& [status, spoil] : refusals) {
    TwoHeads<TypeParam> heads;
    spoil(heads.input);
    EXPECT_EQ(heads.compute(), status) << "refusal " << index;
    ++index;
  }
}

}  // namespace
