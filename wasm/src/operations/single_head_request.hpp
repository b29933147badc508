#pragma once

#include "attn/call.hpp"
#include "attn/input.hpp"

namespace attn::operations {

/// The masks of a call as the core takes them.
struct MaskBytes {
  Buffer<std::uint8_t> keys;
  Buffer<std::uint8_t> pairs;
  Buffer<std::uint8_t> queries;
};

/// Reads the request's fields of AttentionInput, as in web/contract/operations/single-head.ts; the input then points
/// into the call and into `bytes`. Status as from checkInput; badShape and badValue also for what does not fit
/// together.
template <typename Scalar>
Status readInput(const Call<Scalar>& call, MaskBytes& bytes, Input<Scalar>& input);

}  // namespace attn::operations
