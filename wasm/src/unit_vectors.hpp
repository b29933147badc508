#pragma once

#include "attn/buffer.hpp"

namespace attn {

/// unit[i] = vectors[i] / ‖vectors[i]‖, zeros where the norm is 0. [count, width]
///
/// Divides by the largest number before squaring, so that 1e200 does not overflow and 1e-200 does not vanish.
template <typename Scalar>
void toUnitVectors(const Scalar* vectors, int count, int width, Scalar* unit);

}  // namespace attn
