#pragma once

#include <algorithm>
#include <limits>

#include "attn/weight_tile.hpp"
#include "packed_heads.hpp"
#include "simd.hpp"

namespace attn {

/// The largest and the sum of some rows of numbers over a block of keys, key by key. Of scores −∞ does not count.
template <typename Scalar>
class KeyColumns {
 public:
  explicit KeyColumns(TileQuantity quantity) : quantity_(quantity) {}

  void clear();
  /// numbers [width], a multiple of a vector.
  void add(const Scalar* numbers, int width);

  Scalar largest[kKeyBlock];
  Scalar sum[kKeyBlock];
  Scalar count[kKeyBlock];  ///< of scores only

 private:
  const TileQuantity quantity_;
};

/// The cells of a tile. Sums are in double, as there may be 2³² pairs to a cell.
template <typename Scalar>
class CellPool {
 public:
  CellPool(const WeightTileInput<Scalar>& input, const WeightTileOutput<Scalar>& output)
      : input_(input), output_(output) {}

  [[nodiscard]] bool resize();
  /// A row of cells: before the first of its pairs, for the columns of keys firstKey …, and after the last.
  void start(int cellRow);
  void add(int cellRow, int firstKey, int keyCount, const KeyColumns<Scalar>& columns);
  void finish(int cellRow);

 private:
  bool isOfScores() const { return input_.quantity == TileQuantity::scores; }

  const WeightTileInput<Scalar>& input_;
  const WeightTileOutput<Scalar>& output_;
  Buffer<double> sums_;    ///< [cellRowCount, cellColumnCount]
  Buffer<double> counts_;  ///< the same, of scores only
};

}  // namespace attn
