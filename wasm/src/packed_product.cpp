#include "packed_product.hpp"

#include <algorithm>

#include "matrix.hpp"
#include "parallel.hpp"
#include "tile_product.hpp"

namespace attn {
namespace {

/// Sums of sums, of so many terms each: the rounding error of one long sum grows with its length.
constexpr int kDepthBlock = 256;
/// A piece of the product: its rows, packed, are in the second-level cache while its columns go by.
constexpr int kRowBlock = 8 * kTileRows;
constexpr int kColumnBlock = 64;

enum class Mode { write, add };

template <typename Scalar, Mode kMode>
class Piece {
  using Lanes = ProductSimd<Scalar>;
  static constexpr int kWidth = kPanelVectors * Lanes::kLanes;

 public:
  Piece(const ProductTask<Scalar>& task, int firstRow, int firstColumn)
      : task_(task),
        firstRow_(firstRow),
        firstColumn_(firstColumn),
        rowCount_(std::min(kRowBlock, task.rowCount - firstRow)),
        columnCount_(std::min(kColumnBlock, task.outerDim - firstColumn)) {}

  void compute() {
    int first = 0;
    do {
      depth_ = std::min(kDepthBlock, task_.innerDim - first);
      isFirst_ = first == 0;
      isLast_ = first + depth_ == task_.innerDim;
      packRows(first);
      for (int column = 0; column < columnCount_; column += kWidth) computePanel(first, column);
      first += depth_;
    } while (first < task_.innerDim);
  }

 private:
  /// rows_ [tile][depth, kTileRows], filled up with 0.
  void packRows(int first) {
    for (int row = 0; row < roundUp(rowCount_, kTileRows); ++row) {
      Scalar* const packed = rows_ + row / kTileRows * kTileRows * depth_ + row % kTileRows;
      const Scalar* const from = task_.rows + static_cast<std::size_t>(firstRow_ + row) * task_.rowStride +
                                 static_cast<std::size_t>(first) * task_.innerStride;
      const bool isThere = row < rowCount_;
      for (int k = 0; k < depth_; ++k) {
        Scalar factor = isThere ? from[static_cast<std::size_t>(k) * task_.innerStride] : Scalar(0);
        if (kMode == Mode::add) factor *= task_.scale;
        packed[k * kTileRows] = factor;
      }
    }
  }

  void computePanel(int first, int column) {
    const int width = std::min(kWidth, columnCount_ - column);
    const Scalar* const from = task_.matrix + rowOffset(first, task_.outerDim) + firstColumn_ + column;
    const bool isFinite = packPanel(from, width);
    for (int row = 0; row < rowCount_; row += kTileRows) {
      const Scalar* const rows = rows_ + row * depth_;
      Scalar sums[kTileRows * kWidth];
      if (kMode == Mode::add && !isFinite) {
        sumWithoutZeros(rows, sums);
      } else {
        multiplyTile<TileStart::zero, 1, kTileRows, ProductSimd>(rows, panel_, depth_, sums, kWidth);
      }
      const int count = std::min(kTileRows, rowCount_ - row);
      for (int r = 0; r < count; ++r) finish(sums + r * kWidth, row + r, column, width);
    }
  }

  /// panel_ [depth, kWidth], filled up with 0. False where a number is not finite.
  bool packPanel(const Scalar* from, int width) {
    Scalar zeros[kWidth] = {};
    for (int k = 0; k < depth_; ++k, from += task_.outerDim) {
      Scalar* const packed = panel_ + k * kWidth;
      if (width == kWidth) {
        std::copy_n(from, kWidth, packed);
      } else {
        std::fill(std::copy_n(from, width, packed), packed + kWidth, Scalar(0));
      }
      // Adds up to NaN where a number is not finite.
      for (int c = 0; c < kWidth; ++c) zeros[c] += packed[c] * 0;
    }
    return std::all_of(zeros, zeros + kWidth, [](Scalar zero) { return zero == 0; });
  }

  void sumWithoutZeros(const Scalar* rows, Scalar* sums) const {
    std::fill_n(sums, kTileRows * kWidth, Scalar(0));
    for (int k = 0; k < depth_; ++k) {
      for (int r = 0; r < kTileRows; ++r) {
        const Scalar factor = rows[k * kTileRows + r];
        if (factor == 0) continue;
        for (int c = 0; c < kWidth; ++c) sums[r * kWidth + c] += factor * panel_[k * kWidth + c];
      }
    }
  }

  void finish(const Scalar* sums, int row, int column, int width) const {
    Scalar* const out = task_.out + rowOffset(firstRow_ + row, task_.outerDim) + firstColumn_ + column;
    const bool starts = kMode == Mode::write && isFirst_;
    const Scalar scale = kMode == Mode::write && isLast_ ? task_.scale : Scalar(1);
    for (int c = 0; c < width; ++c) out[c] = (starts ? sums[c] : out[c] + sums[c]) * scale;
  }

  const ProductTask<Scalar>& task_;
  const int firstRow_;
  const int firstColumn_;
  const int rowCount_;
  const int columnCount_;
  int depth_ = 0;
  bool isFirst_ = true;
  bool isLast_ = true;
  Scalar rows_[kRowBlock * kDepthBlock];
  Scalar panel_[kDepthBlock * kWidth];
};

template <Mode kMode, typename Scalar>
void computeProduct(const ProductTask<Scalar>& task) {
  const int columnBlocks = (task.outerDim + kColumnBlock - 1) / kColumnBlock;
  const int rowBlocks = (task.rowCount + kRowBlock - 1) / kRowBlock;
  const int rows = std::min(task.rowCount, kRowBlock);
  const int columns = std::min(task.outerDim, kColumnBlock);
  parallelFor(rowBlocks * columnBlocks, rowGrain(rowOffset(rows * columns, task.innerDim)), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      Piece<Scalar, kMode>(task, i / columnBlocks * kRowBlock, i % columnBlocks * kColumnBlock).compute();
    }
  });
}

}  // namespace

template <typename Scalar>
void writeProduct(const ProductTask<Scalar>& task) {
  computeProduct<Mode::write>(task);
}

template <typename Scalar>
void addToProduct(const ProductTask<Scalar>& task) {
  computeProduct<Mode::add>(task);
}

template void writeProduct(const ProductTask<float>&);
template void writeProduct(const ProductTask<double>&);
template void addToProduct(const ProductTask<float>&);
template void addToProduct(const ProductTask<double>&);

}  // namespace attn
