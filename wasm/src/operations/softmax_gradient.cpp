#include "attn/softmax_gradient.hpp"

#include "attn/call.hpp"
#include "score_fields.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status readSoftmax(const Call<Scalar>& call, TensorShape& shape, SoftmaxInput<Scalar>& input) {
  const Tensor<Scalar>* const scores = call.tensor("scores");
  if (scores == nullptr || scores->shape.rank() < 1) return Status::badShape;
  if (!call.fits("keepMask", scores->shape) || !call.fits("additiveMask", scores->shape)) return Status::badShape;
  shape = scores->shape;
  input.keyCount = shape[-1];
  input.rowCount = static_cast<int>(shape.count()) / input.keyCount;
  input.scores = scores->data();
  input.keepMask = call.numbers("keepMask");
  input.additiveMask = call.numbers("additiveMask");
  input.temperature = call.number("temperature").value_or(1);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status softmaxJacobian(Call<Scalar>& call) {
  TensorShape shape;
  SoftmaxInput<Scalar> input;
  if (const Status status = readSoftmax(call, shape, input); status != Status::ok) return status;
  if (shape.rank() == kMaxRank) return Status::tooLarge;
  int sizes[kMaxRank];
  for (int axis = 0; axis < shape.rank(); ++axis) sizes[axis] = shape[axis];
  sizes[shape.rank()] = input.keyCount;
  Tensor<Scalar>* const jacobian = call.addResult("jacobian", TensorShape(sizes, shape.rank() + 1));
  if (jacobian == nullptr) return call.failure();
  return computeSoftmaxJacobian(input, jacobian->data());
}

template <typename Scalar>
Status softmaxGradient(Call<Scalar>& call) {
  TensorShape shape;
  SoftmaxInput<Scalar> input;
  if (const Status status = readSoftmax(call, shape, input); status != Status::ok) return status;
  if (!call.fits("probabilitiesGradient", shape) || !call.fits("logProbabilitiesGradient", shape)) {
    return Status::badShape;
  }
  const SoftmaxOutputGradient<Scalar> output{call.numbers("probabilitiesGradient"),
                                             call.numbers("logProbabilitiesGradient")};
  if (output.probabilities == nullptr && output.logProbabilities == nullptr) return Status::badShape;

  SoftmaxGradient<Scalar> gradient;
  if (const Status status = addZeros(call, "scoresGradient", shape, gradient.scores); status != Status::ok) {
    return status;
  }
  if (input.additiveMask != nullptr) {
    if (const Status status = addZeros(call, "additiveMaskGradient", shape, gradient.additiveMask);
        status != Status::ok) {
      return status;
    }
  }
  if (const Status status = computeSoftmaxGradient(input, output, gradient); status != Status::ok) return status;
  return addNumberResult(call, "temperatureGradient", gradient.temperature);
}

template Status softmaxJacobian(Call<float>&);
template Status softmaxJacobian(Call<double>&);
template Status softmaxGradient(Call<float>&);
template Status softmaxGradient(Call<double>&);

}  // namespace attn::operations
