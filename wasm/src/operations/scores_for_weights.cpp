#include "attn/scores_for_weights.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status scoresForWeights(Call<Scalar>& call) {
  const Tensor<Scalar>* const wishes = call.tensor("wishes");
  if (wishes == nullptr || wishes->shape.rank() < 1 || wishes->shape.rank() > 2 ||
      !call.fits("scores", wishes->shape)) {
    return Status::badShape;
  }
  WishInput<Scalar> input;
  input.keyCount = wishes->shape[-1];
  input.rowCount = static_cast<int>(wishes->shape.count()) / input.keyCount;
  input.wishes = wishes->data();
  input.scores = call.numbers("scores");
  input.temperature = call.number("temperature").value_or(input.temperature);
  input.smallestWeight = call.number("smallestWeight").value_or(input.smallestWeight);

  Tensor<Scalar>* const scores = call.addResult("scores", wishes->shape);
  Tensor<Scalar>* const weights = call.addResult("weights", wishes->shape);
  const bool isOneRow = wishes->shape.rank() == 1;
  Tensor<Scalar>* const errors = call.addResult("largestError", isOneRow ? TensorShape{} : TensorShape{input.rowCount});
  if (scores == nullptr || weights == nullptr || errors == nullptr) return call.failure();
  return computeScoresForWeights(input, scores->data(), weights->data(), errors->data());
}

template Status scoresForWeights(Call<float>&);
template Status scoresForWeights(Call<double>&);

}  // namespace attn::operations
