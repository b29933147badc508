#pragma once

#include "attn/fused_attention.hpp"
#include "key_reach.hpp"

namespace attn {

/// What the masks add to the scores of one query, times unit, which is kLog2e or 1: shifts [width] for keys firstKey …,
/// −∞ where the key is hidden or out of reach. False where no key is seen.
template <typename Scalar>
bool fillShifts(const FusedAttentionInput<Scalar>& input, int head, int queryIndex, KeyReach reach, int firstKey,
                int width, double unit, Scalar* shifts);

/// scores [width] with their shifts; −∞ where hidden, be the score NaN.
template <typename Scalar>
void shiftScores(const Scalar* shifts, int width, Scalar* scores);

}  // namespace attn
