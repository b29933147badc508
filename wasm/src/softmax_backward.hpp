#pragma once

#include <cstdint>

namespace attn {

/// One row of a softmax of scores / temperature, as its backward pass needs it. All arrays are [keyCount].
template <typename Scalar>
struct SoftmaxRow {
  int keyCount;
  const Scalar* scores;
  const double* weights;
  const std::uint8_t* visible;
  double temperature;
};

/// logits += ∂L/∂logit of g = ∂L/∂weight: α_i (g_i − Σ_j α_j g_j), the row times the Jacobian diag(α) − α αᵀ.
///
/// A weight of 0 takes no part, whatever its g: what is hidden gets exactly 0, and a NaN behind a mask stays there.
template <typename Scalar>
void addGradientThroughWeights(const SoftmaxRow<Scalar>& row, const Scalar* weightsGradient, double* logits);

/// logits += ∂L/∂logit of h = ∂L/∂log weight: h_i − α_i Σ_j h_j over what is visible.
template <typename Scalar>
void addGradientThroughLogWeights(const SoftmaxRow<Scalar>& row, const Scalar* logWeightsGradient, double* logits);

/// From ∂L/∂logit to ∂L/∂score, where logit = score / temperature + mask; returns ∂L/∂temperature. `logits` becomes
/// zeros at temperature 0, where weights only jump, and so does `scores`.
template <typename Scalar>
double gradientThroughTemperature(const SoftmaxRow<Scalar>& row, double* logits, Scalar* scores);

}  // namespace attn
