#pragma once

#include "attn/call.hpp"
#include "attn/decoder.hpp"

namespace attn::operations {

/// Reads the request of `decoder`, or with isStep that of `decoderStep`, whose inputs and scores have no axis of steps.
/// badShape, badValue.
template <typename Scalar>
Status readDecoderRequest(const Call<Scalar>& call, bool isStep, DecoderInput<Scalar>& input);

}  // namespace attn::operations
