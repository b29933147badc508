#pragma once

#include <cstdint>

#include "attn/attention.hpp"

namespace attn {

/// Fills visible [keyCount] of one query: 1 where all masks let it attend; and added [keyCount] with the additive mask,
/// where there is one.
template <typename Scalar>
void resolveAttentionMask(const AttentionInput<Scalar>& input, int batch, int head, int queryIndex,
                          std::uint8_t* visible, Scalar* added);

}  // namespace attn
