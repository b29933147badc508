#include "attn/fused_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/limits.hpp"
#include "fused_attention_row.hpp"
#include "key_reach.hpp"
#include "matrix.hpp"
#include "online_softmax.hpp"
#include "packed_head.hpp"
#include "parallel.hpp"
#include "simd.hpp"
#include "tile_product.hpp"

namespace attn {
namespace {

/// Tiles of queries that share a block of keys while it is in the first-level cache.
constexpr int kTilesPerPiece = 8;

template <typename Scalar>
Status check(const FusedAttentionInput<Scalar>& input) {
  const auto [headCount, queryCount, keyCount, keyDim, valueDim] = input.shape;
  if (std::min({headCount, queryCount, keyCount, keyDim, valueDim}) < 1) return Status::badShape;
  if (std::max(queryCount, keyCount) > kMaxCount || std::max(keyDim, valueDim) > kMaxDim) return Status::tooLarge;
  if (input.queries == nullptr || input.keys == nullptr || input.values == nullptr) return Status::badShape;
  if (input.scale && !std::isfinite(*input.scale)) return Status::badValue;
  const bool hasWindows = input.leftWindow.value_or(0) >= 0 && input.rightWindow.value_or(0) >= 0;
  return hasWindows ? Status::ok : Status::badValue;
}

template <typename Scalar>
KeyReach reachOf(const FusedAttentionInput<Scalar>& input, int queryIndex) {
  const FusedAttentionShape& s = input.shape;
  const int firstPosition = input.causal == Causal::bottomRight ? s.keyCount - s.queryCount : 0;
  return keyReach(firstPosition + queryIndex, s.keyCount, input.causal, input.leftWindow, input.rightWindow);
}

/// kTileRows queries on their way through the blocks of keys.
template <typename Scalar>
struct QueryTile {
  OnlineSoftmax<Scalar> softmax[kTileRows];
  KeyReach reach[kTileRows];
  KeyReach any;     ///< what at least one of them sees
  Scalar* context;  ///< [kTileRows, valueWidth] of weights that are not divided by their sum yet
};

template <typename Scalar>
class HeadPass {
 public:
  HeadPass(const FusedAttentionInput<Scalar>& input, int head, double scale, const PackedHead<Scalar>& packed,
           Scalar* context, const FusedAttentionOutput<Scalar>& output)
      : input_(input), head_(head), scale_(scale), packed_(packed), context_(context), output_(output) {}

  /// Tiles firstTile … endTile − 1, at most kTilesPerPiece.
  void attend(int firstTile, int endTile) const {
    QueryTile<Scalar> tiles[kTilesPerPiece];
    const int tileCount = endTile - firstTile;
    for (int i = 0; i < tileCount; ++i) start(tiles[i], firstTile + i);
    for (int block = 0; block < packed_.blockCount(); ++block) {
      for (int i = 0; i < tileCount; ++i) take(tiles[i], firstTile + i, block);
    }
    for (int i = 0; i < tileCount; ++i) finish(tiles[i], firstTile + i);
  }

 private:
  void start(QueryTile<Scalar>& tile, int tileIndex) const {
    const int width = packed_.valueWidth();
    tile.context = context_ + rowOffset(tileIndex * kTileRows, width);
    std::fill_n(tile.context, rowOffset(kTileRows, width), Scalar(0));
    tile.any = {input_.shape.keyCount, -1};
    for (int r = 0; r < kTileRows; ++r) {
      // Rows that fill up the tile see what the last query sees; nobody asks for them.
      const int query = std::min(tileIndex * kTileRows + r, input_.shape.queryCount - 1);
      tile.reach[r] = reachOf(input_, query);
      tile.any.first = std::min(tile.any.first, tile.reach[r].first);
      tile.any.last = std::max(tile.any.last, tile.reach[r].last);
    }
  }

  void take(QueryTile<Scalar>& tile, int tileIndex, int block) const {
    const int firstKey = block * kKeyBlock;
    const int blockWidth = packed_.blockWidth(block);
    if (tile.any.last < firstKey || tile.any.first >= firstKey + blockWidth) return;

    constexpr int kWidth = kPanelWidth<Scalar>;
    Scalar scores[kTileRows * kKeyBlock];
    const int keyDim = input_.shape.keyDim;
    for (int i = 0; i < blockWidth; i += kWidth) {
      multiplyTile<TileStart::zero, 1, kTileRows>(
          packed_.queries(tileIndex), packed_.keys(block) + rowOffset(i, keyDim), keyDim, scores + i, kKeyBlock);
    }
    const int valueWidth = packed_.valueWidth();
    for (int r = 0; r < kTileRows; ++r) {
      Scalar* const row = scores + r * kKeyBlock;
      hide(tile.reach[r], firstKey, blockWidth, row);
      const Scalar factor = tile.softmax[r].take(row, blockWidth, firstKey);
      if (factor == 1) continue;
      Scalar* const context = tile.context + rowOffset(r, valueWidth);
      for (int c = 0; c < valueWidth; ++c) context[c] *= factor;
    }
    for (int c = 0; c < valueWidth; c += kWidth) {
      multiplyTile<TileStart::sums, kKeyBlock, 1>(scores, packed_.values(block) + rowOffset(c, blockWidth), blockWidth,
                                                  tile.context + c, valueWidth);
    }
  }

