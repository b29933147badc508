#pragma once

#include "attn/status.hpp"

namespace attn {

/// stepCount × dim³. The same number as `maxJacobianWork` in web/contract/operations/jacobian-products.ts.
constexpr double kMaxJacobianWork = 16'777'216;

/// ok, or badShape or tooLarge.
Status checkJacobians(int stepCount, int dim);

/// jacobians [stepCount, dim, dim] of a plain RNN h_t = tanh(… + h_{t−1} R): row j, column i holds
/// ∂h_t[j]/∂h_{t−1}[i] = (1 − h_t[j]²) R[i, j]. states [stepCount, dim] h_1 … h_T; R [dim, dim].
/// badShape; badValue: a state beyond −1 … 1, which tanh never gives; tooLarge.
template <typename Scalar>
Status computeTanhJacobians(int stepCount, int dim, const Scalar* states, const Scalar* R, Scalar* jacobians);

template <typename Scalar>
struct JacobianProductsOutput {
  Scalar* products = nullptr;   ///< [stepCount, dim, dim] entry t: J_T … J_t
  Scalar* norms = nullptr;      ///< [stepCount] spectral norms of the products; ∞ where one has overflowed
  Scalar* stepNorms = nullptr;  ///< [stepCount] spectral norms of the steps
  Scalar* bounds = nullptr;     ///< [stepCount] the products of the step norms from step t on
};

/// How much of a gradient survives the way back through time (Pascanu, Mikolov, Bengio 2013, eq. 5), in float64.
/// jacobians [stepCount, dim, dim]. badShape; badValue: a number that is not finite; tooLarge; outOfMemory.
template <typename Scalar>
Status computeJacobianProducts(int stepCount, int dim, const Scalar* jacobians,
                               const JacobianProductsOutput<Scalar>& output);

}  // namespace attn
