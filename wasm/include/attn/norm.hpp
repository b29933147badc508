#pragma once

#include "attn/status.hpp"

namespace attn {

/// Rows, whatever axes they are made of.
template <typename Scalar>
struct NormInput {
  int rowCount = 0;
  int rowLength = 0;
  const Scalar* x = nullptr;     ///< [rowCount, rowLength]
  const Scalar* gain = nullptr;  ///< [rowLength]; nullptr: ones
  const Scalar* bias = nullptr;  ///< [rowLength]; nullptr: zeros. Not read by computeRmsNorm.
  double epsilon = 1e-5;         ///< finite, 0 or more
};

/// normalized [rowCount, rowLength] = (x − mean) · inverseDeviation · gain + bias; mean, inverseDeviation [rowCount],
/// the latter 1 / √(Σ (x − mean)² / rowLength + epsilon). Ba, Kiros, Hinton 2016. In float64 whatever Scalar is.
template <typename Scalar>
Status computeLayerNorm(const NormInput<Scalar>& input, Scalar* normalized, Scalar* mean, Scalar* inverseDeviation);

/// normalized [rowCount, rowLength] = x · inverseRms · gain; inverseRms [rowCount] 1 / √(Σ x² / rowLength + epsilon).
/// Zhang, Sennrich 2019. In float64 whatever Scalar is.
template <typename Scalar>
Status computeRmsNorm(const NormInput<Scalar>& input, Scalar* normalized, Scalar* inverseRms);

}  // namespace attn
