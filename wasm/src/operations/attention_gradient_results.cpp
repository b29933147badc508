#include "attention_gradient_results.hpp"

#include "score_fields.hpp"

namespace attn::operations {

template <typename Scalar>
Status addZerosLike(Call<Scalar>& call, std::string_view resultName, std::string_view name, Scalar*& numbers) {
  const Tensor<Scalar>* const like = call.tensor(name);
  return like == nullptr ? Status::badShape : addZeros(call, resultName, like->shape, numbers);
}

template <typename Scalar>
Status addAttentionOptionResults(Call<Scalar>& call, const AttentionInput<Scalar>& input,
                                 AttentionGradient<Scalar>& gradient) {
  const AttentionShape& s = input.shape;
  const TensorShape pairs{s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()};
  const bool isAdditive = input.scoreFunction == ScoreFunction::additive;
  Scalar* pastKeys = nullptr;
  Scalar* pastValues = nullptr;
  const auto add = [&](bool isThere, std::string_view resultName, std::string_view name, Scalar*& numbers) {
    return isThere ? addZerosLike(call, resultName, name, numbers) : Status::ok;
  };
  const Status statuses[] = {
      add(input.pastKeys.data != nullptr, "pastKeysGradient", "pastKeys", pastKeys),
      add(input.pastValues.data != nullptr, "pastValuesGradient", "pastValues", pastValues),
      add(input.scoreFunction == ScoreFunction::bilinear, "WGradient", "W", gradient.W),
      add(input.locations != nullptr, "WGradient", "W", gradient.locations),
      add(isAdditive, "W_qGradient", "W_q", gradient.W_q),
      add(isAdditive, "W_kGradient", "W_k", gradient.W_k),
      add(isAdditive, "vGradient", "v", gradient.v),
      add(input.additiveMask.data != nullptr, "additiveMaskGradient", "additiveMask", gradient.additiveMask),
      addZeros(call, "weightsGradient", pairs, gradient.weights),
      addZeros(call, "scoresGradient", pairs, gradient.scores),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  gradient.pastKeys = Heads<Scalar>::split(pastKeys, s.keyHeadCount, s.pastCount, s.keyDim);
  gradient.pastValues = Heads<Scalar>::split(pastValues, s.keyHeadCount, s.pastCount, s.valueDim);
  return Status::ok;
}

template <typename Scalar>
Status addAttentionNumberResults(Call<Scalar>& call, const AttentionGradient<Scalar>& gradient) {
  if (const Status status = addNumberResult(call, "scaleGradient", gradient.scale); status != Status::ok) return status;
  return addNumberResult(call, "temperatureGradient", gradient.temperature);
}

template Status addZerosLike(Call<float>&, std::string_view, std::string_view, float*&);
template Status addZerosLike(Call<double>&, std::string_view, std::string_view, double*&);
template Status addAttentionOptionResults(Call<float>&, const AttentionInput<float>&, AttentionGradient<float>&);
template Status addAttentionOptionResults(Call<double>&, const AttentionInput<double>&, AttentionGradient<double>&);
template Status addAttentionNumberResults(Call<float>&, const AttentionGradient<float>&);
template Status addAttentionNumberResults(Call<double>&, const AttentionGradient<double>&);

}  // namespace attn::operations
