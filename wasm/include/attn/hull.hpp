#pragma once

#include <optional>

#include "attn/status.hpp"

namespace attn {

/// The same numbers as `hullLimits` in web/contract/operations/hull.ts.
constexpr int kMaxHullPointCount = 128;
constexpr int kMaxHullDim = 256;
/// targetCount × pointCount
constexpr int kMaxHullPairs = 8192;

template <typename Scalar>
struct HullInput {
  int pointCount = 0;
  int targetCount = 0;
  int dim = 0;
  const Scalar* points = nullptr;   ///< [pointCount, dim] finite
  const Scalar* targets = nullptr;  ///< [targetCount, dim] finite
  /// A target is inside up to this share of the largest distance between a point and the mean of all, beside the
  /// rounding of a mixture: (pointCount + 2) √dim units of the largest number. None: 1e-9 in float64, 1e-5 in float32.
  std::optional<double> tolerance;
};

template <typename Scalar>
struct HullOutput {
  Scalar* isInside = nullptr;  ///< [targetCount] 1 or 0
  Scalar* distance = nullptr;  ///< [targetCount] to the nearest point of the hull
  Scalar* nearest = nullptr;   ///< [targetCount, dim]
  Scalar* weights = nullptr;   ///< [targetCount, pointCount] shares that make the nearest point: ≥ 0, of sum 1
};

/// The point of the points' convex hull that is nearest to each target. Wolfe, "Finding the nearest point in a
/// polytope", Mathematical Programming 11, 1976. In float64 whatever Scalar is.
///
/// badShape; badValue: a number that is not finite, a negative tolerance; tooLarge.
template <typename Scalar>
Status computeHull(const HullInput<Scalar>& input, const HullOutput<Scalar>& output);

/// The outline of points [pointCount, 2] in the plane: Andrew's monotone chain, 1979. corners, with room for pointCount
/// row numbers, counter-clockwise from the leftmost and of those the lowest; how many goes to cornerCount. Points on an
/// edge and repeated points are no corners. badValue: a number that is not finite; outOfMemory.
template <typename Scalar>
Status computeHullCorners(int pointCount, const Scalar* points, int* corners, int& cornerCount);

}  // namespace attn
