#pragma once

#include "attn/call.hpp"
#include "attn/fused_attention.hpp"

namespace attn::operations {

/// What `fusedAttention` and `weightTile` have in common: the score function, its scale and parameters, causality and
/// windows. The widths of queries and keys are known; attentionDim is found here. badShape, badValue.
template <typename Scalar>
Status readFusedScores(const Call<Scalar>& call, FusedAttentionInput<Scalar>& input);

}  // namespace attn::operations
