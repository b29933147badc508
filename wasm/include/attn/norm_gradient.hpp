#pragma once

#include "attn/norm.hpp"

namespace attn {

/// Where the gradients go: arrays of the caller. Those of gain and bias are over all rows; nullptr: not wanted.
template <typename Scalar>
struct NormGradient {
  Scalar* x = nullptr;     ///< [rowCount, rowLength]
  Scalar* gain = nullptr;  ///< [rowLength]
  Scalar* bias = nullptr;  ///< [rowLength]
};

/// The backward pass of computeLayerNorm, from d = ∂L/∂normalized, normalizedGradient [rowCount, rowLength]. With
/// s = (x − mean) · inverseDeviation and g = d · gain, for each row
///
///   x: inverseDeviation · (g − mean(g) − s · mean(g · s))   gain: Σ d · s   bias: Σ d
///
/// In float64 whatever Scalar is. Status as for computeLayerNorm; outOfMemory.
template <typename Scalar>
Status computeLayerNormGradient(const NormInput<Scalar>& input, const Scalar* normalizedGradient,
                                NormGradient<Scalar>& gradient);

/// The same of computeRmsNorm, with s = x · inverseRms: x: inverseRms · (g − s · mean(g · s)), gain: Σ d · s.
template <typename Scalar>
Status computeRmsNormGradient(const NormInput<Scalar>& input, const Scalar* normalizedGradient,
                              NormGradient<Scalar>& gradient);

}  // namespace attn
