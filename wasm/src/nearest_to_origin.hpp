#pragma once

#include <Eigen/Core>

namespace attn {

struct NearestPoint {
  Eigen::VectorXd weights;  ///< one for each row: 0 or more, of sum 1
  Eigen::VectorXd point;    ///< Σ weight · row
};

/// The point of the convex hull of the rows that is nearest to the origin: Wolfe 1976. Kept rows are affinely
/// independent. In turn the row that reaches farthest against the present point joins them, the point of their plane
/// nearest to the origin is found, and where that lies outside their simplex, the way to it is gone up to the border
/// and the row met there leaves.
NearestPoint nearestToOrigin(const Eigen::MatrixXd& rows);

}  // namespace attn
