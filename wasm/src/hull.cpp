#include "attn/hull.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

#include "matrix.hpp"
#include "nearest_to_origin.hpp"
#include "number_checks.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const HullInput<Scalar>& input) {
  if (input.pointCount < 1 || input.targetCount < 1 || input.dim < 1 || input.points == nullptr ||
      input.targets == nullptr) {
    return Status::badShape;
  }
  if (input.pointCount > kMaxHullPointCount || input.dim > kMaxHullDim ||
      input.targetCount > kMaxHullPairs / input.pointCount) {
    return Status::tooLarge;
  }
  const bool areNumbersFinite = areFinite(input.points, area(input.pointCount, input.dim)) &&
                                areFinite(input.targets, area(input.targetCount, input.dim));
  const double tolerance = input.tolerance.value_or(0);
  return areNumbersFinite && std::isfinite(tolerance) && tolerance >= 0 ? Status::ok : Status::badValue;
}

/// The largest distance between a row and the mean of all.
double spreadOf(const Eigen::MatrixXd& rows) {
  return (rows.rowwise() - rows.colwise().mean()).rowwise().stableNorm().maxCoeff();
}

/// How far a mixture of the rows, summed up in any order, may be from where it should be, in units of rounding.
double roundingsOf(const Eigen::MatrixXd& rows) {
  return static_cast<double>(rows.rows() + 2) * std::sqrt(static_cast<double>(rows.cols())) *
         rows.cwiseAbs().maxCoeff();
}

}  // namespace

template <typename Scalar>
Status computeHull(const HullInput<Scalar>& input, const HullOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  const Eigen::MatrixXd points =
      ConstMatrixView<Scalar>(input.points, input.pointCount, input.dim).template cast<double>();
  const Eigen::MatrixXd targets =
      ConstMatrixView<Scalar>(input.targets, input.targetCount, input.dim).template cast<double>();
  MatrixView<Scalar> nearest(output.nearest, input.targetCount, input.dim);
  MatrixView<Scalar> weights(output.weights, input.targetCount, input.pointCount);
  const double defaultTolerance = std::is_same_v<Scalar, float> ? 1e-5 : 1e-9;
  constexpr double kRoundingUnit = std::numeric_limits<Scalar>::epsilon() / 2;
  const double allowed =
      input.tolerance.value_or(defaultTolerance) * spreadOf(points) + kRoundingUnit * roundingsOf(points);

  for (int target = 0; target < input.targetCount; ++target) {
    const NearestPoint found = nearestToOrigin(points.rowwise() - targets.row(target));
    const double distance = found.point.stableNorm();
    output.distance[target] = static_cast<Scalar>(distance);
    output.isInside[target] = distance <= allowed ? Scalar(1) : Scalar(0);
    nearest.row(target) = (found.point.transpose() + targets.row(target)).template cast<Scalar>();
    weights.row(target) = found.weights.transpose().template cast<Scalar>();
  }
  return Status::ok;
}

template Status computeHull(const HullInput<float>&, const HullOutput<float>&);
template Status computeHull(const HullInput<double>&, const HullOutput<double>&);

}  // namespace attn
