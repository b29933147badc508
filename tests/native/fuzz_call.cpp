// libFuzzer on the core's public functions: any bytes are read as a call, of any operation, and computed. What is
// refused is fine; what a sanitizer finds, or a broken promise below, is not. `npm run fuzz` runs it; with
// ATTENTION_DESCRIBE set it says in words what it computes.
#include <cstdio>
#include <cstdlib>

#include "call_frame.hpp"
#include "frame_fields.hpp"
#include "trace_call.hpp"

namespace {

using attn::Call;
using attn::FrameReader;
using attn::Status;
using attn::Tensor;

/// The operation of this name or, for a name that the fuzzer has invented, any.
std::string_view chooseOperation(std::string_view name) {
  if (name == "trace" || name == "rowDetail") return name;
  unsigned sum = 0;
  for (const char character : name) sum = sum * 31 + static_cast<unsigned char>(character);
  for (int index = 0; index < attn::operationCount(); ++index) {
    if (attn::operationName(index) == name) return name;
  }
  return attn::operationName(static_cast<int>(sum % static_cast<unsigned>(attn::operationCount())));
}

/// What a person needs to build the call again.
void describe(const std::uint8_t* bytes, std::size_t size) {
  const attn::FrameFields call = attn::takeApart(bytes, size);
  const std::string_view operation = chooseOperation(call.operation);
  std::printf("%.*s in float%d\n", static_cast<int>(operation.size()), operation.data(), 8 * call.numberSize);
  for (const attn::FrameField& field : call.fields) {
    std::printf("  %s: ", field.name.c_str());
    if (field.kind == attn::FieldKind::number) std::printf("%.17g", field.number);
    if (field.kind == attn::FieldKind::text) std::printf("\"%s\"", field.text.c_str());
    if (field.kind == attn::FieldKind::tensor) {
      for (const std::int32_t axis : field.sizes) std::printf("[%d]", axis);
      for (std::size_t i = 0; i + call.numberSize <= field.numbers.size(); i += call.numberSize) {
        double number = 0;
        float single = 0;
        std::memcpy(call.numberSize == sizeof(double) ? static_cast<void*>(&number) : &single, &field.numbers[i],
                    call.numberSize);
        std::printf(" %.9g", call.numberSize == sizeof(double) ? number : static_cast<double>(single));
      }
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

[[noreturn]] void breakPromise(const char* promise) {
  std::fprintf(stderr, "Broken promise: %s\n", promise);
  std::abort();
}

template <typename Scalar>
void compute(FrameReader& frame) {
  // Kept, as in the engines, so that what one call leaves behind meets the next.
  static Call<Scalar> call;
  call.clear();
  const std::string_view operation = chooseOperation(frame.readName());
  if (attn::readFields(frame, call) != Status::ok) return;
  // Millions of zeros that no byte stands for take long and find little.
  if (!frame.isComplete()) return;
  const Status status = attn::runAnyOperation(operation, call);
  if (status < Status::ok || status > Status::outOfMemory) breakPromise("a status is one of the core's");
  if (status != Status::ok && call.resultCount() != 0) breakPromise("what is refused has no results");
  if (status == Status::ok && call.resultCount() == 0) breakPromise("what is computed has results");
  for (int index = 0; index < call.resultCount(); ++index) {
    const Tensor<Scalar>& result = call.result(index);
    if (result.shape.check() != Status::ok) breakPromise("a result has a shape within the limits");
    if (result.numbers.size() != result.shape.count()) breakPromise("a result has as many numbers as its shape says");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const bool isDescribing = std::getenv("ATTENTION_DESCRIBE") != nullptr;
  if (isDescribing) describe(bytes, size);
  FrameReader frame(bytes, size);
  if (frame.read<std::uint8_t>() == sizeof(double)) {
    compute<double>(frame);
  } else {
    compute<float>(frame);
  }
  return 0;
}
