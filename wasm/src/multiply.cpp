#include "multiply.hpp"

#include <algorithm>

#include "matrix.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

/// Eigen's own matrix product has no kernel for wasm and runs there on one lane. Arrays of fixed size, on the other
/// hand, stay in registers, and the compiler makes vector instructions of them.
template <typename Scalar, int kRows, int kColumns>
using Tile = Eigen::Array<Scalar, kRows, kColumns, kColumns == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

template <typename Scalar, int kColumns>
using TileRow = Eigen::Array<Scalar, 1, kColumns>;

template <typename Scalar>
struct Product {
  const Scalar* rows;
  const Scalar* matrix;
  Scalar* product;
  int innerDim;
  int outerDim;
  Scalar scale;

  /// The part of kRows × kColumns entries whose first is at (row, column).
  template <int kRows, int kColumns>
  void computeTile(int row, int column) const {
    // Sums of sums: the rounding error of one long sum grows with its length.
    constexpr int kTerms = 256;
    Tile<Scalar, kRows, kColumns> total;
    total.setZero();
    for (int first = 0; first < innerDim; first += kTerms) {
      const int last = std::min(innerDim, first + kTerms);
      Tile<Scalar, kRows, kColumns> sums;
      sums.setZero();
      for (int j = first; j < last; ++j) {
        const Eigen::Map<const TileRow<Scalar, kColumns>> factors(matrix + rowOffset(j, outerDim) + column);
        for (int r = 0; r < kRows; ++r) sums.row(r) += rows[rowOffset(row + r, innerDim) + std::size_t(j)] * factors;
      }
      total += sums;
    }
    for (int r = 0; r < kRows; ++r) {
      Eigen::Map<TileRow<Scalar, kColumns>>(product + rowOffset(row + r, outerDim) + column) = total.row(r) * scale;
    }
  }

  template <int kRows>
  void computeRows(int row) const {
    int column = 0;
    for (; column + 8 <= outerDim; column += 8) computeTile<kRows, 8>(row, column);
    for (; column < outerDim; ++column) computeTile<kRows, 1>(row, column);
  }
};

}  // namespace

template <typename Scalar>
void multiply(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
              Scalar* product) {
  const Product<Scalar> task{rows, matrix, product, innerDim, outerDim, static_cast<Scalar>(scale)};
  parallelFor(rowCount, (rowGrain(rowOffset(innerDim, outerDim)) + 3) / 4 * 4, [&](int begin, int end) {
    int row = begin;
    for (; row + 4 <= end; row += 4) task.template computeRows<4>(row);
    for (; row < end; ++row) task.template computeRows<1>(row);
  });
}

template <typename Scalar>
void transpose(const Scalar* matrix, int rowCount, int columnCount, Scalar* transposed) {
  MatrixView<Scalar>(transposed, columnCount, rowCount) =
      ConstMatrixView<Scalar>(matrix, rowCount, columnCount).transpose();
}

template void multiply(const float*, int, int, const float*, int, double, float*);
template void multiply(const double*, int, int, const double*, int, double, double*);
template void transpose(const float*, int, int, float*);
template void transpose(const double*, int, int, double*);

}  // namespace attn
