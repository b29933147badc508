#pragma once

#include "attn/unary.hpp"

namespace attn {

/// The backward pass of computeUnary: xGradient [count] = yGradient · f′(x); in float64 whatever Scalar is. relu has
/// slope 0 at 0. NaN gives NaN, ±∞ the limit; where yGradient is 0 so is xGradient, whatever x. badValue: an unknown
/// function.
template <typename Scalar>
Status computeUnaryGradient(UnaryFunction function, std::size_t count, const Scalar* x, const Scalar* yGradient,
                            Scalar* xGradient);

}  // namespace attn
