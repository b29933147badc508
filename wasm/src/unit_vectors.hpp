#pragma once

#include "attn/buffer.hpp"

namespace attn {

/// ‖vector‖, where 1e200 does not overflow and 1e-200 does not vanish. [width]
template <typename Scalar>
double vectorNorm(const Scalar* vector, int width);

/// unit[i] = vectors[i] / ‖vectors[i]‖, zeros where the norm is 0. [count, width]
template <typename Scalar>
void toUnitVectors(const Scalar* vectors, int count, int width, Scalar* unit);

}  // namespace attn
