// Computes calls for the engine suite: frames on stdin, answers on stdout, each after its length as u32. So the native
// core, under sanitizers, goes through the same tests as the WebAssembly.
#include <cstdio>

#include "attn/threads.hpp"
#include "call_frame.hpp"
#include "trace_call.hpp"

namespace {

/// Two calls are kept, as in the WebAssembly engine, so that what one leaves behind meets the next.
struct Calls {
  attn::Call<float> float32;
  attn::Call<double> float64;
};

template <typename Scalar>
attn::FrameWriter answer(attn::FrameReader& frame, attn::Call<Scalar>& call) {
  call.clear();
  const std::string_view operation = frame.readName();
  attn::Status status = attn::readFields(frame, call);
  if (!frame.isComplete()) status = attn::Status::badShape;
  if (status == attn::Status::ok) status = attn::runAnyOperation(operation, call);
  attn::FrameWriter writer;
  attn::writeAnswer(writer, status, call);
  return writer;
}

bool readExactly(void* target, std::size_t size) { return std::fread(target, 1, size, stdin) == size; }

void send(const std::vector<std::uint8_t>& bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  std::fwrite(&length, sizeof(length), 1, stdout);
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

int main() {
  attn::startThreads(2);
  Calls calls;
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t length = 0; readExactly(&length, sizeof(length));) {
    bytes.resize(length);
    if (!readExactly(bytes.data(), bytes.size())) return 1;
    attn::FrameReader frame(bytes.data(), bytes.size());
    const bool isFloat64 = frame.read<std::uint8_t>() == sizeof(double);
    send((isFloat64 ? answer(frame, calls.float64) : answer(frame, calls.float32)).bytes());
  }
  return 0;
}
