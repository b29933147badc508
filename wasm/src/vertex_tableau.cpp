#include "vertex_tableau.hpp"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

/// What counts as 0 in a table whose entries start at 1 or less.
constexpr double kZeroShare = 1e-10;
constexpr int kNone = -1;

/// Makes column j a unit column with its 1 in this row, and j the row's basic unknown.
void pivot(VertexTableau& tableau, int pivotRow, int j, double value) {
  Matrix<double>& cells = tableau.cells;
  const double divisor = cells(pivotRow, j);
  cells.row(pivotRow) /= divisor;
  for (Eigen::Index row = 0; row < cells.rows(); ++row) {
    const double factor = cells(row, j);
    if (row == pivotRow || factor == 0) continue;
    cells.row(row) -= factor * cells.row(pivotRow);
    cells(row, j) = 0;
  }
  tableau.basis[static_cast<std::size_t>(pivotRow)] = j;
  tableau.values(pivotRow) = value;
}

int basicUnknown(const VertexTableau& tableau, Eigen::Index row) {
  return tableau.basis[static_cast<std::size_t>(row)];
}

int largestFreeRow(const VertexTableau& tableau, int j) {
  int best = kNone;
  double largest = kZeroShare;
  for (int row = 0; row < tableau.cells.rows(); ++row) {
    const double size = std::abs(tableau.cells(row, j));
    if (basicUnknown(tableau, row) != kNone || size <= largest) continue;
    best = row;
    largest = size;
  }
  return best;
}

/// x[j], outside the basis, goes from `start` to 0.
void driveToZero(VertexTableau& tableau, int j, double start) {
  double way = start;
  int leaving = kNone;
  for (int row = 0; row < tableau.cells.rows(); ++row) {
    const double cell = tableau.cells(row, j);
    if (basicUnknown(tableau, row) == kNone || cell >= -kZeroShare) continue;
    const double wayOfRow = tableau.values(row) / -cell;
    if (wayOfRow >= way) continue;
    way = wayOfRow;
    leaving = row;
  }
  for (int row = 0; row < tableau.cells.rows(); ++row) {
    if (basicUnknown(tableau, row) == kNone) continue;
    tableau.values(row) = std::max(0.0, tableau.values(row) + way * tableau.cells(row, j));
  }
  if (leaving != kNone) pivot(tableau, leaving, j, start - way);
}

void dropRedundantRows(VertexTableau& tableau) {
  Eigen::Index kept = 0;
  for (Eigen::Index row = 0; row < tableau.cells.rows(); ++row) {
    if (basicUnknown(tableau, row) == kNone) continue;
    if (kept != row) {
      tableau.cells.row(kept) = tableau.cells.row(row);
      tableau.values(kept) = tableau.values(row);
      tableau.basis[static_cast<std::size_t>(kept)] = basicUnknown(tableau, row);
    }
    ++kept;
  }
  tableau.cells.conservativeResize(kept, Eigen::NoChange);
  tableau.values.conservativeResize(kept);
  tableau.basis.resize(static_cast<std::size_t>(kept));
}

/// The first unknown that gains; kNone at the largest corner.
int enteringUnknown(const VertexTableau& tableau, const Eigen::VectorXd& gain) {
  for (int j = 0; j < gain.size(); ++j) {
    if (std::find(tableau.basis.begin(), tableau.basis.end(), j) != tableau.basis.end()) continue;
    double rate = gain(j);
    for (Eigen::Index row = 0; row < tableau.cells.rows(); ++row) {
      rate -= gain(basicUnknown(tableau, row)) * tableau.cells(row, j);
    }
    if (rate > kZeroShare) return j;
  }
  return kNone;
}

/// The row whose basic unknown is the first to reach 0 as x[entering] grows; of several, that of the first unknown.
int firstToVanish(const VertexTableau& tableau, int entering) {
  int leaving = kNone;
  double way = 0;
  for (int row = 0; row < tableau.cells.rows(); ++row) {
    const double cell = tableau.cells(row, entering);
    if (cell <= kZeroShare) continue;
    const double wayOfRow = tableau.values(row) / cell;
    const bool isFirst = leaving == kNone || wayOfRow < way ||
                         (wayOfRow == way && basicUnknown(tableau, row) < basicUnknown(tableau, leaving));
    if (!isFirst) continue;
    way = wayOfRow;
    leaving = row;
  }
  return leaving;
}

}  // namespace

VertexTableau vertexFrom(const Matrix<double>& A, const Eigen::VectorXd& x) {
  VertexTableau tableau{A, std::vector<int>(static_cast<std::size_t>(A.rows()), kNone),
                        Eigen::VectorXd::Zero(A.rows())};
  for (const bool isPositive : {true, false}) {
    for (int j = 0; j < x.size(); ++j) {
      if ((x(j) > 0) != isPositive) continue;
      const int free = largestFreeRow(tableau, j);
      if (free != kNone) {
        pivot(tableau, free, j, x(j));
      } else if (isPositive) {
        driveToZero(tableau, j, x(j));
      }
    }
  }
  dropRedundantRows(tableau);
  return tableau;
}

Eigen::VectorXd maximise(VertexTableau tableau, const Eigen::VectorXd& gain) {
  // A limit that only rounding can reach.
  for (Eigen::Index step = 0; step < 50 * gain.size(); ++step) {
    const int entering = enteringUnknown(tableau, gain);
    if (entering == kNone) break;
    const int leaving = firstToVanish(tableau, entering);
    if (leaving == kNone) break;
    const double way = tableau.values(leaving) / tableau.cells(leaving, entering);
    tableau.values = (tableau.values - way * tableau.cells.col(entering)).cwiseMax(0);
    pivot(tableau, leaving, entering, way);
  }
  Eigen::VectorXd x = Eigen::VectorXd::Zero(gain.size());
  for (Eigen::Index row = 0; row < tableau.values.size(); ++row) x(basicUnknown(tableau, row)) = tableau.values(row);
  return x;
}

}  // namespace attn
