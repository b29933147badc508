#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "attn/call.hpp"

namespace attn {

/// A call as bytes, little-endian, for a program that computes for another one (call_server) or for a fuzzer.
///
///   request  u8 bytes of a number, 4 or 8 · name of the operation · u16 field count · fields
///   field    u8 kind · name · kind 0, tensor: u8 rank, i32 sizes, numbers; 1, number: f64; 2, text: as a name
///   answer   u8 status · u16 result count · results: name, u8 rank, i32 sizes, numbers
///   name     u8 length · characters
///
/// Written on the other side by tests/native-engine/call-frame.ts.
class FrameReader {
 public:
  FrameReader(const std::uint8_t* begin, std::size_t size) : next_(begin), end_(begin + size) {}

  /// Zero, and not complete any more, where the frame has ended.
  template <typename Number>
  Number read() {
    Number number{};
    readInto(&number, sizeof(Number));
    return number;
  }

  std::string_view readName() {
    const std::size_t length = std::min<std::size_t>(read<std::uint8_t>(), left());
    const std::string_view name(reinterpret_cast<const char*>(next_), length);
    next_ += length;
    return name;
  }

  /// What the frame has no bytes for is left as zeros.
  void readInto(void* target, std::size_t size) {
    if (size == 0) return;
    const std::size_t available = std::min(size, left());
    if (available < size) isComplete_ = false;
    if (available > 0) std::memcpy(target, next_, available);
    std::memset(static_cast<std::uint8_t*>(target) + available, 0, size - available);
    next_ += available;
  }

  std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
  bool isComplete() const { return isComplete_; }

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
  bool isComplete_ = true;
};

enum class FieldKind : std::uint8_t { tensor, number, text };

inline TensorShape readShape(FrameReader& frame) {
  const int rank = frame.read<std::uint8_t>();
  std::vector<int> sizes;
  for (int axis = 0; axis < rank && frame.isComplete(); ++axis) sizes.push_back(frame.read<std::int32_t>());
  return {sizes.data(), static_cast<int>(sizes.size())};
}

/// Reads the fields of a request into a call that has been cleared.
template <typename Scalar>
Status readFields(FrameReader& frame, Call<Scalar>& call) {
  const int count = frame.read<std::uint16_t>();
  for (int field = 0; field < count && frame.isComplete(); ++field) {
    const auto kind = static_cast<FieldKind>(frame.read<std::uint8_t>());
    const std::string_view name = frame.readName();
    Status status = Status::badValue;
    if (kind == FieldKind::tensor) {
      const TensorShape shape = readShape(frame);
      status = call.addTensor(name, shape);
      if (status == Status::ok) frame.readInto(call.tensor(name)->data(), shape.count() * sizeof(Scalar));
    } else if (kind == FieldKind::number) {
      status = call.addNumber(name, frame.read<double>());
    } else if (kind == FieldKind::text) {
      status = call.addText(name, frame.readName());
    }
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

class FrameWriter {
 public:
  template <typename Number>
  void write(Number number) {
    writeBytes(&number, sizeof(Number));
  }
  void writeName(std::string_view name) {
    write(static_cast<std::uint8_t>(name.size()));
    writeBytes(name.data(), name.size());
  }
  void writeBytes(const void* source, std::size_t size) {
    const auto* const bytes = static_cast<const std::uint8_t*>(source);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

template <typename Scalar>
void writeAnswer(FrameWriter& frame, Status status, const Call<Scalar>& call) {
  frame.write(static_cast<std::uint8_t>(status));
  const int count = status == Status::ok ? call.resultCount() : 0;
  frame.write(static_cast<std::uint16_t>(count));
  for (int index = 0; index < count; ++index) {
    const Tensor<Scalar>& tensor = call.result(index);
    frame.writeName(call.resultName(index));
    frame.write(static_cast<std::uint8_t>(tensor.shape.rank()));
    for (int axis = 0; axis < tensor.shape.rank(); ++axis) frame.write(std::int32_t{tensor.shape[axis]});
    frame.writeBytes(tensor.data(), tensor.shape.count() * sizeof(Scalar));
  }
}

}  // namespace attn
