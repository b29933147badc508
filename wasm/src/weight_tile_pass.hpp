#pragma once

#include <cstdint>

#include "cell_pool.hpp"
#include "exact_scores.hpp"
#include "key_reach.hpp"
#include "tile_scores.hpp"

namespace attn {

/// Takes tiles of queries through the blocks of keys that they see: scores, weights, and into the cells with them.
template <typename Scalar>
class WeightTilePass {
 public:
  WeightTilePass(const WeightTileInput<Scalar>& input, double scale, const WeightTileOutput<Scalar>& output);

  /// False when memory runs out.
  [[nodiscard]] bool resize();
  /// All cells, on all threads.
  void run();
  /// Once more those rows of cells in which a number was not finite, as the lanes cannot be trusted with them. False
  /// when memory runs out.
  [[nodiscard]] bool redo();

 private:
  struct Tile {
    int index;
    int firstRow;  ///< of those that are pooled, which the tile may have only a part of
    int endRow;
    KeyReach reach[kTileRows];
    KeyReach any;                 ///< what at least one of them reaches
    Scalar logSumExp[kTileRows];  ///< in units of log 2
  };

  bool isOfScores() const { return input_.quantity == TileQuantity::scores; }
  int grain() const;
  void pack();
  void projectExactly();
  void poolCellRows(int begin, int end, bool isExact);
  Tile start(int index, int firstRow, int endRow) const;
  void take(const Tile& tile, int block, bool isExact);
  bool seesAll(KeyReach reach, int firstKey, int width) const;
  bool toNumbers(const Scalar* shifts, Scalar logSumExp, int width, Scalar* scores) const;
  void toExactNumbers(int query, int firstKey, int count, const Scalar* shifts, Scalar* numbers) const;

  const WeightTileInput<Scalar>& input_;
  const double unit_;  ///< of scores on the lanes: kLog2e, or 1 where they are the result
  TileScores<Scalar> scores_;
  const ExactScores<Scalar> exact_;
  PackedSizes sizes_;
  PackedHeads<Scalar> packed_;
  CellPool<Scalar> cells_;
  Buffer<std::uint8_t> isUnfinished_;  ///< [cellRowCount]
  Buffer<double> exactQueries_;        ///< [queryCount, exact_.width()]
  Buffer<double> exactKeys_;           ///< [keyCount, exact_.width()]
};

}  // namespace attn
