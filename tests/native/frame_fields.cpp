#include "frame_fields.hpp"

namespace attn {
namespace {

FrameField takeField(FrameReader& frame, std::size_t numberSize) {
  FrameField field;
  field.kind = static_cast<FieldKind>(frame.read<std::uint8_t>() % 3);
  field.name = frame.readName();
  if (field.kind == FieldKind::number) field.number = frame.read<double>();
  if (field.kind == FieldKind::text) field.text = frame.readName();
  if (field.kind == FieldKind::tensor) {
    std::size_t length = numberSize;
    for (int axis = frame.read<std::uint8_t>(); axis > 0 && frame.isComplete(); --axis) {
      const auto size = frame.read<std::int32_t>();
      field.sizes.push_back(size);
      // Never more than the frame holds, whatever the sizes say.
      length = size <= 0 ? 0 : std::min(length * static_cast<std::size_t>(size), frame.left());
    }
    field.numbers.resize(std::min(length, frame.left()));
    frame.readInto(field.numbers.data(), field.numbers.size());
  }
  return field;
}

}  // namespace

FrameFields takeApart(const std::uint8_t* bytes, std::size_t size) {
  FrameReader frame(bytes, size);
  FrameFields call;
  call.numberSize = frame.read<std::uint8_t>() == sizeof(double) ? sizeof(double) : sizeof(float);
  call.operation = frame.readName();
  for (int count = frame.read<std::uint16_t>(); count > 0 && frame.left() > 0; --count) {
    call.fields.push_back(takeField(frame, call.numberSize));
  }
  return call;
}

std::vector<std::uint8_t> putTogether(const FrameFields& call) {
  FrameWriter frame;
  frame.write(call.numberSize);
  frame.writeName(call.operation);
  frame.write(static_cast<std::uint16_t>(call.fields.size()));
  for (const FrameField& field : call.fields) {
    frame.write(static_cast<std::uint8_t>(field.kind));
    frame.writeName(field.name);
    if (field.kind == FieldKind::number) frame.write(field.number);
    if (field.kind == FieldKind::text) frame.writeName(field.text);
    if (field.kind == FieldKind::tensor) {
      frame.write(static_cast<std::uint8_t>(field.sizes.size()));
      for (const std::int32_t size : field.sizes) frame.write(size);
      frame.writeBytes(field.numbers.data(), field.numbers.size());
    }
  }
  return frame.bytes();
}

}  // namespace attn
