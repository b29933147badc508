#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "matrix.hpp"
#include "packed_product.hpp"
#include "tile_product.hpp"

namespace attn {

/// Sums of sums, of so many terms each: the rounding error of one long sum grows with its length.
constexpr int kDepthBlock = 256;
/// A piece of the product: its rows, packed, are in the second-level cache while its columns go by.
constexpr int kRowBlock = 8 * kTileRows;
constexpr int kColumnBlock = 64;

/// Whether all are finite: 0 · ∞ and 0 · NaN are NaN, and stay in the sum.
template <typename Scalar>
bool areFinite(const Scalar* numbers, int count) {
  Scalar zeros = 0;
  for (int i = 0; i < count; ++i) zeros += numbers[i] * 0;
  return zeros == 0;
}

/// A part of the product and kDepthBlock terms of its sums: what the ways to sum have in common.
template <typename Scalar>
struct Block {
  const ProductTask<Scalar>& task;
  bool adds;  ///< to what is there; then a 0 among the factors hides what it meets
  int firstRow;
  int firstColumn;
  int firstTerm;
  int rowCount = std::min(kRowBlock, task.rowCount - firstRow);
  int columnCount = std::min(kColumnBlock, task.outerDim - firstColumn);
  int depth = std::min(kDepthBlock, task.innerDim - firstTerm);

  Scalar factor(int row, int k) const {
    const Scalar number = task.rows[static_cast<std::size_t>(firstRow + row) * task.rowStride +
                                    static_cast<std::size_t>(firstTerm + k) * task.innerStride];
    return adds ? number * task.scale : number;
  }

  const Scalar* matrix(int k, int column) const {
    return task.matrix + rowOffset(firstTerm + k, task.outerDim) + firstColumn + column;
  }

  /// Takes the sums [width] of a row to where they belong.
  void finish(Scalar* sums, int row, int column, int width) const {
    if (adds && !areFinite(sums, width)) sumWithoutZeros(row, column, width, sums);
    Scalar* const out = task.out + rowOffset(firstRow + row, task.outerDim) + firstColumn + column;
    const bool starts = !adds && firstTerm == 0;
    const bool ends = firstTerm + depth == task.innerDim;
    const Scalar scale = !adds && ends ? task.scale : Scalar(1);
    for (int c = 0; c < width; ++c) out[c] = (starts ? sums[c] : out[c] + sums[c]) * scale;
  }

 private:
  /// Rare, and not to be copied into every loop.
  __attribute__((noinline)) void sumWithoutZeros(int row, int column, int width, Scalar* sums) const {
    using Lanes = ProductSimd<Scalar>;
    using Vector = typename Lanes::Vector;
    for (int first = 0; first < width; first += Lanes::kLanes) {
      const int count = std::min(Lanes::kLanes, width - first);
      Scalar numbers[Lanes::kLanes] = {};
      Vector sum = Lanes::splat(0);
      for (int k = 0; k < depth; ++k) {
        const Scalar number = factor(row, k);
        if (number == 0) continue;
        std::copy_n(matrix(k, column + first), count, numbers);
        // As everywhere else, so that what is hidden does not even decide how a sum is rounded.
        sum = multiplyAdd(Lanes::splat(number), loadAs<Vector>(numbers), sum);
      }
      std::memcpy(numbers, &sum, sizeof(sum));
      std::copy_n(numbers, count, sums + first);
    }
  }
};

}  // namespace attn
