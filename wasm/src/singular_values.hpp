#pragma once

#include <Eigen/Core>

namespace attn {

/// matrix = left · diag(values) · rightᵀ, with the values falling; thin: min(rows, columns) of them. All NaN where a
/// number of the matrix is not finite.
struct SingularValues {
  Eigen::VectorXd values;
  Eigen::MatrixXd left;
  Eigen::MatrixXd right;
};

SingularValues singularValues(const Eigen::MatrixXd& matrix);

/// The largest singular value; ∞ where a number is not finite.
double spectralNorm(const Eigen::MatrixXd& matrix);

/// The shortest x with the smallest ‖matrix x − target‖. Singular values up to `threshold` times the largest count as
/// 0: along their directions x is not known, and stays 0.
Eigen::VectorXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& target, double threshold);

}  // namespace attn
