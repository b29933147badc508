#pragma once

#include "attn/call.hpp"
#include "attn/fused_attention.hpp"

namespace attn::operations {

/// What `fusedAttention` and `weightTile` have in common: the score function, its scale and parameters, causality,
/// windows and which rows the queries are. The shape is known but for attentionDim, which is found here. badShape,
/// badValue.
template <typename Scalar>
Status readFusedScores(const Call<Scalar>& call, FusedAttentionInput<Scalar>& input);

}  // namespace attn::operations
