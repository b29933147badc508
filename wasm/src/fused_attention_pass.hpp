#pragma once

#include <cstdint>

#include "fused_tiles.hpp"

namespace attn {

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
  int groupSize() const { return input_.shape.headCount / input_.shape.keyHeadCount; }
  void pack(int firstKeyHead, int keyHeadCount);

  const FusedAttentionInput<Scalar>& input_;
  const FusedAttentionOutput<Scalar>& output_;
  std::uint8_t* const isUnfinished_;
  TileScores<Scalar> scores_;
  PackedSizes sizes_;
  PackedHeads<Scalar> packed_;
  Buffer<Scalar> context_;  ///< [queries of a wave, in tiles][kTileRows, valueWidth]
  int waveKeyHeads_ = 1;
};

}  // namespace attn