  static void hide(KeyReach reach, int firstKey, int blockWidth, Scalar* scores) {
    constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();
    const int first = std::clamp(reach.first - firstKey, 0, blockWidth);
    const int end = std::clamp(reach.last + 1 - firstKey, first, blockWidth);
    std::fill(scores, scores + first, kHidden);
    std::fill(scores + end, scores + blockWidth, kHidden);
  }

  void finish(const QueryTile<Scalar>& tile, int tileIndex) const {
    const FusedAttentionShape& s = input_.shape;
    const int rowCount = std::min(kTileRows, s.queryCount - tileIndex * kTileRows);
    for (int r = 0; r < rowCount; ++r) {
      const std::size_t row = rowOffset(head_, s.queryCount) + static_cast<std::size_t>(tileIndex * kTileRows + r);
      if (tile.reach[r].last < tile.reach[r].first) {
        clearFusedAttentionRow(s.valueDim, row, output_);
      } else if (!finishRow(tile.softmax[r], tile.context + rowOffset(r, packed_.valueWidth()), row)) {
        computeFusedAttentionRow(input_, scale_, row, tile.reach[r], output_);
      }
    }
  }

  /// Divides by the sum what was weighted [valueWidth]. False where a result is not finite.
  bool finishRow(const OnlineSoftmax<Scalar>& softmax, Scalar* weighted, std::size_t row) const {
    using Vector = typename Simd<Scalar>::Vector;
    const Vector divisor = Simd<Scalar>::splat(softmax.sum);
    // Adds up to NaN where a number is not finite.
    Vector zeros = Simd<Scalar>::splat(0);
    for (int c = 0; c < packed_.valueWidth(); c += Simd<Scalar>::kLanes) {
      const Vector mean = load(weighted + c) / divisor;
      zeros += mean * Simd<Scalar>::splat(0);
      store<Scalar>(mean, weighted + c);
    }
    const int valueDim = input_.shape.valueDim;
    std::copy_n(weighted, valueDim, output_.context + row * static_cast<std::size_t>(valueDim));

    constexpr double kLog2 = 0.693147180559945309;
    const double sum = static_cast<double>(softmax.sum);
    const double logSum = std::log(sum);
    const double entropy = logSum - kLog2 * static_cast<double>(softmax.distanceSum) / sum;
    output_.logSumExp[row] = static_cast<Scalar>(kLog2 * static_cast<double>(softmax.largest) + logSum);
    output_.entropy[row] = static_cast<Scalar>(std::max(0.0, entropy));
    output_.largestKey[row] = static_cast<Scalar>(softmax.largestKey);
    return std::isfinite(entropy) && sumOfLanes(zeros) == 0;
  }

  const FusedAttentionInput<Scalar>& input_;
  const int head_;
  const double scale_;
  const PackedHead<Scalar>& packed_;
  Scalar* const context_;  ///< [tileCount · kTileRows, valueWidth]
  const FusedAttentionOutput<Scalar>& output_;
};

}  // namespace

template <typename Scalar>
Status computeFusedAttention(const FusedAttentionInput<Scalar>& input, const FusedAttentionOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  PackedHead<Scalar> packed;
  Buffer<Scalar> context;
  if (!packed.resize(input.shape)) return Status::outOfMemory;
  if (!context.resize(rowOffset(packed.tileCount() * kTileRows, packed.valueWidth()))) return Status::outOfMemory;

  constexpr double kLog2e = 1.44269504088896341;
  const double scale = input.scale.value_or(defaultScale(ScoreFunction::scaledDot, input.shape.keyDim));
  for (int head = 0; head < input.shape.headCount; ++head) {
    packed.pack(input, head, scale * kLog2e);
    const HeadPass<Scalar> pass(input, head, scale, packed, context.data(), output);
    parallelFor(packed.tileCount(), kTilesPerPiece, [&](int begin, int end) { pass.attend(begin, end); });
  }
  return Status::ok;
}

template Status computeFusedAttention(const FusedAttentionInput<float>&, const FusedAttentionOutput<float>&);
template Status computeFusedAttention(const FusedAttentionInput<double>&, const FusedAttentionOutput<double>&);

}  // namespace attn
