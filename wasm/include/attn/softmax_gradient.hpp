#pragma once

#include "attn/softmax.hpp"

namespace attn {

/// jacobian [rowCount, keyCount, keyCount] = ∂α_i/∂score_j = α_i (δ_ij − α_j) / temperature of computeSoftmaxRows: the
/// matrix (diag(α) − α αᵀ) / temperature of each row. Zeros where a key is hidden, in a row that keeps no key, and at
/// temperature 0, where probabilities only jump. The input's fullyMasked has no say. Status as for computeSoftmaxRows.
template <typename Scalar>
Status computeSoftmaxJacobian(const SoftmaxInput<Scalar>& input, Scalar* jacobian);

/// What L takes from a softmax. nullptr: nothing.
template <typename Scalar>
struct SoftmaxOutputGradient {
  const Scalar* probabilities = nullptr;     ///< [rowCount, keyCount] g
  const Scalar* logProbabilities = nullptr;  ///< [rowCount, keyCount] h
};

/// Where the gradients go: arrays of the caller.
template <typename Scalar>
struct SoftmaxGradient {
  Scalar* scores = nullptr;        ///< [rowCount, keyCount]
  Scalar* additiveMask = nullptr;  ///< [rowCount, keyCount]; nullptr: not wanted
  double temperature = 0;          ///< over all rows
};

/// The backward pass of computeSoftmaxRows, and of its logarithm:
///
///   ∂L/∂x_i = α_i (g_i − Σ_j α_j g_j) + h_i − α_i Σ_j h_j with x = score / temperature + additiveMask
///
/// and on to scores and temperature. What is hidden gets exactly 0 and its g and h are not read, be they NaN; a row
/// that keeps no key gets zeros. At temperature 0 all are zeros. Status as for computeSoftmaxRows.
template <typename Scalar>
Status computeSoftmaxGradient(const SoftmaxInput<Scalar>& input, const SoftmaxOutputGradient<Scalar>& output,
                              SoftmaxGradient<Scalar>& gradient);

}  // namespace attn
