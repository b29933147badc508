#include "attn/query_for_weights.hpp"

#include "attn/call.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status readInput(const Call<Scalar>& call, QueryWishInput<Scalar>& input) {
  const Tensor<Scalar>* const keys = call.tensor("keys");
  const Tensor<Scalar>* const W = call.tensor("W");
  if (keys == nullptr || keys->shape.rank() != 2 || (W != nullptr && W->shape.rank() != 2)) return Status::badShape;
  input.keyCount = keys->shape[0];
  input.keyDim = keys->shape[1];
  input.queryDim = W == nullptr ? input.keyDim : W->shape[0];
  if (!call.fits("W", {input.queryDim, input.keyDim}) || !call.fits("wishes", {input.keyCount}) ||
      !call.fits("query", {input.queryDim})) {
    return Status::badShape;
  }
  constexpr ScoreFunction kFunctions[] = {ScoreFunction::dot, ScoreFunction::scaledDot, ScoreFunction::bilinear};
  const int function = call.choice("scoreFunction", {"dot", "scaledDot", "bilinear"}, -1);
  if (function < 0) return Status::badValue;
  input.scoreFunction = kFunctions[function];
  input.scale = call.number("scale");
  input.temperature = call.number("temperature").value_or(input.temperature);
  input.smallestWeight = call.number("smallestWeight").value_or(input.smallestWeight);
  input.keys = keys->data();
  input.W = call.numbers("W");
  input.wishes = call.numbers("wishes");
  input.query = call.numbers("query");
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status queryForWeights(Call<Scalar>& call) {
  QueryWishInput<Scalar> input;
  if (const Status status = readInput(call, input); status != Status::ok) return status;
  Tensor<Scalar>* const query = call.addResult("query", {input.queryDim});
  Tensor<Scalar>* const scores = call.addResult("scores", {input.keyCount});
  Tensor<Scalar>* const weights = call.addResult("weights", {input.keyCount});
  Tensor<Scalar>* const wishes = call.addResult("wishes", {input.keyCount});
  Tensor<Scalar>* const residual = call.addResult("residual", {});
  Tensor<Scalar>* const largestError = call.addResult("largestError", {});
  if (query == nullptr || scores == nullptr || weights == nullptr || wishes == nullptr || residual == nullptr ||
      largestError == nullptr) {
    return call.failure();
  }
  return computeQueryForWeights<Scalar>(
      input, {query->data(), scores->data(), weights->data(), wishes->data(), residual->data(), largestError->data()});
}

template Status queryForWeights(Call<float>&);
template Status queryForWeights(Call<double>&);

}  // namespace attn::operations
