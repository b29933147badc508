#pragma once

#include "attn/fused_attention.hpp"
#include "key_reach.hpp"

namespace attn {

/// One row of computeFusedAttention in double, key by key: slow, and right for every number there is. `row` counts
/// queries over all heads.
template <typename Scalar>
void computeFusedAttentionRow(const FusedAttentionInput<Scalar>& input, double scale, std::size_t row, KeyReach reach,
                              const FusedAttentionOutput<Scalar>& output);

/// What a row that sees nothing becomes.
template <typename Scalar>
void clearFusedAttentionRow(int valueDim, std::size_t row, const FusedAttentionOutput<Scalar>& output);

}  // namespace attn
