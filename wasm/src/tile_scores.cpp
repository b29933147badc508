#include "tile_scores.hpp"

#include <algorithm>

#include "zeros.hpp"

namespace attn {

template <typename Scalar>
TileScores<Scalar>::TileScores(const FusedAttentionInput<Scalar>& input, double factor)
    : input_(input), isByTanh_(input.scoreFunction == ScoreFunction::additive), factor_(factor), operands_(input) {
  // Terms go in pairs.
  depth_ = isByTanh_ ? roundUp(input.shape.attentionDim, 2) : operands_.width();
}

template <typename Scalar>
bool TileScores<Scalar>::resize(int queryHeadCount, int keyHeadCount) {
  if (!operands_.resize(queryHeadCount, keyHeadCount)) return false;
  if (!isByTanh_) return true;
  if (!resizeToZeros(u_, static_cast<std::size_t>(operands_.width()))) return false;
  double sum = 0;
  for (int k = 0; k < input_.shape.attentionDim; ++k) {
    const double v = factor_ * static_cast<double>(input_.v[k]);
    u_[static_cast<std::size_t>(k)] = static_cast<Scalar>(-2 * v);
    sum += v;
  }
  offset_ = static_cast<Scalar>(sum);
  return true;
}

template <typename Scalar>
void TileScores<Scalar>::packQueries(int head, int tile, PackedHeads<Scalar>& packed) const {
  if (isByTanh_) return packed.packQueryPowers(head, tile, operands_.queries(head), operands_.width());
  packed.packQueries(head, tile, operands_.queries(head), static_cast<Scalar>(factor_));
}

template <typename Scalar>
void TileScores<Scalar>::packKeys(int head, int block, PackedHeads<Scalar>& packed) const {
  if (isByTanh_) return packed.packKeyPowers(head, block, operands_.keys(head), operands_.width());
  packed.packKeys(head, block, operands_.keys(head));
}

template <typename Scalar>
void TileScores<Scalar>::compute(const PackedHeads<Scalar>& packed, int queryHead, int tile, int keyHead, int block,
                                 Scalar* scores) const {
  if (isByTanh_) return computeByTanh(packed, {queryHead, tile, keyHead, block}, scores);
  const Scalar* const queries = packed.queries(queryHead, tile);
  const Scalar* const keys = packed.keys(keyHead, block);
  for (int i = 0; i < packed.blockWidth(block); i += kPanelWidth<Scalar>) {
    multiplyTile<TileStart::zero, 1, kTileRows>(queries, keys + rowOffset(i, depth_), depth_, scores + i, kKeyBlock);
  }
}

template <typename Scalar>
void TileScores<Scalar>::computeByTanh(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const {
  // Each query's form is its own, so that what comes out does not depend on which queries share a tile.
  const Scalar* const largestOfQueries = packed.largestOfQueries(place.queryHead, place.tile);
  const Scalar largestOfKeys = packed.largestOfKeys(place.keyHead, place.block);
  TanhForm forms[kTileRows] = {};
  for (int r = 0; r < kTileRows; ++r) {
    forms[r] = r < rowCount(place.tile) ? tanhFormFor(largestOfQueries[r], largestOfKeys) : forms[0];
  }
  computeInForm(forms[0], packed, place, scores);
  for (const TanhForm other : {TanhForm::product, TanhForm::bounded, TanhForm::direct}) {
    if (other == forms[0] || std::find(forms, forms + kTileRows, other) == forms + kTileRows) continue;
    Scalar others[kTileRows * kKeyBlock];
    computeInForm(other, packed, place, others);
    for (int r = 0; r < kTileRows; ++r) {
      if (forms[r] != other) continue;
      std::copy_n(others + r * kKeyBlock, packed.blockWidth(place.block), scores + r * kKeyBlock);
    }
  }
}

template <typename Scalar>
void TileScores<Scalar>::computeInForm(TanhForm form, const PackedHeads<Scalar>& packed, const Place& place,
                                       Scalar* scores) const {
  switch (form) {
    case TanhForm::product:
      return computeByPowers<TanhForm::product>(packed, place, scores);
    case TanhForm::bounded:
      return computeByPowers<TanhForm::bounded>(packed, place, scores);
    case TanhForm::direct:
      return computeDirectly(packed, place, scores);
  }
}

template <typename Scalar>
template <TanhForm kForm>
void TileScores<Scalar>::computeByPowers(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const {
  const Scalar* const queries = packed.queries(place.queryHead, place.tile);
  const Scalar* const keys = packed.keys(place.keyHead, place.block);
  for (int i = 0; i < packed.blockWidth(place.block); i += kPanelWidth<Scalar>) {
    tanhTile<kForm>(queries, keys + rowOffset(i, depth_), u_.data(), depth_, offset_, scores + i, kKeyBlock);
  }
}

template <typename Scalar>
void TileScores<Scalar>::computeDirectly(const PackedHeads<Scalar>& packed, const Place& place, Scalar* scores) const {
  const int width = operands_.width();
  const int blockWidth = packed.blockWidth(place.block);
  const int keyCount = std::min(blockWidth, input_.shape.keyCount - place.block * kKeyBlock);
  const Scalar* const queries = operands_.queries(place.queryHead) + rowOffset(place.tile * kTileRows, width);
  const Scalar* const keys = operands_.keys(place.keyHead) + rowOffset(place.block * kKeyBlock, width);
  for (int r = 0; r < kTileRows; ++r) {
    Scalar* const row = scores + r * kKeyBlock;
    std::fill_n(row, blockWidth, Scalar(0));
    if (r >= rowCount(place.tile)) continue;
    for (int i = 0; i < keyCount; ++i) {
      row[i] = directTanhSum(queries + rowOffset(r, width), keys + rowOffset(i, width), u_.data(), width, offset_);
    }
  }
}

template class TileScores<float>;
template class TileScores<double>;

}  // namespace attn
