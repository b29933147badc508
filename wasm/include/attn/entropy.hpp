#pragma once

#include <optional>

#include "attn/status.hpp"

namespace attn {

/// Rows of weights, which sum to 1 unless `normalize` divides them by their sum.
template <typename Scalar>
struct EntropyInput {
  int rowCount = 0;
  int count = 0;
  const Scalar* weights = nullptr;  ///< [rowCount, count] finite and 0 or more, or NaN, which spoils its row
  std::optional<double> base;       ///< of the logarithm, above 1; none: nats
  bool normalize = false;
};

/// All [rowCount].
template <typename Scalar>
struct EntropyOutput {
  Scalar* entropy = nullptr;             ///< −Σ α log α with 0 log 0 = 0, never −0 (Shannon 1948)
  Scalar* effectiveCount = nullptr;      ///< exp(entropy in nats) (Hill 1973, N₁); 0 for a row of zeros
  Scalar* participationCount = nullptr;  ///< 1 / Σ α² (Hill 1973, N₂); 0 for a row of zeros
};

/// In float64 whatever Scalar is. badValue: a negative or infinite weight, a base of 1 or less; outOfMemory.
template <typename Scalar>
Status computeEntropy(const EntropyInput<Scalar>& input, const EntropyOutput<Scalar>& output);

}  // namespace attn
