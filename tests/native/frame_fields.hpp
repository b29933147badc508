#pragma once

#include <string>

#include "call_frame.hpp"

namespace attn {

/// A frame taken apart, for programs that look at calls or change them. What a broken frame lacks is zeros.
struct FrameField {
  FieldKind kind = FieldKind::number;
  std::string name;
  std::vector<std::int32_t> sizes;    ///< of a tensor
  std::vector<std::uint8_t> numbers;  ///< of a tensor, as they lie in the frame
  double number = 0;
  std::string text;
};

struct FrameFields {
  std::uint8_t numberSize = sizeof(double);
  std::string operation;
  std::vector<FrameField> fields;
};

/// Tensors whose numbers the frame does not hold are cut short.
FrameFields takeApart(const std::uint8_t* bytes, std::size_t size);
std::vector<std::uint8_t> putTogether(const FrameFields& call);

}  // namespace attn
