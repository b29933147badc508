#include "fused_attention_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fused_attention_row.hpp"
#include "parallel.hpp"
#include "tile_mask.hpp"

namespace attn {
namespace {

/// Tiles of queries that share a block of keys while it is in the first-level cache.
constexpr int kTilesPerGroup = 8;
/// What a wave may pack: a second-level cache or two, and enough heads to keep every thread busy. A head that is larger
/// is a wave by itself.
constexpr std::size_t kWaveNumbers = 1 << 20;
/// Pieces of a wave: enough that threads end together, each large enough to be worth handing out.
constexpr int kPiecesPerWave = 64;

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
  return keyReach(input.firstPosition.value_or(byDefault) + queryIndex, s.keyCount, input.causal, input.leftWindow,
                  input.rightWindow);
}

template <typename Scalar>
FusedAttentionPass<Scalar>::FusedAttentionPass(const FusedAttentionInput<Scalar>& input, double scale,
                                               const FusedAttentionOutput<Scalar>& output, std::uint8_t* isUnfinished)
    : input_(input),
      output_(output),
      isUnfinished_(isUnfinished),
      scores_(input, scale),
      sizes_{input.shape.queryCount, input.shape.keyCount, scores_.depth(), input.shape.valueDim} {
  // Of queries as much again for what their context is summed in.
  const std::size_t numbers = PackedHeads<Scalar>::keyNumbers(sizes_) +
                              static_cast<std::size_t>(groupSize()) * PackedHeads<Scalar>::queryNumbers(sizes_) * 2;
  const std::size_t most = std::max<std::size_t>(1, kWaveNumbers / numbers);
  waveKeyHeads_ = static_cast<int>(std::min(most, static_cast<std::size_t>(input.shape.keyHeadCount)));
}

template <typename Scalar>
bool FusedAttentionPass<Scalar>::resize() {
  const int waveHeads = waveKeyHeads_ * groupSize();
  return scores_.resize(waveHeads, waveKeyHeads_) && packed_.resize(sizes_, waveHeads, waveKeyHeads_) &&
         context_.resize(rowOffset(waveHeads * sizes_.tileCount() * kTileRows, packed_.valueWidth()));
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::run() {
  const FusedAttentionShape& s = input_.shape;
  const int tilesPerHead = sizes_.tileCount();
  const std::size_t depth = static_cast<std::size_t>(sizes_.depth + s.valueDim);
  for (int keyHead = 0; keyHead < s.keyHeadCount; keyHead += waveKeyHeads_) {
    const int keyHeadCount = std::min(waveKeyHeads_, s.keyHeadCount - keyHead);
    pack(keyHead, keyHeadCount);
    const int tileCount = keyHeadCount * groupSize() * tilesPerHead;
    const int grain =
        std::max((tileCount + kPiecesPerWave - 1) / kPiecesPerWave, rowGrain(rowOffset(kTileRows, s.keyCount) * depth));
    parallelFor(tileCount, grain, [&](int begin, int end) {
      while (begin < end) {
        const int head = begin / tilesPerHead;
        const int first = begin % tilesPerHead;
        const int count = std::min({kTilesPerGroup, end - begin, tilesPerHead - first});
        attend(head, first, count);
        begin += count;
      }
    });
  }
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::pack(int firstKeyHead, int keyHeadCount) {
  firstHead_ = firstKeyHead * groupSize();
  const int headCount = keyHeadCount * groupSize();
  scores_.project(firstHead_, headCount, firstKeyHead, keyHeadCount);
  const Scalar* const values = input_.values + rowOffset(firstKeyHead, sizes_.keyCount) * std::size_t(sizes_.valueDim);
  // One list: the blocks of keys, then groups of tiles that are about as much work.
  const int blocksPerHead = sizes_.blockCount();
  const int groupsPerHead = (sizes_.tileCount() + kTilesPerGroup - 1) / kTilesPerGroup;
  const int blockCount = keyHeadCount * blocksPerHead;
  parallelFor(blockCount + headCount * groupsPerHead, rowGrain(rowOffset(kKeyBlock, sizes_.depth + sizes_.valueDim)),
              [&](int begin, int end) {
                for (int i = begin; i < end; ++i) {
                  if (i < blockCount) {
                    const int head = i / blocksPerHead;
                    const int block = i % blocksPerHead;
                    scores_.packKeys(head, block, packed_);
                    packed_.packBlockValues(head, block,
                                            values + rowOffset(head, sizes_.keyCount) * std::size_t(sizes_.valueDim));
                    continue;
                  }
                  const int head = (i - blockCount) / groupsPerHead;
                  const int first = (i - blockCount) % groupsPerHead * kTilesPerGroup;
                  const int last = std::min(first + kTilesPerGroup, sizes_.tileCount());
                  for (int tile = first; tile < last; ++tile) scores_.packQueries(head, tile, packed_);
                }
              });
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::attend(int head, int firstTile, int tileCount) {
  Tile tiles[kTilesPerGroup];
  const int width = packed_.valueWidth();
  for (int i = 0; i < tileCount; ++i) {
    tiles[i].head = head;
    tiles[i].index = firstTile + i;
    tiles[i].context = context_.data() + rowOffset((head * sizes_.tileCount() + firstTile + i) * kTileRows, width);
    start(tiles[i]);
  }
  for (int block = 0; block < sizes_.blockCount(); ++block) {
    for (int i = 0; i < tileCount; ++i) take(tiles[i], block);
  }
  for (int i = 0; i < tileCount; ++i) finish(tiles[i]);
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::start(Tile& tile) const {
  std::fill_n(tile.context, rowOffset(kTileRows, packed_.valueWidth()), Scalar(0));
  tile.any = {sizes_.keyCount, -1};
  for (int r = 0; r < kTileRows; ++r) {
    // Rows that fill up the tile see what the last query sees; nobody asks for them.
    const int query = std::min(tile.index * kTileRows + r, sizes_.queryCount - 1);
    tile.reach[r] = fusedAttentionReach(input_, query);
    tile.any.first = std::min(tile.any.first, tile.reach[r].first);
    tile.any.last = std::max(tile.any.last, tile.reach[r].last);
    tile.hasSeen[r] = !hasMasks() && tile.reach[r].last >= tile.reach[r].first;
  }
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::take(Tile& tile, int block) const {
  const int firstKey = block * kKeyBlock;
  const int blockWidth = packed_.blockWidth(block);
  if (tile.any.last < firstKey || tile.any.first >= firstKey + blockWidth) return;

  const int keyHead = tile.head / groupSize();
  Scalar shifts[kTileRows * kKeyBlock];
  if (hasMasks() && !fillShiftsOfTile(tile, firstKey, blockWidth, shifts)) return;

  Scalar scores[kTileRows * kKeyBlock];
  scores_.compute(packed_, tile.head, tile.index, keyHead, block, scores);
  const int valueWidth = packed_.valueWidth();
  for (int r = 0; r < kTileRows; ++r) {
    Scalar* const row = scores + r * kKeyBlock;
    if (hasMasks()) {
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
bool FusedAttentionPass<Scalar>::fillShiftsOfTile(Tile& tile, int firstKey, int blockWidth, Scalar* shifts) const {
  bool hasAny = false;
  for (int r = 0; r < kTileRows; ++r) {
    const int query = std::min(tile.index * kTileRows + r, sizes_.queryCount - 1);
    const bool sees =
        fillShifts(input_, firstHead_ + tile.head, query, tile.reach[r], firstKey, blockWidth, shifts + r * kKeyBlock);
    tile.hasSeen[r] = tile.hasSeen[r] || sees;
    hasAny = hasAny || sees;
  }
  return hasAny;
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::finish(const Tile& tile) const {
  const int first = tile.index * kTileRows;
  const int rowCount = std::min(kTileRows, sizes_.queryCount - first);
  for (int r = 0; r < rowCount; ++r) {
    const std::size_t row = rowOffset(firstHead_ + tile.head, sizes_.queryCount) + static_cast<std::size_t>(first + r);
    if (!tile.hasSeen[r]) {
      clearFusedAttentionRow(sizes_.valueDim, row, output_);
      isUnfinished_[row] = 0;
    } else {
      const bool isFinite = finishRow(tile.softmax[r], tile.context + rowOffset(r, packed_.valueWidth()), row);
      isUnfinished_[row] = isFinite ? 0 : 1;
    }
  }
}

/// Divides by the sum what was weighted [valueWidth]. False where a result is not finite.
template <typename Scalar>
bool FusedAttentionPass<Scalar>::finishRow(const OnlineSoftmax<Scalar>& softmax, Scalar* weighted,
                                           std::size_t row) const {
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
template class FusedAttentionPass<float>;
template class FusedAttentionPass<double>;

}  // namespace attn
