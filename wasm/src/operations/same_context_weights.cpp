#include "attn/same_context_weights.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status sameContextWeights(Call<Scalar>& call) {
  const Tensor<Scalar>* const given = call.tensor("weights");
  const Tensor<Scalar>* const values = call.tensor("values");
  if (given == nullptr || values == nullptr || values->shape.rank() != 2 || !call.fits("weights", {values->shape[0]})) {
    return Status::badShape;
  }
  const int keyCount = values->shape[0];
  const int valueDim = values->shape[1];
  Tensor<Scalar>* const weights = call.addResult("weights", {keyCount});
  Tensor<Scalar>* const distance = call.addResult("distance", {});
  Tensor<Scalar>* const isUnique = call.addResult("isUnique", {});
  Tensor<Scalar>* const isFarthest = call.addResult("isFarthest", {});
  Tensor<Scalar>* const context = call.addResult("context", {valueDim});
  Tensor<Scalar>* const contextError = call.addResult("contextError", {});
  if (weights == nullptr || distance == nullptr || isUnique == nullptr || isFarthest == nullptr || context == nullptr ||
      contextError == nullptr) {
    return call.failure();
  }
  return computeSameContextWeights<Scalar>(
      keyCount, valueDim, given->data(), values->data(),
      {weights->data(), distance->data(), isUnique->data(), isFarthest->data(), context->data(), contextError->data()});
}

template Status sameContextWeights(Call<float>&);
template Status sameContextWeights(Call<double>&);

}  // namespace attn::operations
