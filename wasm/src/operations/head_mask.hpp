#pragma once

#include <string_view>

#include "attn/call.hpp"
#include "attn/fused_attention.hpp"

namespace attn::operations {

/// A mask of the call, read as pairs [..., queryCount, keyCount] by NumPy's rule: axes are matched from the last,
/// missing ones and those of size 1 are repeated. ok, also where the call has none; badShape; outOfMemory. headOffsets
/// is room that must live as long as the mask.
template <typename Scalar>
Status readHeadMask(const Call<Scalar>& call, std::string_view name, const TensorShape& pairs,
                    Buffer<std::size_t>& headOffsets, HeadMask<Scalar>& mask);

}  // namespace attn::operations
