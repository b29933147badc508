#pragma once

#include <Eigen/Core>

namespace attn {

/// Row-major views of the caller's memory, which Eigen reads and writes in place.
template <typename Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Scalar>
using Row = Eigen::Matrix<Scalar, 1, Eigen::Dynamic>;
template <typename Scalar>
using MatrixView = Eigen::Map<Matrix<Scalar>>;
template <typename Scalar>
using ConstMatrixView = Eigen::Map<const Matrix<Scalar>>;
template <typename Scalar>
using RowView = Eigen::Map<Row<Scalar>>;
template <typename Scalar>
using ConstRowView = Eigen::Map<const Row<Scalar>>;

/// Offset of row `index` in a row-major array; in size_t, since count × width can pass 2³¹.
inline std::size_t rowOffset(int index, int width) {
  return static_cast<std::size_t>(index) * static_cast<std::size_t>(width);
}

/// Rows for one piece of parallel work: enough multiplications to be worth handing out.
inline int rowGrain(std::size_t multiplicationsPerRow) {
  constexpr std::size_t kMultiplicationsPerPiece = 1 << 16;
  return static_cast<int>(kMultiplicationsPerPiece / (multiplicationsPerRow + 1)) + 1;
}

}  // namespace attn
