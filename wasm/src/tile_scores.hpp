#pragma once

#include "packed_heads.hpp"
#include "score_operands.hpp"
#include "tanh_tile.hpp"

namespace attn {

/// The scores of the fused attention, a tile of queries by a block of keys at a time: what the score function needs to
/// be packed, and what it makes of that.
template <typename Scalar>
class TileScores {
 public:
  /// factor takes the place of the scale: times kLog2e for scores in units of log 2.
  TileScores(const FusedAttentionInput<Scalar>& input, double factor);

  /// Room for so many heads. False when memory runs out.
  [[nodiscard]] bool resize(int queryHeadCount, int keyHeadCount);
  /// As ScoreOperands::project.
  void project(int firstQueryHead, int queryHeadCount, int firstKeyHead, int keyHeadCount) {
    operands_.project(firstQueryHead, queryHeadCount, firstKeyHead, keyHeadCount);
  }

  /// PackedSizes::depth
  int depth() const { return depth_; }
  void packQueries(int head, int tile, PackedHeads<Scalar>& packed) const;
  void packKeys(int head, int block, PackedHeads<Scalar>& packed) const;
  /// scores [kTileRows, kKeyBlock], of which blockWidth(block) columns are filled.
  void compute(const PackedHeads<Scalar>& packed, int queryHead, int tile, int keyHead, int block,
               Scalar* scores) const;

 private:
  /// Where a tile and a block stand.
  struct Place {
    int queryHead;
    int tile;
    int keyHead;
    int block;
  };

  int rowCount(int tile) const { return std::min(kTileRows, input_.shape.queryCount - tile * kTileRows); }
  void computeByTanh(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const;
  void computeInForm(TanhForm form, const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const;
  template <TanhForm kForm>
  void computeByPowers(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const;
  void computeDirectly(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const;

  const FusedAttentionInput<Scalar>& input_;
  const bool isByTanh_;
  const double factor_;
  int depth_;
  ScoreOperands<Scalar> operands_;
  Buffer<Scalar> u_;  ///< of tanh_tile.hpp, [operands_.width()]
  Scalar offset_ = 0;
};

}  // namespace attn
