#include "attn/projection.hpp"

#include <cmath>

#include "matrix.hpp"
#include "number_checks.hpp"
#include "singular_values.hpp"

namespace attn {
namespace {

/// A singular value below this share of the largest length is rounding.
constexpr double kRoundingShare = 1e-13;
/// Parts of an axis that are equal up to this share are equally large.
constexpr double kTieShare = 1e-6;

template <typename Scalar>
Status check(const ProjectionInput<Scalar>& input) {
  if (input.pointCount < 1 || input.dim < 1 || input.axisCount < 1 || input.points == nullptr) return Status::badShape;
  if (input.pointCount > kMaxProjectionPointCount || input.otherCount > kMaxProjectionPointCount ||
      input.dim > kMaxProjectionDim || input.axisCount > kMaxProjectionDim) {
    return Status::tooLarge;
  }
  if (!areFinite(input.points, area(input.pointCount, input.dim))) return Status::badValue;
  if (input.others == nullptr) return Status::ok;
  if (input.otherCount < 1) return Status::badShape;
  return areFinite(input.others, area(input.otherCount, input.dim)) ? Status::ok : Status::badValue;
}

/// An axis and its opposite are as good: the one whose largest part is positive.
Eigen::VectorXd pointedForward(const Eigen::VectorXd& axis) {
  const double largest = axis.cwiseAbs().maxCoeff();
  for (const double part : axis) {
    if (std::abs(part) >= (1 - kTieShare) * largest) return part < 0 ? Eigen::VectorXd(-axis) : axis;
  }
  return axis;
}

}  // namespace

template <typename Scalar>
Status computeProjection(const ProjectionInput<Scalar>& input, const ProjectionOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  const Eigen::MatrixXd points =
      ConstMatrixView<Scalar>(input.points, input.pointCount, input.dim).template cast<double>();
  const Eigen::RowVectorXd mean = points.colwise().mean();
  const Eigen::MatrixXd centred = points.rowwise() - mean;
  const auto [values, left, right] = singularValues(centred);
  const double smallest = kRoundingShare * std::max(values(0), points.rowwise().stableNorm().maxCoeff());

  Eigen::MatrixXd axes = Eigen::MatrixXd::Zero(input.dim, input.axisCount);
  Eigen::VectorXd variance = Eigen::VectorXd::Zero(input.axisCount);
  double whole = 0;
  for (Eigen::Index axis = 0; axis < values.size() && values(axis) > smallest; ++axis) {
    const double varianceOfAxis = values(axis) * values(axis) / input.pointCount;
    whole += varianceOfAxis;
    if (axis >= input.axisCount) continue;
    axes.col(axis) = pointedForward(right.col(axis));
    variance(axis) = varianceOfAxis;
  }

  RowView<Scalar>(output.mean, input.dim) = mean.template cast<Scalar>();
  MatrixView<Scalar>(output.axes, input.axisCount, input.dim) = axes.transpose().template cast<Scalar>();
  MatrixView<Scalar>(output.coordinates, input.pointCount, input.axisCount) = (centred * axes).template cast<Scalar>();
  RowView<Scalar>(output.variance, input.axisCount) = variance.transpose().template cast<Scalar>();
  if (whole > 0) variance /= whole;
  RowView<Scalar>(output.explained, input.axisCount) = variance.transpose().template cast<Scalar>();
  if (input.others == nullptr) return Status::ok;
  const Eigen::MatrixXd others =
      ConstMatrixView<Scalar>(input.others, input.otherCount, input.dim).template cast<double>();
  MatrixView<Scalar>(output.otherCoordinates, input.otherCount, input.axisCount) =
      ((others.rowwise() - mean) * axes).template cast<Scalar>();
  return Status::ok;
}

template <typename Scalar>
Status computeBackProjection(int pointCount, int axisCount, int dim, const Scalar* coordinates, const Scalar* axes,
                             const Scalar* mean, Scalar* points) {
  if (pointCount < 1 || axisCount < 1 || dim < 1 || coordinates == nullptr || axes == nullptr || mean == nullptr) {
    return Status::badShape;
  }
  for (int point = 0; point < pointCount; ++point) {
    for (int j = 0; j < dim; ++j) {
      double sum = static_cast<double>(mean[j]);
      for (int axis = 0; axis < axisCount; ++axis) {
        sum += static_cast<double>(coordinates[rowOffset(point, axisCount) + static_cast<std::size_t>(axis)]) *
               static_cast<double>(axes[rowOffset(axis, dim) + static_cast<std::size_t>(j)]);
      }
      points[rowOffset(point, dim) + static_cast<std::size_t>(j)] = static_cast<Scalar>(sum);
    }
  }
  return Status::ok;
}

template Status computeProjection(const ProjectionInput<float>&, const ProjectionOutput<float>&);
template Status computeProjection(const ProjectionInput<double>&, const ProjectionOutput<double>&);
template Status computeBackProjection(int, int, int, const float*, const float*, const float*, float*);
template Status computeBackProjection(int, int, int, const double*, const double*, const double*, double*);

}  // namespace attn
