#pragma once

#include <optional>

#include "attn/input.hpp"

namespace attn {

/// The same numbers as `queryForWeightsLimits` in web/contract/operations/query-for-weights.ts.
constexpr int kMaxWishedKeyCount = 1'024;
constexpr int kMaxWishedDim = 256;

template <typename Scalar>
struct QueryWishInput {
  int keyCount = 0;
  int keyDim = 0;
  int queryDim = 0;
  ScoreFunction scoreFunction = ScoreFunction::dot;  ///< dot, scaledDot or bilinear
  std::optional<double> scale;                       ///< finite and not 0
  double temperature = 1;                            ///< positive and finite
  double smallestWeight = 1e-6;                      ///< as in WishInput
  const Scalar* keys = nullptr;                      ///< [keyCount, keyDim] finite
  const Scalar* W = nullptr;                         ///< [queryDim, keyDim] finite, for bilinear
  const Scalar* wishes = nullptr;                    ///< [keyCount] as in WishInput
  const Scalar* query = nullptr;                     ///< [queryDim] finite: the query before; nullptr: zeros
};

template <typename Scalar>
struct QueryWishOutput {
  Scalar* query = nullptr;         ///< [queryDim]
  Scalar* scores = nullptr;        ///< [keyCount] what the query gives
  Scalar* weights = nullptr;       ///< [keyCount] their softmax at the temperature
  Scalar* wishes = nullptr;        ///< [keyCount] once completed
  Scalar* residual = nullptr;      ///< √Σ (log weight − log wish − mean)²
  Scalar* largestError = nullptr;  ///< max |weight − wish|
};

/// The query whose scores / temperature come nearest to log wish + constant: least squares over query and constant, and
/// of all such queries the nearest to the one before, by singular values in float64. Singular values below
/// 8 max(keyCount, queryDim) rounding units of Scalar, as a share of the largest, count as 0.
///
/// badShape; badValue: a number out of its range, wishes that no weights fulfil, a score function without products;
/// tooLarge; outOfMemory.
template <typename Scalar>
Status computeQueryForWeights(const QueryWishInput<Scalar>& input, const QueryWishOutput<Scalar>& output);

}  // namespace attn
