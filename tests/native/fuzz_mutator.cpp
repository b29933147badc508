// How the fuzzer changes one call into another: it knows where sizes and numbers lie, so that most of what it makes
// still reads as a call, with the values that arithmetic and checks stumble over.
#include <cstring>
#include <limits>
#include <random>

#include "frame_fields.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t maxSize);

namespace {

using attn::FieldKind;
using attn::FrameField;
using attn::FrameFields;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNumbers[] = {0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               2,
                               3,
                               8,
                               1e-30,
                               1e30,
                               1e300,
                               -1e9,
                               4096,
                               65536,
                               4194304,
                               4294967296.0,
                               2147483647,
                               -2147483648.0,
                               kInfinity,
                               -kInfinity,
                               std::numeric_limits<double>::quiet_NaN()};
constexpr std::int32_t kSizes[] = {-1, 0, 1, 1, 2, 3, 4, 5, 8, 9, 64, 4096, 65537, 4194305};

class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}

  void change(FrameFields& call) {
    if (call.fields.empty()) return;
    FrameField& field = call.fields[below(call.fields.size())];
    switch (below(8)) {
      case 0:
        call.numberSize = static_cast<std::uint8_t>(12 - call.numberSize);
        for (FrameField& each : call.fields) fit(each, call.numberSize);
        return;
      case 1:
        call.operation = attn::operationName(static_cast<int>(below(static_cast<std::size_t>(attn::operationCount()))));
        return;
      case 2:
        call.fields.erase(call.fields.begin() + (&field - call.fields.data()));
        return;
      case 3:
        for (const FrameField& other : call.fields) {
          if (other.kind == field.kind && below(2) == 0) field.text = other.text;
        }
        return;
      default:
        if (field.kind == FieldKind::number) field.number = pick(kNumbers);
        if (field.kind == FieldKind::tensor) changeTensor(call, field);
    }
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  template <typename T, std::size_t count>
  T pick(const T (&choices)[count]) {
    return choices[below(count)];
  }

  /// A size changes wherever it stands, more often than not: shapes that belong together stay together.
  void changeTensor(FrameFields& call, FrameField& field) {
    if (field.sizes.empty() || below(2) == 0) {
      changeNumber(field, call.numberSize);
      return;
    }
    const std::int32_t from = field.sizes[below(field.sizes.size())];
    const std::int32_t to = pick(kSizes);
    if (below(4) == 0) {
      field.sizes[below(field.sizes.size())] = to;
      fit(field, call.numberSize);
      return;
    }
    for (FrameField& each : call.fields) {
      for (std::int32_t& size : each.sizes) {
        if (size == from) size = to;
      }
      fit(each, call.numberSize);
    }
  }

  void changeNumber(FrameField& field, std::size_t numberSize) {
    const std::size_t count = field.numbers.size() / numberSize;
    if (count == 0) return;
    std::uint8_t* const place = field.numbers.data() + below(count) * numberSize;
    const double number = pick(kNumbers);
    const auto rounded = static_cast<float>(number);
    std::memcpy(place, numberSize == sizeof(double) ? static_cast<const void*>(&number) : &rounded, numberSize);
  }

  /// As many numbers as the sizes say, repeated from those there are.
  static void fit(FrameField& field, std::size_t numberSize) {
    if (field.kind != FieldKind::tensor) return;
    constexpr std::size_t kMostBytes = 1 << 14;
    std::size_t length = numberSize;
    for (const std::int32_t size : field.sizes) {
      length = size <= 0 ? 0 : std::min(kMostBytes, length * static_cast<std::size_t>(size));
    }
    const std::size_t old = field.numbers.size();
    field.numbers.resize(length);
    for (std::size_t i = old; old > 0 && i < length; ++i) field.numbers[i] = field.numbers[i - old];
  }

  std::mt19937 random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(bytes, size, maxSize);
  FrameFields call = attn::takeApart(bytes, size);
  Mutation mutation(seed);
  for (unsigned times = seed % 3; times < 3; ++times) mutation.change(call);
  const std::vector<std::uint8_t> changed = attn::putTogether(call);
  if (changed.size() > maxSize) return LLVMFuzzerMutate(bytes, size, maxSize);
  std::memcpy(bytes, changed.data(), changed.size());
  return changed.size();
}
