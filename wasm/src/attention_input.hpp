#pragma once

#include <initializer_list>

#include "attn/attention.hpp"

namespace attn {

/// The refusals of computeAttention but outOfMemory.
template <typename Scalar>
Status checkAttention(const AttentionInput<Scalar>& input);

/// Whether the product of the sizes, which are positive, is more numbers than a tensor may hold.
bool isTooMany(std::initializer_list<int> sizes);

}  // namespace attn
