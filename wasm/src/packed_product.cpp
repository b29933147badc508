#include "packed_product.hpp"

#include <algorithm>
#include <cstring>

#include "matrix.hpp"
#include "parallel.hpp"
#include "product_block.hpp"
#include "tile_product.hpp"

namespace attn {
namespace {

/// Below, a matrix is read so few times that to pack it would cost more than it saves.
constexpr int kFewRows = 3;
constexpr int kFewTerms = 3;

/// Row by row, the matrix read where it lies.
template <typename Scalar>
class RowSums {
  using Lanes = ProductSimd<Scalar>;
  using Vector = typename Lanes::Vector;

 public:
  void compute(const Block<Scalar>& block) {
    for (int row = 0; row < block.rowCount; ++row) {
      for (int k = 0; k < block.depth; ++k) factors_[k] = block.factor(row, k);
      int column = 0;
      for (; column + 4 * Lanes::kLanes <= block.columnCount; column += 4 * Lanes::kLanes) sum<4>(block, row, column);
      for (; column + Lanes::kLanes <= block.columnCount; column += Lanes::kLanes) sum<1>(block, row, column);
      if (column < block.columnCount) sumLast(block, row, column);
    }
  }

 private:
  template <int kVectors>
  void sum(const Block<Scalar>& block, int row, int column) const {
    Vector sums[kVectors];
    for (Vector& each : sums) each = Lanes::splat(0);
    for (int k = 0; k < block.depth; ++k) {
      const Vector factor = Lanes::splat(factors_[k]);
      const Scalar* const from = block.matrix(k, column);
      for (int v = 0; v < kVectors; ++v) {
        sums[v] = multiplyAdd(factor, loadAs<Vector>(from + v * Lanes::kLanes), sums[v]);
      }
    }
    Scalar numbers[kVectors * Lanes::kLanes];
    std::memcpy(numbers, sums, sizeof(sums));
    block.finish(numbers, row, column, kVectors * Lanes::kLanes);
  }

  /// Less than a vector. It is filled up, so that the sums round as all others do.
  void sumLast(const Block<Scalar>& block, int row, int column) const {
    const int width = block.columnCount - column;
    Vector sums = Lanes::splat(0);
    Scalar numbers[Lanes::kLanes] = {};
    for (int k = 0; k < block.depth; ++k) {
      std::copy_n(block.matrix(k, column), width, numbers);
      sums = multiplyAdd(Lanes::splat(factors_[k]), loadAs<Vector>(numbers), sums);
    }
    std::memcpy(numbers, &sums, sizeof(sums));
    block.finish(numbers, row, column, width);
  }

  Scalar factors_[kDepthBlock];
};

/// Tile by tile, rows and matrix packed.
template <typename Scalar>
class TileSums {
  using Lanes = ProductSimd<Scalar>;
  static constexpr int kWidth = kPanelVectors * Lanes::kLanes;

 public:
  void compute(const Block<Scalar>& block) {
    packRows(block);
    for (int column = 0; column < block.columnCount; column += kWidth) {
      const int width = std::min(kWidth, block.columnCount - column);
      packPanel(block, column, width);
      for (int row = 0; row < block.rowCount; row += kTileRows) {
        Scalar sums[kTileRows * kWidth];
        multiplyTile<TileStart::zero, 1, kTileRows, ProductSimd>(rows_ + row * block.depth, panel_, block.depth, sums,
                                                                 kWidth);
        const int count = std::min(kTileRows, block.rowCount - row);
        for (int r = 0; r < count; ++r) block.finish(sums + r * kWidth, row + r, column, width);
      }
    }
  }

 private:
  /// rows_ [tile][depth, kTileRows], filled up with 0.
  void packRows(const Block<Scalar>& block) {
    for (int row = 0; row < roundUp(block.rowCount, kTileRows); ++row) {
      Scalar* const packed = rows_ + row / kTileRows * kTileRows * block.depth + row % kTileRows;
      const bool isThere = row < block.rowCount;
      for (int k = 0; k < block.depth; ++k) packed[k * kTileRows] = isThere ? block.factor(row, k) : Scalar(0);
    }
  }

  /// panel_ [depth, kWidth], filled up with 0.
  void packPanel(const Block<Scalar>& block, int column, int width) {
    if (width < kWidth) std::fill_n(panel_, block.depth * kWidth, Scalar(0));
    for (int k = 0; k < block.depth; ++k) {
      const Scalar* const from = block.matrix(k, column);
      // A whole panel is a copy of known size, two instructions.
      if (width == kWidth) {
        std::memcpy(panel_ + k * kWidth, from, kWidth * sizeof(Scalar));
      } else {
        std::copy_n(from, width, panel_ + k * kWidth);
      }
    }
  }

  Scalar rows_[kRowBlock * kDepthBlock];
  Scalar panel_[kDepthBlock * kWidth];
};

template <template <typename> class Sums, typename Scalar>
void computePiece(const ProductTask<Scalar>& task, bool adds, int firstRow, int firstColumn) {
  Sums<Scalar> sums;
  int firstTerm = 0;
  do {
    const Block<Scalar> block{task, adds, firstRow, firstColumn, firstTerm};
    sums.compute(block);
    firstTerm += kDepthBlock;
  } while (firstTerm < task.innerDim);
}

template <typename Scalar>
void computeProduct(const ProductTask<Scalar>& task, bool adds) {
  const int columnBlocks = (task.outerDim + kColumnBlock - 1) / kColumnBlock;
  const int rowBlocks = (task.rowCount + kRowBlock - 1) / kRowBlock;
  const int rows = std::min(task.rowCount, kRowBlock);
  const int columns = std::min(task.outerDim, kColumnBlock);
  parallelFor(rowBlocks * columnBlocks, rowGrain(rowOffset(rows * columns, task.innerDim)), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const int firstRow = i / columnBlocks * kRowBlock;
      const int firstColumn = i % columnBlocks * kColumnBlock;
      if (task.rowCount <= kFewRows || task.innerDim <= kFewTerms) {
        computePiece<RowSums>(task, adds, firstRow, firstColumn);
      } else {
        computePiece<TileSums>(task, adds, firstRow, firstColumn);
      }
    }
  });
}

}  // namespace

template <typename Scalar>
void writeProduct(const ProductTask<Scalar>& task) {
  computeProduct(task, false);
}

template <typename Scalar>
void addToProduct(const ProductTask<Scalar>& task) {
  computeProduct(task, true);
}

template void writeProduct(const ProductTask<float>&);
template void writeProduct(const ProductTask<double>&);
template void addToProduct(const ProductTask<float>&);
template void addToProduct(const ProductTask<double>&);

}  // namespace attn
