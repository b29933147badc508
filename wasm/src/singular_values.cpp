#include "singular_values.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <limits>

namespace attn {

SingularValues singularValues(const Eigen::MatrixXd& matrix) {
  if (!matrix.allFinite()) {
    // Eigen leaves its results as they were allocated.
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Eigen::Index count = std::min(matrix.rows(), matrix.cols());
    return {Eigen::VectorXd::Constant(count, nan), Eigen::MatrixXd::Constant(matrix.rows(), count, nan),
            Eigen::MatrixXd::Constant(matrix.cols(), count, nan)};
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> decomposition(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {decomposition.singularValues(), decomposition.matrixU(), decomposition.matrixV()};
}

double spectralNorm(const Eigen::MatrixXd& matrix) {
  if (!matrix.allFinite()) return std::numeric_limits<double>::infinity();
  return Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues()(0);
}

Eigen::VectorXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& target, double threshold) {
  const auto [values, left, right] = singularValues(matrix);
  Eigen::VectorXd solution = Eigen::VectorXd::Zero(matrix.cols());
  for (Eigen::Index k = 0; k < values.size() && values(k) > threshold * values(0); ++k) {
    solution += right.col(k) * (left.col(k).dot(target) / values(k));
  }
  return solution;
}

}  // namespace attn
