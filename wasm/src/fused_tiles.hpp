#pragma once

#include <cstdint>

#include "key_reach.hpp"
#include "online_softmax.hpp"
#include "tile_scores.hpp"

namespace attn {

/// Tiles of queries that share a block of keys while it is in the first-level cache.
constexpr int kTilesPerGroup = 8;

/// What a query sees through causality and windows.
template <typename Scalar>
KeyReach fusedAttentionReach(const FusedAttentionInput<Scalar>& input, int queryIndex);

/// Takes tiles of queries through the blocks of keys that they see: scores, running softmax, running context.
template <typename Scalar>
class FusedTiles {
 public:
  /// context is room for [tileCount · kTileRows, valueWidth] of each packed head. isUnfinished [headCount, queryCount]
  /// becomes 1 where a result is not to be trusted: it is not finite, or a mask has taken the digits of all scores.
  FusedTiles(const FusedAttentionInput<Scalar>& input, const TileScores<Scalar>& scores,
             const PackedHeads<Scalar>& packed, Scalar* context, const FusedAttentionOutput<Scalar>& output,
             std::uint8_t* isUnfinished);

  /// tileCount tiles of one packed head, which is firstHead + head of the input; at most kTilesPerGroup.
  void attend(int firstHead, int head, int firstTile, int tileCount) const;

 private:
  struct Tile {
    int inputHead;
    int head;   ///< as packed
    int index;  ///< in its head
    OnlineSoftmax<Scalar> softmax[kTileRows];
    KeyReach reach[kTileRows];
    KeyReach any;                    ///< what at least one of them reaches
    bool hasSeen[kTileRows];         ///< any key at all
    Scalar largestShift[kTileRows];  ///< of the keys that are seen
    Scalar* context;                 ///< [kTileRows, valueWidth] of weights that are not divided by their sum yet
  };

  void start(Tile& tile) const;
  void take(Tile& tile, int block) const;
  bool fillShiftsOfTile(Tile& tile, int firstKey, int blockWidth, Scalar* shifts) const;
  void finish(const Tile& tile) const;
  bool finishRow(const OnlineSoftmax<Scalar>& softmax, Scalar* weighted, std::size_t row) const;

  const FusedAttentionInput<Scalar>& input_;
  const TileScores<Scalar>& scores_;
  const PackedHeads<Scalar>& packed_;
  Scalar* const context_;
  const FusedAttentionOutput<Scalar>& output_;
  std::uint8_t* const isUnfinished_;
  const PackedSizes sizes_;
  const int groupSize_;  ///< heads of queries to a head of keys
  const bool hasMasks_;
};

}  // namespace attn
