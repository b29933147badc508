#include "attn/softmax.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status softmax(Call<Scalar>& call) {
  const Tensor<Scalar>* const scores = call.tensor("scores");
  if (scores == nullptr || scores->shape.rank() < 1) return Status::badShape;
  if (!call.fits("keepMask", scores->shape) || !call.fits("additiveMask", scores->shape)) return Status::badShape;
  const int fullyMasked = call.choice("fullyMasked", {"zeros", "uniform", "nan"}, 0);
  if (fullyMasked < 0) return Status::badValue;

  SoftmaxInput<Scalar> input;
  input.keyCount = scores->shape[-1];
  input.rowCount = static_cast<int>(scores->shape.count()) / input.keyCount;
  input.scores = scores->data();
  input.keepMask = call.numbers("keepMask");
  input.additiveMask = call.numbers("additiveMask");
  input.temperature = call.number("temperature").value_or(1);
  input.fullyMasked = static_cast<FullyMasked>(fullyMasked);

  Tensor<Scalar>* const probabilities = call.addResult("probabilities", scores->shape);
  Tensor<Scalar>* const logSumExp = call.addResult("logSumExp", scores->shape.withoutLast(1));
  if (probabilities == nullptr || logSumExp == nullptr) return call.failure();
  return computeSoftmaxRows(input, probabilities->data(), logSumExp->data());
}

template Status softmax(Call<float>&);
template Status softmax(Call<double>&);

}  // namespace attn::operations
