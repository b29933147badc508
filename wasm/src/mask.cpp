#include "mask.hpp"

#include <algorithm>
#include <limits>

#include "matrix.hpp"

namespace attn {
namespace {

/// Keys first … last, both included; empty when last < first.
struct KeyRange {
  int first;
  int last;
};

KeyRange reachOf(const Mask& mask, const Shape& shape, int queryIndex) {
  // The key that stands where the query stands: with bottomRight the last query meets the last key.
  const int position = queryIndex + (mask.causal == Causal::bottomRight ? shape.keyCount - shape.queryCount : 0);
  KeyRange reach{0, shape.keyCount - 1};
  if (mask.causal != Causal::none) reach.last = std::min(reach.last, position);
  // The windows may be any int; the sums are taken where they cannot overflow.
  if (mask.leftWindow) reach.first = std::max(reach.first, position - std::min(*mask.leftWindow, 1 << 20));
  if (mask.rightWindow) reach.last = std::min(reach.last, position + std::min(*mask.rightWindow, 1 << 20));
  return reach;
}

}  // namespace

template <typename Scalar>
void resolveMask(const Input<Scalar>& input, int queryIndex, std::uint8_t* visible) {
  const Mask& mask = input.mask;
  const int keyCount = input.shape.keyCount;
  const std::size_t row = rowOffset(queryIndex, keyCount);

  const KeyRange reach = reachOf(mask, input.shape, queryIndex);
  for (int i = 0; i < keyCount; ++i) visible[i] = i >= reach.first && i <= reach.last ? 1 : 0;
  if (mask.keyMask != nullptr) {
    for (int i = 0; i < keyCount; ++i) visible[i] &= mask.keyMask[i] != 0 ? 1 : 0;
  }
  if (mask.pairMask != nullptr) {
    for (int i = 0; i < keyCount; ++i) visible[i] &= mask.pairMask[row + static_cast<std::size_t>(i)] != 0 ? 1 : 0;
  }
  if (input.additiveMask != nullptr) {
    constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();
    const Scalar* const added = input.additiveMask + row;
    for (int i = 0; i < keyCount; ++i) visible[i] &= added[i] != kHidden ? 1 : 0;
  }
}

template void resolveMask(const Input<float>&, int, std::uint8_t*);
template void resolveMask(const Input<double>&, int, std::uint8_t*);

}  // namespace attn
