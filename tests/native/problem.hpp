#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

#include "attn/trace.hpp"

/// Both precisions run every typed test.
using Precisions = ::testing::Types<float, double>;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// An input that owns its arrays, in few words.
template <typename Scalar>
struct Problem {
  attn::Input<Scalar> input;
  std::vector<Scalar> scores, queries, keys, W, W_q, W_k, v, values, additiveMask;
  std::vector<std::uint8_t> keyMask, pairMask, queryMask;

  /// Scores as given, and the values 1, 2, 3 … of width 1.
  static Problem given(int queryCount, int keyCount, std::vector<double> scores) {
    Problem problem;
    problem.input.shape = {queryCount, keyCount, 1, 0, 0, 0};
    problem.scores.assign(scores.begin(), scores.end());
    for (int i = 0; i < keyCount; ++i) problem.values.push_back(static_cast<Scalar>(i + 1));
    return problem;
  }

  /// Queries and keys; the values 1, 2, 3 … of width 1.
  static Problem vectors(attn::ScoreFunction scoreFunction, int queryDim, std::vector<double> queries, int keyDim,
                         std::vector<double> keys) {
    Problem problem;
    const int queryCount = static_cast<int>(queries.size()) / queryDim;
    const int keyCount = static_cast<int>(keys.size()) / keyDim;
    problem.input.shape = {queryCount, keyCount, 1, queryDim, keyDim, 0};
    problem.input.scoreFunction = scoreFunction;
    problem.queries.assign(queries.begin(), queries.end());
    problem.keys.assign(keys.begin(), keys.end());
    for (int i = 0; i < keyCount; ++i) problem.values.push_back(static_cast<Scalar>(i + 1));
    return problem;
  }

  /// Points the input at the arrays that are filled.
  const attn::Input<Scalar>& get() {
    const auto point = [](auto& pointer, const auto& array) { pointer = array.empty() ? nullptr : array.data(); };
    point(input.scores, scores);
    point(input.queries, queries);
    point(input.keys, keys);
    point(input.W, W);
    point(input.W_q, W_q);
    point(input.W_k, W_k);
    point(input.v, v);
    point(input.values, values);
    point(input.additiveMask, additiveMask);
    point(input.mask.keyMask, keyMask);
    point(input.mask.pairMask, pairMask);
    point(input.mask.queryMask, queryMask);
    return input;
  }

  attn::Status compute(attn::Trace<Scalar>& trace) {
    attn::Workspace<Scalar> workspace;
    return attn::computeTrace(get(), workspace, trace);
  }

  /// For problems that must be accepted.
  attn::Trace<Scalar> trace() {
    attn::Trace<Scalar> result;
    EXPECT_EQ(compute(result), attn::Status::ok);
    return result;
  }
};

/// Some units in the last place of a number near 1.
template <typename Scalar>
constexpr double kTolerance = 16 * static_cast<double>(std::numeric_limits<Scalar>::epsilon());

/// Not-finite numbers agree when they are the same; a zero must not be −0.
template <typename T>
void expectNumbers(const attn::Buffer<T>& got, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double number = static_cast<double>(got[i]);
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(number)) << "at " << i << ": " << number;
    } else if (std::isinf(expected[i])) {
      EXPECT_EQ(number, expected[i]) << "at " << i;
    } else {
      EXPECT_NEAR(number, expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << "at " << i;
      if (expected[i] == 0) {
        EXPECT_FALSE(number == 0 && std::signbit(number)) << "at " << i << ": −0";
      }
    }
  }
}
