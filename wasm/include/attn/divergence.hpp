#pragma once

#include <optional>

#include "attn/status.hpp"

namespace attn {

/// Pairs of rows of weights, which sum to 1 unless `normalize` divides them by their sum.
template <typename Scalar>
struct DivergenceInput {
  int rowCount = 0;
  int count = 0;
  const Scalar* p = nullptr;   ///< [rowCount, count] finite and 0 or more, or NaN, which spoils its row
  const Scalar* q = nullptr;   ///< [rowCount, count] likewise
  std::optional<double> base;  ///< of the logarithm, above 1; none: nats
  bool normalize = false;
};

/// Both [rowCount], never below 0, where rounding alone would put them.
template <typename Scalar>
struct DivergenceOutput {
  /// Σ p log(p / q), with 0 log(0 / q) = 0; ∞ where p > 0 meets q = 0 (Kullback, Leibler 1951)
  Scalar* kullbackLeibler = nullptr;
  /// ½ KL(p ‖ m) + ½ KL(q ‖ m) with m = (p + q) / 2 (Lin 1991)
  Scalar* jensenShannon = nullptr;
};

/// In float64 whatever Scalar is. badValue: a negative or infinite weight, a base of 1 or less; outOfMemory.
template <typename Scalar>
Status computeDivergence(const DivergenceInput<Scalar>& input, const DivergenceOutput<Scalar>& output);

}  // namespace attn
