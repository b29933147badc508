#include "attn/input.hpp"

#include "attn/limits.hpp"
#include "problem.hpp"

using attn::ScoreFunction;
using attn::Status;

namespace {

Problem<double> sound() { return Problem<double>::given(1, 2, {1, 2}); }

Status statusOf(Problem<double> problem) {
  attn::Trace<double> trace;
  return problem.compute(trace);
}

}  // namespace

TEST(Input, CountsAndWidthsMustBePositive) {
  for (int attn::Shape::*size : {&attn::Shape::queryCount, &attn::Shape::keyCount, &attn::Shape::valueDim}) {
    for (const int wrong : {0, -1, std::numeric_limits<int>::min()}) {
      auto problem = sound();
      problem.input.shape.*size = wrong;
      EXPECT_EQ(statusOf(problem), Status::badShape) << wrong;
    }
  }
}

TEST(Input, LimitsAreRefusedBeforeMemoryIsAskedFor) {
  auto problem = sound();
  problem.input.shape.keyCount = attn::kMaxCount + 1;
  EXPECT_EQ(statusOf(problem), Status::tooLarge);
  problem = sound();
  problem.input.shape.valueDim = attn::kMaxDim + 1;
  EXPECT_EQ(statusOf(problem), Status::tooLarge);
  problem = sound();
  problem.input.shape.queryCount = problem.input.shape.keyCount = 1025;
  EXPECT_EQ(statusOf(problem), Status::tooLarge);
  problem.input.shape.queryCount = problem.input.shape.keyCount = std::numeric_limits<int>::max();
  EXPECT_EQ(statusOf(problem), Status::tooLarge);
}

TEST(Input, EqualWidthsWhereTheFormulaNeedsThem) {
  for (const auto scoreFunction : {ScoreFunction::dot, ScoreFunction::scaledDot, ScoreFunction::cosine}) {
    EXPECT_EQ(statusOf(Problem<double>::vectors(scoreFunction, 2, {1, 2}, 3, {1, 2, 3})), Status::badShape);
  }
}

TEST(Input, MissingArrays) {
  auto problem = sound();
  problem.scores.clear();
  EXPECT_EQ(statusOf(problem), Status::badShape);
  problem = sound();
  problem.values.clear();
  EXPECT_EQ(statusOf(problem), Status::badShape);
  EXPECT_EQ(statusOf(Problem<double>::vectors(ScoreFunction::bilinear, 1, {1}, 1, {1})), Status::badShape);
  problem = Problem<double>::vectors(ScoreFunction::additive, 1, {1}, 1, {1});
  problem.input.shape.attentionDim = 1;
  EXPECT_EQ(statusOf(problem), Status::badShape);
}

TEST(Input, NumbersWithoutMeaning) {
  for (const double wrong : {-1.0, -1e-300, kNaN, kInf, -kInf}) {
    auto problem = sound();
    problem.input.temperature = wrong;
    EXPECT_EQ(statusOf(problem), Status::badValue) << wrong;
  }
  for (const double wrong : {kNaN, kInf, -kInf}) {
    auto problem = sound();
    problem.input.scale = wrong;
    EXPECT_EQ(statusOf(problem), Status::badValue) << wrong;
  }
  auto problem = sound();
  problem.input.mask.leftWindow = -1;
  EXPECT_EQ(statusOf(problem), Status::badValue);
  problem = sound();
  problem.input.scoreFunction = static_cast<ScoreFunction>(6);
  EXPECT_EQ(statusOf(problem), Status::badValue);
  problem = sound();
  problem.input.mask.causal = static_cast<attn::Causal>(-1);
  EXPECT_EQ(statusOf(problem), Status::badValue);
}

TEST(Input, ScaledDotHasItsOwnScale) {
  EXPECT_EQ(attn::defaultScale(ScoreFunction::scaledDot, 64), 0.125);
  EXPECT_EQ(attn::defaultScale(ScoreFunction::dot, 64), 1);
}
