#pragma once

#include <cstddef>

namespace attn {

/// Matrices [count, dim], one for each head of each sequence of a batch, where the caller keeps them: the numbers of a
/// row stand side by side, everything else is a stride. T is Scalar or const Scalar.
template <typename T>
struct Heads {
  T* data = nullptr;
  std::size_t batchStride = 0;
  std::size_t headStride = 0;
  std::size_t rowStride = 0;

  /// [batch, head, position, dim]
  static Heads split(T* data, int headCount, int count, int dim) {
    const std::size_t head = static_cast<std::size_t>(count) * static_cast<std::size_t>(dim);
    return {data, static_cast<std::size_t>(headCount) * head, head, static_cast<std::size_t>(dim)};
  }

  /// [batch, position, head · dim]
  static Heads joined(T* data, int headCount, int count, int dim) {
    const std::size_t width = static_cast<std::size_t>(headCount) * static_cast<std::size_t>(dim);
    return {data, static_cast<std::size_t>(count) * width, static_cast<std::size_t>(dim), width};
  }

  T* row(int batch, int head, int index) const {
    return data + static_cast<std::size_t>(batch) * batchStride + static_cast<std::size_t>(head) * headStride +
           static_cast<std::size_t>(index) * rowStride;
  }
};

}  // namespace attn
