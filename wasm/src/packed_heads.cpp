#include "packed_heads.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tanh_tile.hpp"

namespace attn {
namespace {

/// packed [width, kPanel] = the transpose of at most kPanel of the rows [count, width], times factor.
template <int kPanel, typename Scalar>
void packTransposed(const Scalar* rows, int count, int width, Scalar factor, Scalar* packed) {
  if (count < kPanel) std::fill_n(packed, kPanel * width, Scalar(0));
  for (int r = 0; r < std::min(count, kPanel); ++r) {
    for (int c = 0; c < width; ++c) packed[c * kPanel + r] = rows[r * width + c] * factor;
  }
}

/// packed [panel][blockWidth, kPanelWidth] = at most blockWidth of the rows [count, width].
template <typename Scalar>
void packValues(const Scalar* rows, int count, int width, int blockWidth, Scalar* packed) {
  constexpr int kWidth = kPanelWidth<Scalar>;
  const int copied = std::min(count, blockWidth);
  for (int first = 0; first < width; first += kWidth) {
    const int used = std::min(kWidth, width - first);
    if (copied < blockWidth || used < kWidth) std::fill_n(packed, blockWidth * kWidth, Scalar(0));
    for (int r = 0; r < copied; ++r) {
      const Scalar* const from = rows + r * width + first;
      // A whole panel is a copy of known size, two instructions.
      if (used == kWidth) {
        std::memcpy(packed + r * kWidth, from, kWidth * sizeof(Scalar));
      } else {
        std::copy_n(from, used, packed + r * kWidth);
      }
    }
    packed += blockWidth * kWidth;
  }
}

/// The same of powers, from exponents in rows [count, stride]. largest [kPanel] becomes the largest |exponent| of each
/// row, NaN aside.
template <int kPanel, typename Scalar>
void packPowers(const Scalar* rows, int count, int depth, int stride, Scalar* packed, Scalar* largest) {
  constexpr int kLanes = Simd<Scalar>::kLanes;
  if (count < kPanel) std::fill_n(packed, kPanel * depth, Scalar(0));
  std::fill_n(largest, kPanel, Scalar(0));
  for (int r = 0; r < std::min(count, kPanel); ++r) {
    const Scalar* const row = rows + r * stride;
    for (int c = 0; c < depth; c += kLanes) {
      Scalar powers[kLanes];
      store<Scalar>(tanhPower<Scalar>(load(row + c)), powers);
      for (int lane = 0; lane < std::min(kLanes, depth - c); ++lane) {
        packed[(c + lane) * kPanel + r] = powers[lane];
        largest[r] = std::max(largest[r], std::abs(row[c + lane]));
      }
    }
  }
}

}  // namespace

template <typename Scalar>
std::size_t PackedHeads<Scalar>::queryNumbers(const PackedSizes& sizes) {
  return rowOffset(sizes.tileCount() * kTileRows, sizes.depth);
}

template <typename Scalar>
std::size_t PackedHeads<Scalar>::keyNumbers(const PackedSizes& sizes) {
  constexpr int kWidth = kPanelWidth<Scalar>;
  return rowOffset(roundUp(sizes.keyCount, kWidth), sizes.depth + roundUp(sizes.valueDim, kWidth));
}

template <typename Scalar>
bool PackedHeads<Scalar>::resize(const PackedSizes& sizes, int queryHeadCount, int keyHeadCount) {
  sizes_ = sizes;
  return queries_.resize(queryOffset(queryHeadCount, 0)) && keys_.resize(keyOffset(keyHeadCount, 0, sizes.depth)) &&
         values_.resize(keyOffset(keyHeadCount, 0, valueWidth())) &&
         largestOfQueries_.resize(tileIndex(queryHeadCount, 0) * kTileRows) &&
         largestOfKeys_.resize(blockIndex(keyHeadCount, 0));
}

template <typename Scalar>
void PackedHeads<Scalar>::packQueries(int head, int tile, const Scalar* rows, Scalar factor) {
  const int first = tile * kTileRows;
  packTransposed<kTileRows>(rows + rowOffset(first, sizes_.depth), sizes_.queryCount - first, sizes_.depth, factor,
                            queries_.data() + queryOffset(head, tile));
}

template <typename Scalar>
void PackedHeads<Scalar>::packQueryPowers(int head, int tile, const Scalar* rows, int stride) {
  const int first = tile * kTileRows;
  packPowers<kTileRows>(rows + rowOffset(first, stride), sizes_.queryCount - first, sizes_.depth, stride,
                        queries_.data() + queryOffset(head, tile),
                        largestOfQueries_.data() + tileIndex(head, tile) * kTileRows);
}

template <typename Scalar>
void PackedHeads<Scalar>::packKeys(int head, int block, const Scalar* rows) {
  constexpr int kWidth = kPanelWidth<Scalar>;
  const int first = block * kKeyBlock;
  Scalar* const packed = keys_.data() + keyOffset(head, block, sizes_.depth);
  for (int i = 0; i < blockWidth(block); i += kWidth) {
    packTransposed<kWidth>(rows + rowOffset(first + i, sizes_.depth), sizes_.keyCount - first - i, sizes_.depth,
                           Scalar(1), packed + rowOffset(i, sizes_.depth));
  }
}

template <typename Scalar>
void PackedHeads<Scalar>::packKeyPowers(int head, int block, const Scalar* rows, int stride) {
  constexpr int kWidth = kPanelWidth<Scalar>;
  const int first = block * kKeyBlock;
  Scalar* const packed = keys_.data() + keyOffset(head, block, sizes_.depth);
  Scalar largest = 0;
  for (int i = 0; i < blockWidth(block); i += kWidth) {
    Scalar each[kWidth];
    packPowers<kWidth>(rows + rowOffset(first + i, stride), sizes_.keyCount - first - i, sizes_.depth, stride,
                       packed + rowOffset(i, sizes_.depth), each);
    largest = std::max(largest, *std::max_element(each, each + kWidth));
  }
  largestOfKeys_[blockIndex(head, block)] = largest;
}

template <typename Scalar>
void PackedHeads<Scalar>::packBlockValues(int head, int block, const Scalar* rows) {
  const int first = block * kKeyBlock;
  packValues(rows + rowOffset(first, sizes_.valueDim), sizes_.keyCount - first, sizes_.valueDim, blockWidth(block),
             values_.data() + keyOffset(head, block, valueWidth()));
}

template class PackedHeads<float>;
template class PackedHeads<double>;

}  // namespace attn
