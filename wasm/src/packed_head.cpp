#include "packed_head.hpp"

#include <algorithm>
#include <cstring>

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

}  // namespace

template <typename Scalar>
bool PackedHead<Scalar>::resize(const FusedAttentionShape& shape) {
  shape_ = shape;
  const int keyCount = roundUp(shape.keyCount, kPanelWidth<Scalar>);
  return queries_.resize(rowOffset(tileCount() * kTileRows, shape.keyDim)) &&
         keys_.resize(rowOffset(keyCount, shape.keyDim)) && values_.resize(rowOffset(keyCount, valueWidth()));
}

template <typename Scalar>
void PackedHead<Scalar>::pack(const FusedAttentionInput<Scalar>& input, int head, double factor) {
  const auto [_, queryCount, keyCount, keyDim, valueDim] = shape_;
  const Scalar* const queries = input.queries + rowOffset(head, queryCount) * static_cast<std::size_t>(keyDim);
  const Scalar* const keys = input.keys + rowOffset(head, keyCount) * static_cast<std::size_t>(keyDim);
  const Scalar* const values = input.values + rowOffset(head, keyCount) * static_cast<std::size_t>(valueDim);
  for (int t = 0; t < queryCount; t += kTileRows) {
    packTransposed<kTileRows>(queries + rowOffset(t, keyDim), queryCount - t, keyDim, static_cast<Scalar>(factor),
                              queries_.data() + rowOffset(t, keyDim));
  }
  for (int i = 0; i < keyCount; i += kPanelWidth<Scalar>) {
    packTransposed<kPanelWidth<Scalar>>(keys + rowOffset(i, keyDim), keyCount - i, keyDim, Scalar(1),
                                        keys_.data() + rowOffset(i, keyDim));
  }
  for (int block = 0; block < blockCount(); ++block) {
    const int first = block * kKeyBlock;
    packValues(values + rowOffset(first, valueDim), keyCount - first, valueDim, blockWidth(block),
               values_.data() + rowOffset(first, valueWidth()));
  }
}

template class PackedHead<float>;
template class PackedHead<double>;

}  // namespace attn
