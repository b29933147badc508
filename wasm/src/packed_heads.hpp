#pragma once

#include <algorithm>

#include "attn/buffer.hpp"
#include "matrix.hpp"
#include "tile_product.hpp"

namespace attn {

/// Keys that are taken at a time: with their values, at widths of 64, as much as a first-level cache holds. Half of it
/// and twice as much measure the same.
constexpr int kKeyBlock = 64;

struct PackedSizes {
  int queryCount = 0;
  int keyCount = 0;
  int depth = 0;  ///< of what is multiplied for a score
  int valueDim = 0;

  int tileCount() const { return (queryCount + kTileRows - 1) / kTileRows; }
  int blockCount() const { return (keyCount + kKeyBlock - 1) / kKeyBlock; }
};

/// Some heads, laid out in the order in which tiles of queries and blocks of keys are read. What fills up a tile, a
/// panel or a width is 0.
template <typename Scalar>
class PackedHeads {
 public:
  /// How many numbers a head of queries and a head of keys take.
  static std::size_t queryNumbers(const PackedSizes& sizes);
  static std::size_t keyNumbers(const PackedSizes& sizes);
  [[nodiscard]] bool resize(const PackedSizes& sizes, int queryHeadCount, int keyHeadCount);

  /// The queries of a tile, times factor, of all the head's rows [queryCount, depth].
  void packQueries(int head, int tile, const Scalar* rows, Scalar factor);
  /// The keys of a block, of all the head's rows [keyCount, depth].
  void packKeys(int head, int block, const Scalar* rows);
  /// The same for scores by tanh: powers of the exponents in rows [count, stride], which are at least depth wide.
  void packQueryPowers(int head, int tile, const Scalar* rows, int stride);
  void packKeyPowers(int head, int block, const Scalar* rows, int stride);
  /// The values of a block, of all the head's rows [keyCount, valueDim].
  void packBlockValues(int head, int block, const Scalar* rows);

  const PackedSizes& sizes() const { return sizes_; }
  /// Keys of a block, filled up to whole panels.
  int blockWidth(int block) const {
    return std::min(kKeyBlock, roundUp(sizes_.keyCount - block * kKeyBlock, kPanelWidth<Scalar>));
  }
  /// valueDim, filled up to whole panels.
  int valueWidth() const { return roundUp(sizes_.valueDim, kPanelWidth<Scalar>); }

  /// [depth, kTileRows] queries tile · kTileRows …
  const Scalar* queries(int head, int tile) const { return queries_.data() + queryOffset(head, tile); }
  /// [panel][depth, kPanelWidth] keys block · kKeyBlock …
  const Scalar* keys(int head, int block) const { return keys_.data() + keyOffset(head, block, sizes_.depth); }
  /// [panel][blockWidth, kPanelWidth] the values of these keys
  const Scalar* values(int head, int block) const { return values_.data() + keyOffset(head, block, valueWidth()); }
  /// The largest |exponent|, NaN aside: of each of a tile's queries, [kTileRows], and of all of a block's keys. Of
  /// powers only.
  const Scalar* largestOfQueries(int head, int tile) const {
    return largestOfQueries_.data() + tileIndex(head, tile) * kTileRows;
  }
  Scalar largestOfKeys(int head, int block) const { return largestOfKeys_[blockIndex(head, block)]; }

 private:
  std::size_t tileIndex(int head, int tile) const {
    return rowOffset(head, sizes_.tileCount()) + static_cast<std::size_t>(tile);
  }
  std::size_t blockIndex(int head, int block) const {
    return rowOffset(head, sizes_.blockCount()) + static_cast<std::size_t>(block);
  }
  std::size_t queryOffset(int head, int tile) const {
    return tileIndex(head, tile) * rowOffset(kTileRows, sizes_.depth);
  }
  std::size_t keyOffset(int head, int block, int width) const {
    const int filledCount = roundUp(sizes_.keyCount, kPanelWidth<Scalar>);
    return (rowOffset(head, filledCount) + rowOffset(block, kKeyBlock)) * static_cast<std::size_t>(width);
  }

  PackedSizes sizes_;
  Buffer<Scalar> queries_;
  Buffer<Scalar> keys_;
  Buffer<Scalar> values_;
  Buffer<Scalar> largestOfQueries_;
  Buffer<Scalar> largestOfKeys_;
};

}  // namespace attn
