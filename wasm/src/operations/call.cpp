#include "attn/call.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

TensorShape::TensorShape(std::initializer_list<int> sizes)
    : TensorShape(sizes.begin(), static_cast<int>(sizes.size())) {}

TensorShape::TensorShape(const int* sizes, int rank) : rank_(rank) {
  std::copy_n(sizes, std::clamp(rank, 0, kMaxRank), sizes_.begin());
}

Status TensorShape::check() const {
  if (rank_ < 0) return Status::badShape;
  if (rank_ > kMaxRank) return Status::tooLarge;
  int count = 1;
  for (int axis = 0; axis < rank_; ++axis) {
    const int size = (*this)[axis];
    if (size < 1) return Status::badShape;
    if (size > kMaxTensorNumbers / count) return Status::tooLarge;
    count *= size;
  }
  return Status::ok;
}

std::size_t TensorShape::count() const {
  std::size_t count = 1;
  for (int axis = 0; axis < rank_; ++axis) count *= static_cast<std::size_t>((*this)[axis]);
  return count;
}

bool TensorShape::operator==(const TensorShape& other) const {
  return rank_ == other.rank_ && std::equal(sizes_.begin(), sizes_.begin() + rank_, other.sizes_.begin());
}

template <typename Scalar>
bool Call<Scalar>::Name::set(std::string_view text) {
  if (text.size() > kMaxNameLength) return false;
  std::copy(text.begin(), text.end(), characters_.begin());
  length_ = text.size();
  return true;
}

template <typename Scalar>
void Call<Scalar>::clear() {
  tensorCount_ = resultCount_ = attributeCount_ = 0;
  failure_ = Status::ok;
  release(tensors_);
  release(results_);
}

/// Small memory is kept for the next call; after a large one, whose tensors might never be that large again, it goes.
template <typename Scalar>
void Call<Scalar>::release(Tensors& tensors) {
  constexpr std::size_t kKeptNumbers = 1 << 16;
  for (NamedTensor& each : tensors) {
    if (each.tensor.numbers.capacity() > kKeptNumbers) each.tensor.numbers = Buffer<Scalar>();
  }
}

template <typename Scalar>
Status Call<Scalar>::add(Tensors& tensors, int& count, std::string_view name, const TensorShape& shape) {
  if (const Status status = shape.check(); status != Status::ok) return status;
  const auto end = tensors.begin() + count;
  if (std::any_of(tensors.begin(), end, [&](const NamedTensor& each) { return each.name.view() == name; })) {
    return Status::badValue;
  }
  if (count == kMaxTensors) return Status::tooLarge;
  NamedTensor& place = *end;
  if (!place.name.set(name)) return Status::badValue;
  if (!place.tensor.numbers.resize(shape.count())) return Status::outOfMemory;
  place.tensor.shape = shape;
  ++count;
  return Status::ok;
}

template <typename Scalar>
Status Call<Scalar>::addTensor(std::string_view name, const TensorShape& shape) {
  return add(tensors_, tensorCount_, name, shape);
}

template <typename Scalar>
Tensor<Scalar>* Call<Scalar>::addResult(std::string_view name, const TensorShape& shape) {
  const Status status = add(results_, resultCount_, name, shape);
  if (status == Status::ok) return &results_[static_cast<std::size_t>(resultCount_ - 1)].tensor;
  failure_ = status;
  return nullptr;
}

template <typename Scalar>
Status Call<Scalar>::addAttribute(std::string_view name, Attribute*& attribute) {
  const auto end = attributes_.begin() + attributeCount_;
  const auto place =
      std::find_if(attributes_.begin(), end, [&](const Attribute& each) { return each.name.view() == name; });
  if (place == attributes_.end()) return Status::tooLarge;
  attribute = &*place;
  if (place != end) return Status::ok;
  if (!attribute->name.set(name)) return Status::badValue;
  ++attributeCount_;
  return Status::ok;
}

template <typename Scalar>
Status Call<Scalar>::addNumber(std::string_view name, double number) {
  Attribute* attribute = nullptr;
  if (const Status status = addAttribute(name, attribute); status != Status::ok) return status;
  attribute->isText = false;
  attribute->number = number;
  return Status::ok;
}

template <typename Scalar>
Status Call<Scalar>::addText(std::string_view name, std::string_view text) {
  Attribute* attribute = nullptr;
  if (const Status status = addAttribute(name, attribute); status != Status::ok) return status;
  attribute->isText = true;
  return attribute->text.set(text) ? Status::ok : Status::badValue;
}

template <typename Scalar>
const Tensor<Scalar>* Call<Scalar>::tensor(std::string_view name) const {
  for (int i = 0; i < tensorCount_; ++i) {
    const NamedTensor& each = tensors_[static_cast<std::size_t>(i)];
    if (each.name.view() == name) return &each.tensor;
  }
  return nullptr;
}

template <typename Scalar>
Tensor<Scalar>* Call<Scalar>::tensor(std::string_view name) {
  return const_cast<Tensor<Scalar>*>(static_cast<const Call&>(*this).tensor(name));
}

template <typename Scalar>
const Scalar* Call<Scalar>::numbers(std::string_view name) const {
  const Tensor<Scalar>* const found = tensor(name);
  return found == nullptr ? nullptr : found->data();
}

template <typename Scalar>
bool Call<Scalar>::fits(std::string_view name, const TensorShape& shape) const {
  const Tensor<Scalar>* const found = tensor(name);
  return found == nullptr || found->shape == shape;
}

template <typename Scalar>
auto Call<Scalar>::attribute(std::string_view name, bool isText) const -> const Attribute* {
  for (int i = 0; i < attributeCount_; ++i) {
    const Attribute& each = attributes_[static_cast<std::size_t>(i)];
    if (each.isText == isText && each.name.view() == name) return &each;
  }
  return nullptr;
}

template <typename Scalar>
std::optional<double> Call<Scalar>::number(std::string_view name) const {
  const Attribute* const found = attribute(name, false);
  return found == nullptr ? std::nullopt : std::optional(found->number);
}

template <typename Scalar>
std::string_view Call<Scalar>::text(std::string_view name) const {
  const Attribute* const found = attribute(name, true);
  return found == nullptr ? std::string_view() : found->text.view();
}

template <typename Scalar>
int Call<Scalar>::choice(std::string_view name, std::initializer_list<std::string_view> choices, int fallback) const {
  const Attribute* const found = attribute(name, true);
  if (found == nullptr) return fallback;
  const auto place = std::find(choices.begin(), choices.end(), found->text.view());
  return place == choices.end() ? -1 : static_cast<int>(place - choices.begin());
}

template <typename Scalar>
std::optional<int> Call<Scalar>::whole(std::string_view name, int fallback) const {
  const std::optional<double> found = number(name);
  if (!found) return fallback;
  constexpr double kLargest = std::numeric_limits<int>::max();
  // Written so that NaN fails.
  if (!(std::abs(*found) <= kLargest) || *found != std::trunc(*found)) return std::nullopt;
  return static_cast<int>(*found);
}

template class Call<float>;
template class Call<double>;

}  // namespace attn
