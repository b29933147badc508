#include "fused_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fused_attention_row.hpp"
#include "tile_mask.hpp"

namespace attn {
namespace {

/// A score to which a mask adds more than this has lost digits that softmax, to which it is the same for all, would
/// keep.
constexpr double kMostShift = 256;

template <typename Scalar>
void hide(KeyReach reach, int firstKey, int blockWidth, Scalar* scores) {
  constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();
  const int first = std::clamp(reach.first - firstKey, 0, blockWidth);
  const int end = std::clamp(reach.last + 1 - firstKey, first, blockWidth);
  std::fill(scores, scores + first, kHidden);
  std::fill(scores + end, scores + blockWidth, kHidden);
}

}  // namespace

template <typename Scalar>
KeyReach fusedAttentionReach(const FusedAttentionInput<Scalar>& input, int queryIndex) {
  const FusedAttentionShape& s = input.shape;
  const int byDefault = input.causal == Causal::bottomRight ? s.keyCount - s.queryCount : 0;
  const int row = input.queryRows == nullptr ? queryIndex : static_cast<int>(input.queryRows[queryIndex]);
  return keyReach(input.firstPosition.value_or(byDefault) + row, s.keyCount, input.causal, input.leftWindow,
                  input.rightWindow);
}

template <typename Scalar>
FusedTiles<Scalar>::FusedTiles(const FusedAttentionInput<Scalar>& input, const TileScores<Scalar>& scores,
                               const PackedHeads<Scalar>& packed, Scalar* context,
                               const FusedAttentionOutput<Scalar>& output, std::uint8_t* isUnfinished)
    : input_(input),
      scores_(scores),
      packed_(packed),
      context_(context),
      output_(output),
      isUnfinished_(isUnfinished),
      sizes_(packed.sizes()),
      groupSize_(input.shape.headCount / input.shape.keyHeadCount),
      hasMasks_(input.keepMask.data != nullptr || input.additiveMask.data != nullptr) {}

template <typename Scalar>
void FusedTiles<Scalar>::attend(int firstHead, int head, int firstTile, int tileCount) const {
  Tile tiles[kTilesPerGroup];
  KeyReach any{sizes_.keyCount, -1};
  for (int i = 0; i < tileCount; ++i) {
    const int index = firstTile + i;
    tiles[i].inputHead = firstHead + head;
    tiles[i].head = head;
    tiles[i].index = index;
    tiles[i].context = context_ + rowOffset((head * sizes_.tileCount() + index) * kTileRows, packed_.valueWidth());
    start(tiles[i]);
    any = {std::min(any.first, tiles[i].any.first), std::max(any.last, tiles[i].any.last)};
  }
  for (int block = any.first / kKeyBlock; block * kKeyBlock <= any.last; ++block) {
    for (int i = 0; i < tileCount; ++i) take(tiles[i], block);
  }
  for (int i = 0; i < tileCount; ++i) finish(tiles[i]);
}

template <typename Scalar>
void FusedTiles<Scalar>::start(Tile& tile) const {
  std::fill_n(tile.context, rowOffset(kTileRows, packed_.valueWidth()), Scalar(0));
  tile.any = {sizes_.keyCount, -1};
  for (int r = 0; r < kTileRows; ++r) {
    // Rows that fill up the tile see what the last query sees; nobody asks for them.
    const int query = std::min(tile.index * kTileRows + r, sizes_.queryCount - 1);
    tile.reach[r] = fusedAttentionReach(input_, query);
    tile.any.first = std::min(tile.any.first, tile.reach[r].first);
    tile.any.last = std::max(tile.any.last, tile.reach[r].last);
    tile.largestShift[r] = hasMasks_ ? -std::numeric_limits<Scalar>::infinity() : Scalar(0);
    tile.hasSeen[r] = !hasMasks_ && tile.reach[r].last >= tile.reach[r].first;
  }
}

template <typename Scalar>
void FusedTiles<Scalar>::take(Tile& tile, int block) const {
  const int firstKey = block * kKeyBlock;
  const int blockWidth = packed_.blockWidth(block);
  if (tile.any.last < firstKey || tile.any.first >= firstKey + blockWidth) return;

  const int keyHead = tile.head / groupSize_;
  Scalar shifts[kTileRows * kKeyBlock];
  if (hasMasks_ && !fillShiftsOfTile(tile, firstKey, blockWidth, shifts)) return;

  Scalar scores[kTileRows * kKeyBlock];
  scores_.compute(packed_, tile.head, tile.index, keyHead, block, scores);
  const int valueWidth = packed_.valueWidth();
  for (int r = 0; r < kTileRows; ++r) {
    Scalar* const row = scores + r * kKeyBlock;
    if (hasMasks_) {
      shiftScores(shifts + r * kKeyBlock, blockWidth, row);
    } else {
      hide(tile.reach[r], firstKey, blockWidth, row);
    }
    const Scalar factor = tile.softmax[r].take(row, blockWidth, firstKey);
    if (factor == 1) continue;
    Scalar* const context = tile.context + rowOffset(r, valueWidth);
    for (int c = 0; c < valueWidth; ++c) context[c] *= factor;
  }
  for (int c = 0; c < valueWidth; c += kPanelWidth<Scalar>) {
    multiplyTile<TileStart::sums, kKeyBlock, 1>(scores, packed_.values(keyHead, block) + rowOffset(c, blockWidth),
                                                blockWidth, tile.context + c, valueWidth);
  }
}

/// False where no query of the tile sees a key of the block.
template <typename Scalar>
bool FusedTiles<Scalar>::fillShiftsOfTile(Tile& tile, int firstKey, int blockWidth, Scalar* shifts) const {
  bool hasAny = false;
  for (int r = 0; r < kTileRows; ++r) {
    const int query = std::min(tile.index * kTileRows + r, sizes_.queryCount - 1);
    Scalar* const row = shifts + r * kKeyBlock;
    const bool sees = fillShifts(input_, tile.inputHead, query, tile.reach[r], firstKey, blockWidth, kLog2e, row);
    tile.largestShift[r] = std::max(tile.largestShift[r], *std::max_element(row, row + blockWidth));
    tile.hasSeen[r] = tile.hasSeen[r] || sees;
    hasAny = hasAny || sees;
  }
  return hasAny;
}

template <typename Scalar>
void FusedTiles<Scalar>::finish(const Tile& tile) const {
  const int first = tile.index * kTileRows;
  const int rowCount = std::min(kTileRows, sizes_.queryCount - first);
  for (int r = 0; r < rowCount; ++r) {
    const std::size_t row = rowOffset(tile.inputHead, sizes_.queryCount) + static_cast<std::size_t>(first + r);
    if (!tile.hasSeen[r]) {
      clearFusedAttentionRow(sizes_.valueDim, row, output_);
      isUnfinished_[row] = 0;
    } else {
      const bool isFinite = finishRow(tile.softmax[r], tile.context + rowOffset(r, packed_.valueWidth()), row);
      isUnfinished_[row] = isFinite && std::abs(tile.largestShift[r]) <= Scalar(kMostShift) ? 0 : 1;
    }
  }
}

/// Divides by the sum what was weighted [valueWidth]. False where a result is not finite.
template <typename Scalar>
bool FusedTiles<Scalar>::finishRow(const OnlineSoftmax<Scalar>& softmax, Scalar* weighted, std::size_t row) const {
  using Vector = typename Simd<Scalar>::Vector;
  const Vector divisor = Simd<Scalar>::splat(softmax.sum);
  // Adds up to NaN where a number is not finite.
  Vector zeros = Simd<Scalar>::splat(0);
  for (int c = 0; c < packed_.valueWidth(); c += Simd<Scalar>::kLanes) {
    const Vector mean = load(weighted + c) / divisor;
    zeros += mean * Simd<Scalar>::splat(0);
    store<Scalar>(mean, weighted + c);
  }
  std::copy_n(weighted, sizes_.valueDim, output_.context + row * static_cast<std::size_t>(sizes_.valueDim));

  constexpr double kLog2 = 0.693147180559945309;
  const double sum = static_cast<double>(softmax.sum);
  const double logSum = std::log(sum);
  const double entropy = logSum - kLog2 * static_cast<double>(softmax.distanceSum) / sum;
  output_.logSumExp[row] = static_cast<Scalar>(kLog2 * static_cast<double>(softmax.largest) + logSum);
  output_.entropy[row] = static_cast<Scalar>(std::max(0.0, entropy));
  output_.largestKey[row] = static_cast<Scalar>(softmax.largestKey);
  return std::isfinite(entropy) && softmax.largestKey >= 0 && sumOfLanes(zeros) == 0;
}

template KeyReach fusedAttentionReach(const FusedAttentionInput<float>&, int);
template KeyReach fusedAttentionReach(const FusedAttentionInput<double>&, int);
template class FusedTiles<float>;
template class FusedTiles<double>;

}  // namespace attn
