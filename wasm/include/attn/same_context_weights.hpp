#pragma once

#include "attn/status.hpp"

namespace attn {

/// The same number as `maxSameContextKeyCount` in web/contract/operations/same-context-weights.ts.
constexpr int kMaxSameContextKeyCount = 128;
/// Up to this many words the farthest weights are found for certain.
constexpr int kExactSearchCount = 10;

template <typename Scalar>
struct SameContextOutput {
  Scalar* weights = nullptr;       ///< [keyCount] β; the given weights where isUnique
  Scalar* distance = nullptr;      ///< ½ Σ |β − α|
  Scalar* isUnique = nullptr;      ///< 1 where no other weights have the context
  Scalar* isFarthest = nullptr;    ///< 1 where none are farther for certain
  Scalar* context = nullptr;       ///< [valueDim] Σ α value
  Scalar* contextError = nullptr;  ///< largest |Σ β value − Σ α value|
};

/// Other weights with the same context, as far from the given as they get: maximise ½ Σ |β − α| over β ≥ 0, Σ β = Σ α,
/// Σ β value = Σ α value. For each set of words that may gain this is a linear programme, solved by the simplex method
/// with Bland's rule (1977). Up to kExactSearchCount words all sets are tried; beyond, the search starts from each
/// single word and from each word left out, and repeats with the gainers it found. In float64 whatever Scalar is.
///
/// weights [keyCount] finite, 0 or more; values [keyCount, valueDim] finite. badShape, badValue, tooLarge, outOfMemory.
template <typename Scalar>
Status computeSameContextWeights(int keyCount, int valueDim, const Scalar* weights, const Scalar* values,
                                 const SameContextOutput<Scalar>& output);

}  // namespace attn
