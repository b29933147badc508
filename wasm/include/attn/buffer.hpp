#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <type_traits>

namespace attn {

/// An array of plain numbers that says no instead of aborting when memory runs out, which std::vector cannot without
/// exceptions. Keeps its memory when it shrinks, so that a session that is used again and again allocates only once.
template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// Afterwards size() is `size` and the contents are unspecified. False, and unchanged, when memory runs out.
  [[nodiscard]] bool resize(std::size_t size) {
    if (size > capacity_) {
      if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) return false;
      T* const memory = static_cast<T*>(std::malloc(size * sizeof(T)));
      if (memory == nullptr) return false;
      data_.reset(memory);
      capacity_ = size;
    }
    size_ = size;
    return true;
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  /// How many fit without new memory.
  std::size_t capacity() const { return capacity_; }
  T& operator[](std::size_t index) { return data_.get()[index]; }
  const T& operator[](std::size_t index) const { return data_.get()[index]; }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace attn
