#pragma once

#include "attn/attention.hpp"

namespace attn {

/// The refusals of computeAttention but outOfMemory.
template <typename Scalar>
Status checkAttention(const AttentionInput<Scalar>& input);

}  // namespace attn
