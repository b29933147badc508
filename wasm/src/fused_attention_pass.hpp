#pragma once

#include <cstdint>

#include "key_reach.hpp"
#include "online_softmax.hpp"
#include "tile_scores.hpp"

namespace attn {

/// What a query sees through causality and windows.
template <typename Scalar>
KeyReach fusedAttentionReach(const FusedAttentionInput<Scalar>& input, int queryIndex);

/// The fused attention of all heads, in waves of as many heads as are packed at a time.
template <typename Scalar>
class FusedAttentionPass {
 public:
  /// isUnfinished [headCount, queryCount] becomes 1 where a result is not finite, and so not trusted.
  FusedAttentionPass(const FusedAttentionInput<Scalar>& input, double scale, const FusedAttentionOutput<Scalar>& output,
                     std::uint8_t* isUnfinished);

  /// Room for a wave. False when memory runs out.
  [[nodiscard]] bool resize();
  /// On all threads.
  void run();

 private:
  /// kTileRows queries on their way through the blocks of keys.
  struct Tile {
    int head;   ///< of the wave
    int index;  ///< in its head
    OnlineSoftmax<Scalar> softmax[kTileRows];
    KeyReach reach[kTileRows];
    KeyReach any;             ///< what at least one of them reaches
    bool hasSeen[kTileRows];  ///< any key at all
    Scalar* context;          ///< [kTileRows, valueWidth] of weights that are not divided by their sum yet
  };

  bool hasMasks() const { return input_.keepMask.data != nullptr || input_.additiveMask.data != nullptr; }
  int groupSize() const { return input_.shape.headCount / input_.shape.keyHeadCount; }
  void pack(int firstKeyHead, int keyHeadCount);
  /// Tiles of one head, at most kTilesPerGroup, while a block of keys is in the first-level cache.
  void attend(int head, int firstTile, int tileCount);
  void start(Tile& tile) const;
  void take(Tile& tile, int block) const;
  bool fillShiftsOfTile(Tile& tile, int firstKey, int blockWidth, Scalar* shifts) const;
  void finish(const Tile& tile) const;
  bool finishRow(const OnlineSoftmax<Scalar>& softmax, Scalar* weighted, std::size_t row) const;

  const FusedAttentionInput<Scalar>& input_;
  const FusedAttentionOutput<Scalar>& output_;
  std::uint8_t* const isUnfinished_;
  TileScores<Scalar> scores_;
  PackedSizes sizes_;
  PackedHeads<Scalar> packed_;
  Buffer<Scalar> context_;  ///< [queries of a wave, in tiles][kTileRows, valueWidth]
  int waveKeyHeads_ = 1;
  int firstHead_ = 0;  ///< of the wave
};

}  // namespace attn
