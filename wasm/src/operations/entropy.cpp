#include "attn/entropy.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status entropy(Call<Scalar>& call) {
  const Tensor<Scalar>* const weights = call.tensor("weights");
  if (weights == nullptr || weights->shape.rank() < 1) return Status::badShape;
  EntropyInput<Scalar> input;
  input.count = weights->shape[-1];
  input.rowCount = static_cast<int>(weights->shape.count()) / input.count;
  input.weights = weights->data();
  input.base = call.number("base");
  input.normalize = call.flag("normalize");

  const TensorShape rows = weights->shape.withoutLast(1);
  Tensor<Scalar>* const entropies = call.addResult("entropy", rows);
  Tensor<Scalar>* const effectiveCount = call.addResult("effectiveCount", rows);
  Tensor<Scalar>* const participationCount = call.addResult("participationCount", rows);
  if (entropies == nullptr || effectiveCount == nullptr || participationCount == nullptr) return call.failure();
  return computeEntropy<Scalar>(input, {entropies->data(), effectiveCount->data(), participationCount->data()});
}

template Status entropy(Call<float>&);
template Status entropy(Call<double>&);

}  // namespace attn::operations
