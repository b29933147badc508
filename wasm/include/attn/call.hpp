#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "attn/buffer.hpp"
#include "attn/limits.hpp"
#include "attn/status.hpp"

namespace attn {

/// The sizes of a tensor, outermost first. Rank 0 is one number.
class TensorShape {
 public:
  TensorShape() = default;
  TensorShape(std::initializer_list<int> sizes);
  TensorShape(const int* sizes, int rank);

  int rank() const { return rank_; }
  const int* sizes() const { return sizes_.data(); }
  /// Of axis 0 … rank − 1, or −1 … −rank from the last.
  int operator[](int axis) const { return sizes_[static_cast<std::size_t>(axis < 0 ? axis + rank_ : axis)]; }
  /// ok, badShape (a size below 1) or tooLarge (more axes than kMaxRank, more numbers than kMaxTensorNumbers).
  Status check() const;
  /// Product of the sizes, once checked.
  std::size_t count() const;
  /// Without the last `axes` axes.
  TensorShape withoutLast(int axes) const { return {sizes_.data(), rank_ - axes}; }

  bool operator==(const TensorShape& other) const;

 private:
  std::array<int, kMaxRank> sizes_{};
  int rank_ = 0;
};

/// Row-major numbers.
template <typename Scalar>
struct Tensor {
  TensorShape shape;
  Buffer<Scalar> numbers;

  const Scalar* data() const { return numbers.data(); }
  Scalar* data() { return numbers.data(); }
};

/// One call of an operation: the tensors and attributes of its request by name, and the tensors of its result. The
/// names are those of web/contract/operations. It has a fixed number of places, keeps its memory from call to call
/// up to a bound, and allocates nothing but the tensors' numbers, so that running out of memory is a status.
template <typename Scalar>
class Call {
 public:
  static constexpr int kMaxTensors = 32;
  static constexpr int kMaxAttributes = 32;
  static constexpr std::size_t kMaxNameLength = 31;

  /// Forgets the request and the result of the call before.
  void clear();

  /// Makes room for a tensor of the request, whose numbers are then written to tensor(name). Status as in
  /// TensorShape::check; badValue: a name that is too long or given before; tooLarge: no place left; outOfMemory.
  Status addTensor(std::string_view name, const TensorShape& shape);
  /// Booleans are 0 and 1. A number or text takes the place of the one that was given before under its name.
  Status addNumber(std::string_view name, double number);
  Status addText(std::string_view name, std::string_view text);

  /// nullptr: the request has none of this name.
  Tensor<Scalar>* tensor(std::string_view name);
  const Tensor<Scalar>* tensor(std::string_view name) const;
  /// The numbers of tensor(name), or nullptr.
  const Scalar* numbers(std::string_view name) const;
  /// True where the request has no tensor of this name, or one of exactly this shape.
  bool fits(std::string_view name, const TensorShape& shape) const;
  std::optional<double> number(std::string_view name) const;
  /// False where the request has none of this name.
  bool flag(std::string_view name) const { return number(name).value_or(0) != 0; }
  /// Empty where the request has none of this name.
  std::string_view text(std::string_view name) const;
  /// The index of the text among `choices`; `fallback` where the request has none; −1 for a text that is no choice.
  int choice(std::string_view name, std::initializer_list<std::string_view> choices, int fallback) const;
  /// The number as a whole number; `fallback` where the request has none; nothing where it is not whole or an int
  /// cannot hold it.
  std::optional<int> whole(std::string_view name, int fallback) const;

  /// A tensor of the result, its numbers unspecified; it stays where it is while others are added. nullptr, and the
  /// reason in failure(), as for addTensor.
  Tensor<Scalar>* addResult(std::string_view name, const TensorShape& shape);
  /// Why the latest addResult that failed did so.
  Status failure() const { return failure_; }
  void clearResults() { resultCount_ = 0; }

  int resultCount() const { return resultCount_; }
  std::string_view resultName(int index) const { return results_[static_cast<std::size_t>(index)].name.view(); }
  const Tensor<Scalar>& result(int index) const { return results_[static_cast<std::size_t>(index)].tensor; }
  Tensor<Scalar>& result(int index) { return results_[static_cast<std::size_t>(index)].tensor; }

 private:
  class Name {
   public:
    bool set(std::string_view text);
    std::string_view view() const { return {characters_.data(), length_}; }

   private:
    std::array<char, kMaxNameLength> characters_{};
    std::size_t length_ = 0;
  };
  struct NamedTensor {
    Name name;
    Tensor<Scalar> tensor;
  };
  struct Attribute {
    Name name;
    bool isText = false;
    double number = 0;
    Name text;
  };
  using Tensors = std::array<NamedTensor, kMaxTensors>;

  static Status add(Tensors& tensors, int& count, std::string_view name, const TensorShape& shape);
  static void release(Tensors& tensors);
  Status addAttribute(std::string_view name, Attribute*& attribute);
  const Attribute* attribute(std::string_view name, bool isText) const;

  Tensors tensors_;
  Tensors results_;
  std::array<Attribute, kMaxAttributes> attributes_;
  int tensorCount_ = 0;
  int resultCount_ = 0;
  int attributeCount_ = 0;
  Status failure_ = Status::ok;
};

/// Computes the operation of this name into the results of the call. badValue: no such operation, or an attribute
/// without meaning; badShape: a tensor that is missing or does not fit; tooLarge; outOfMemory. Whatever the status, the
/// call may be used again, with the same request or after clear(); on any but ok it has no results.
template <typename Scalar>
Status runOperation(std::string_view name, Call<Scalar>& call);

int operationCount();
std::string_view operationName(int index);

}  // namespace attn
