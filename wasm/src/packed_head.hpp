#pragma once

#include <algorithm>

#include "attn/buffer.hpp"
#include "attn/fused_attention.hpp"
#include "matrix.hpp"
#include "tile_product.hpp"

namespace attn {

/// Keys that are taken at a time: with their values, at widths of 64, as much as a first-level cache holds. Half of it
/// and twice as much measure the same.
constexpr int kKeyBlock = 64;

/// One head, laid out in the order in which multiplyTile reads it. What fills up a tile, a panel or a width is 0.
template <typename Scalar>
class PackedHead {
 public:
  [[nodiscard]] bool resize(const FusedAttentionShape& shape);
  /// The queries are multiplied by `factor`.
  void pack(const FusedAttentionInput<Scalar>& input, int head, double factor);

  int tileCount() const { return (shape_.queryCount + kTileRows - 1) / kTileRows; }
  int blockCount() const { return (shape_.keyCount + kKeyBlock - 1) / kKeyBlock; }
  /// Keys of a block, filled up to whole panels.
  int blockWidth(int block) const {
    return std::min(kKeyBlock, roundUp(shape_.keyCount - block * kKeyBlock, kPanelWidth<Scalar>));
  }
  /// valueDim, filled up to whole panels.
  int valueWidth() const { return roundUp(shape_.valueDim, kPanelWidth<Scalar>); }

  /// [keyDim, kTileRows] queries tile · kTileRows …
  const Scalar* queries(int tile) const { return queries_.data() + rowOffset(tile * kTileRows, shape_.keyDim); }
  /// [panel][keyDim, kPanelWidth] keys block · kKeyBlock …
  const Scalar* keys(int block) const { return keys_.data() + rowOffset(block * kKeyBlock, shape_.keyDim); }
  /// [panel][blockWidth, kPanelWidth] the values of these keys
  const Scalar* values(int block) const { return values_.data() + rowOffset(block * kKeyBlock, valueWidth()); }

 private:
  FusedAttentionShape shape_;
  Buffer<Scalar> queries_;
  Buffer<Scalar> keys_;
  Buffer<Scalar> values_;
};

}  // namespace attn
