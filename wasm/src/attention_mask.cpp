#include "attention_mask.hpp"

#include <algorithm>
#include <limits>

#include "key_reach.hpp"

namespace attn {
namespace {

template <typename Scalar>
KeyReach reachOf(const AttentionInput<Scalar>& input, int batch, int queryIndex) {
  const AttentionShape& shape = input.shape;
  const int keyLength = input.keyLengths == nullptr ? shape.keyCount() : static_cast<int>(input.keyLengths[batch]);
  const int firstPosition = input.causal == Causal::bottomRight ? keyLength - shape.queryCount : shape.pastCount;
  return keyReach(firstPosition + queryIndex, keyLength, input.causal, input.leftWindow, input.rightWindow);
}

/// The part of a broadcast array that belongs to one query; its numbers are keyStride apart.
template <typename Scalar>
const Scalar* rowOf(const Broadcast<Scalar>& array, int batch, int head, int queryIndex) {
  return array.data + static_cast<std::size_t>(batch) * array.batchStride +
         static_cast<std::size_t>(head) * array.headStride + static_cast<std::size_t>(queryIndex) * array.queryStride;
}

}  // namespace

template <typename Scalar>
void resolveAttentionMask(const AttentionInput<Scalar>& input, int batch, int head, int queryIndex,
                          std::uint8_t* visible, Scalar* added) {
  const int keyCount = input.shape.keyCount();
  const KeyReach reach = reachOf(input, batch, queryIndex);
  for (int i = 0; i < keyCount; ++i) visible[i] = i >= reach.first && i <= reach.last ? 1 : 0;
  if (input.keepMask.data != nullptr) {
    const Scalar* const kept = rowOf(input.keepMask, batch, head, queryIndex);
    for (int i = 0; i < keyCount; ++i) {
      if (kept[static_cast<std::size_t>(i) * input.keepMask.keyStride] == 0) visible[i] = 0;
    }
  }
  if (input.additiveMask.data != nullptr) {
    const Scalar* const row = rowOf(input.additiveMask, batch, head, queryIndex);
    for (int i = 0; i < keyCount; ++i) {
      added[i] = row[static_cast<std::size_t>(i) * input.additiveMask.keyStride];
      if (added[i] == -std::numeric_limits<Scalar>::infinity()) visible[i] = 0;
    }
  }
}

template void resolveAttentionMask(const AttentionInput<float>&, int, int, int, std::uint8_t*, float*);
template void resolveAttentionMask(const AttentionInput<double>&, int, int, int, std::uint8_t*, double*);

}  // namespace attn
