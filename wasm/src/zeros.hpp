#pragma once

#include <algorithm>
#include <cstddef>

#include "attn/buffer.hpp"

namespace attn {

/// False when memory runs out.
template <typename Scalar>
bool resizeToZeros(Buffer<Scalar>& buffer, std::size_t size) {
  if (!buffer.resize(size)) return false;
  std::fill_n(buffer.data(), size, Scalar(0));
  return true;
}

}  // namespace attn
