#pragma once

#include <cstdint>

#include "attn/input.hpp"

namespace attn {

/// Fills visible [keyCount] of one query: 1 where every part of the mask and of the additive mask lets it attend.
template <typename Scalar>
void resolveMask(const Input<Scalar>& input, int queryIndex, std::uint8_t* visible);

}  // namespace attn
