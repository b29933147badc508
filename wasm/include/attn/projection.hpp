#pragma once

#include "attn/status.hpp"

namespace attn {

/// The same numbers as `projectionLimits` in web/contract/operations/projection.ts. axisCount is a dim as well,
/// otherCount a pointCount.
constexpr int kMaxProjectionPointCount = 4'096;
constexpr int kMaxProjectionDim = 256;

template <typename Scalar>
struct ProjectionInput {
  int pointCount = 0;
  int otherCount = 0;
  int dim = 0;
  int axisCount = 2;
  const Scalar* points = nullptr;  ///< [pointCount, dim] finite: what the picture is made for
  const Scalar* others = nullptr;  ///< [otherCount, dim] finite: shown in it without a say; nullptr: none
};

template <typename Scalar>
struct ProjectionOutput {
  Scalar* mean = nullptr;              ///< [dim]
  Scalar* axes = nullptr;              ///< [axisCount, dim] orthonormal rows, by falling variance
  Scalar* coordinates = nullptr;       ///< [pointCount, axisCount] (point − mean) · axis
  Scalar* otherCoordinates = nullptr;  ///< [otherCount, axisCount]
  Scalar* variance = nullptr;          ///< [axisCount] Σ coordinate² / pointCount
  Scalar* explained = nullptr;         ///< [axisCount] the share of the whole variance
};

/// Principal component analysis (Pearson 1901) by the singular values of points − mean, in float64.
///
/// An axis points to where its largest part is positive; of parts that are the largest up to one in a million, the
/// first counts. Where nothing is left to vary an axis is zeros. badShape; badValue: a number that is not finite;
/// tooLarge.
template <typename Scalar>
Status computeProjection(const ProjectionInput<Scalar>& input, const ProjectionOutput<Scalar>& output);

/// points [pointCount, dim] = mean [dim] + coordinates [pointCount, axisCount] · axes [axisCount, dim].
template <typename Scalar>
Status computeBackProjection(int pointCount, int axisCount, int dim, const Scalar* coordinates, const Scalar* axes,
                             const Scalar* mean, Scalar* points);

}  // namespace attn
