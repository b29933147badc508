#pragma once

#include <cstdint>

#include "attn/fused_attention.hpp"

namespace attn {

/// Rows of computeFusedAttention once more, those that are marked in isMarked [headCount, queryCount]: in double and
/// key by key, slow and right for every number there is. On all threads. ok or outOfMemory.
template <typename Scalar>
Status redoFusedAttentionRows(const FusedAttentionInput<Scalar>& input, double scale, const std::uint8_t* isMarked,
                              const FusedAttentionOutput<Scalar>& output);

/// What a row that sees nothing becomes. `row` counts queries over all heads.
template <typename Scalar>
void clearFusedAttentionRow(int valueDim, std::size_t row, const FusedAttentionOutput<Scalar>& output);

}  // namespace attn
