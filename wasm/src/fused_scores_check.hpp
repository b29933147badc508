#pragma once

#include "attn/fused_attention.hpp"

namespace attn {

/// The refusals of computeFusedAttention but those that have to do with values or firstPosition, and outOfMemory.
template <typename Scalar>
Status checkFusedScores(const FusedAttentionInput<Scalar>& input);

}  // namespace attn
