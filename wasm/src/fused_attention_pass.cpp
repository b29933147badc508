#include "fused_attention_pass.hpp"

#include <algorithm>

#include "parallel.hpp"

namespace attn {
namespace {

/// What a wave may pack: a second-level cache or two, and enough heads to keep every thread busy. A head that is larger
/// is a wave by itself.
constexpr std::size_t kWaveNumbers = 1 << 20;
/// Pieces of a wave: enough that threads end together, each large enough to be worth handing out.
constexpr int kPiecesPerWave = 64;

}  // namespace

template <typename Scalar>
FusedAttentionPass<Scalar>::FusedAttentionPass(const FusedAttentionInput<Scalar>& input, double scale,
                                               const FusedAttentionOutput<Scalar>& output, std::uint8_t* isUnfinished)
    : input_(input),
      output_(output),
      isUnfinished_(isUnfinished),
      scores_(input, scale * kLog2e),
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
  const FusedTiles<Scalar> tiles(input_, scores_, packed_, context_.data(), output_, isUnfinished_);
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
        tiles.attend(keyHead * groupSize(), head, first, count);
        begin += count;
      }
    });
  }
}

template <typename Scalar>
void FusedAttentionPass<Scalar>::pack(int firstKeyHead, int keyHeadCount) {
  const int headCount = keyHeadCount * groupSize();
  scores_.project(firstKeyHead * groupSize(), headCount, firstKeyHead, keyHeadCount);
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

template class FusedAttentionPass<float>;
template class FusedAttentionPass<double>;

}  // namespace attn
