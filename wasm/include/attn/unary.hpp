#pragma once

#include <cstddef>

#include "attn/status.hpp"

namespace attn {

/// exp, tanh; sigmoid 1 / (1 + e⁻ˣ); relu max(0, x); gelu ½ x (1 + erf(x / √2)); geluTanh
/// ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))) (Hendrycks, Gimpel 2016); silu x · sigmoid(x). The order is that of
/// `unaryFunctions` in web/contract/operations/unary.ts.
enum class UnaryFunction : int { exp, tanh, sigmoid, relu, gelu, geluTanh, silu };

/// y [count], may be x; in float64 whatever Scalar is. NaN gives NaN, ±∞ the limit. badValue: an unknown function.
template <typename Scalar>
Status computeUnary(UnaryFunction function, std::size_t count, const Scalar* x, Scalar* y);

}  // namespace attn
