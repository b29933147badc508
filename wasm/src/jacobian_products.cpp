#include "attn/jacobian_products.hpp"

#include <cmath>

#include "matrix.hpp"
#include "number_checks.hpp"
#include "singular_values.hpp"

namespace attn {

Status checkJacobians(int stepCount, int dim) {
  if (stepCount < 1 || dim < 1) return Status::badShape;
  const double size = dim;
  return stepCount * size * size * size > kMaxJacobianWork ? Status::tooLarge : Status::ok;
}

template <typename Scalar>
Status computeTanhJacobians(int stepCount, int dim, const Scalar* states, const Scalar* R, Scalar* jacobians) {
  if (const Status status = checkJacobians(stepCount, dim); status != Status::ok) return status;
  if (states == nullptr || R == nullptr) return Status::badShape;
  for (int step = 0; step < stepCount; ++step) {
    for (int j = 0; j < dim; ++j) {
      const double state = static_cast<double>(states[area(step, dim) + static_cast<std::size_t>(j)]);
      // Written so that NaN fails.
      if (!(std::abs(state) <= 1)) return Status::badValue;
      for (int i = 0; i < dim; ++i) {
        const double weight = static_cast<double>(R[area(i, dim) + static_cast<std::size_t>(j)]);
        *jacobians++ = static_cast<Scalar>((1 - state * state) * weight);
      }
    }
  }
  return Status::ok;
}

template <typename Scalar>
Status computeJacobianProducts(int stepCount, int dim, const Scalar* jacobians,
                               const JacobianProductsOutput<Scalar>& output) {
  if (const Status status = checkJacobians(stepCount, dim); status != Status::ok) return status;
  if (jacobians == nullptr) return Status::badShape;
  const std::size_t size = area(dim, dim);
  if (!areFinite(jacobians, static_cast<std::size_t>(stepCount) * size)) return Status::badValue;

  Eigen::MatrixXd product;
  double bound = 1;
  for (int step = stepCount - 1; step >= 0; --step) {
    const std::size_t offset = static_cast<std::size_t>(step) * size;
    const Eigen::MatrixXd jacobian = ConstMatrixView<Scalar>(jacobians + offset, dim, dim).template cast<double>();
    product = product.size() == 0 ? jacobian : Eigen::MatrixXd(product * jacobian);
    const double stepNorm = spectralNorm(jacobian);
    bound = step == stepCount - 1 ? stepNorm : stepNorm * bound;
    MatrixView<Scalar>(output.products + offset, dim, dim) = product.template cast<Scalar>();
    output.norms[step] = static_cast<Scalar>(spectralNorm(product));
    output.stepNorms[step] = static_cast<Scalar>(stepNorm);
    output.bounds[step] = static_cast<Scalar>(bound);
  }
  return Status::ok;
}

template Status computeTanhJacobians(int, int, const float*, const float*, float*);
template Status computeTanhJacobians(int, int, const double*, const double*, double*);
template Status computeJacobianProducts(int, int, const float*, const JacobianProductsOutput<float>&);
template Status computeJacobianProducts(int, int, const double*, const JacobianProductsOutput<double>&);

}  // namespace attn
