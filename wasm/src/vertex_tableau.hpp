#pragma once

#include <Eigen/Core>
#include <vector>

#include "matrix.hpp"

namespace attn {

/// A corner of the polytope { x ≥ 0, A x = b } in the form of the simplex method: each row of the table gives one basic
/// unknown, x[basis[row]] = values[row] − Σ cells(row, j) x[j] over the unknowns outside the basis, which are 0.
struct VertexTableau {
  Matrix<double> cells;
  std::vector<int> basis;
  Eigen::VectorXd values;
};

/// From any point x ≥ 0 to a corner with the same A x: unknowns join the basis while their columns are independent; a
/// dependent one is driven to 0 along the direction that keeps A x, or until a basic one gets there first, whose place
/// it takes. Redundant rows are left out. The entries of A are 1 or less.
VertexTableau vertexFrom(const Matrix<double>& A, const Eigen::VectorXd& x);

/// The corner where gain · x is largest, by the simplex method from the corner given: Bland, "New finite pivoting rules
/// for the simplex method", 1977, whose choice of the first unknown never goes in circles. The polytope is bounded.
Eigen::VectorXd maximise(VertexTableau tableau, const Eigen::VectorXd& gain);

}  // namespace attn
