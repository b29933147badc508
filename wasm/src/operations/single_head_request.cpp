#include "single_head_request.hpp"

#include <algorithm>
#include <cmath>

#include "score_fields.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status readMask(const Call<Scalar>& call, std::string_view name, const TensorShape& shape, Buffer<std::uint8_t>& bytes,
                const std::uint8_t*& mask) {
  const Tensor<Scalar>* const tensor = call.tensor(name);
  if (tensor == nullptr) return Status::ok;
  if (!(tensor->shape == shape)) return Status::badShape;
  if (!bytes.resize(shape.count())) return Status::outOfMemory;
  std::transform(tensor->data(), tensor->data() + shape.count(), bytes.data(),
                 [](Scalar number) -> std::uint8_t { return number != 0 ? 1 : 0; });
  mask = bytes.data();
  return Status::ok;
}

template <typename Scalar>
Status readWindow(const Call<Scalar>& call, std::string_view name, std::optional<int>& window) {
  const std::optional<double> number = call.number(name);
  if (!number) return Status::ok;
  if (!(*number >= 0) || *number != std::trunc(*number)) return Status::badValue;
  window = static_cast<int>(std::min(*number, static_cast<double>(kMaxCount)));
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status readInput(const Call<Scalar>& call, MaskBytes& bytes, Input<Scalar>& input) {
  if (const Status status = readScoreFields(call, input); status != Status::ok) return status;
  Shape& shape = input.shape;
  const Tensor<Scalar>* const values = call.tensor("values");
  if (values == nullptr || values->shape.rank() != 2 || values->shape[0] != shape.keyCount) return Status::badShape;
  shape.valueDim = values->shape[1];
  input.values = values->data();
  const TensorShape pairs{shape.queryCount, shape.keyCount};
  if (!call.fits("additiveMask", pairs)) return Status::badShape;
  input.additiveMask = call.numbers("additiveMask");
  input.temperature = call.number("temperature").value_or(1);

  const int causal = call.choice("causal", {"topLeft", "bottomRight"}, 2);
  if (causal < 0) return Status::badValue;
  input.mask.causal = causal == 0 ? Causal::topLeft : causal == 1 ? Causal::bottomRight : Causal::none;
  const Status statuses[] = {
      readMask(call, "keyMask", {shape.keyCount}, bytes.keys, input.mask.keyMask),
      readMask(call, "pairMask", pairs, bytes.pairs, input.mask.pairMask),
      readMask(call, "queryMask", {shape.queryCount}, bytes.queries, input.mask.queryMask),
      readWindow(call, "leftWindow", input.mask.leftWindow),
      readWindow(call, "rightWindow", input.mask.rightWindow),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  return checkInput(input);
}

template Status readInput(const Call<float>&, MaskBytes&, Input<float>&);
template Status readInput(const Call<double>&, MaskBytes&, Input<double>&);

}  // namespace attn::operations
