#include "attn/projected_attention_gradient.hpp"

#include "attention_gradient_results.hpp"
#include "attention_request.hpp"

namespace attn::operations {
namespace {

/// The gradient of a field of the request, where it has this field; nullptr otherwise.
template <typename Scalar>
Status addWhereGiven(Call<Scalar>& call, std::string_view resultName, std::string_view name, Scalar*& numbers) {
  return call.tensor(name) == nullptr ? Status::ok : addZerosLike(call, resultName, name, numbers);
}

/// Inputs that are left out stand for others, which then get their part.
template <typename Scalar>
Status addInputResults(Call<Scalar>& call, ProjectedAttentionGradient<Scalar>& gradient) {
  const Status statuses[] = {
      addZerosLike(call, "queryInputsGradient", "queryInputs", gradient.queryInputs),
      addWhereGiven(call, "keyInputsGradient", "keyInputs", gradient.keyInputs),
      addWhereGiven(call, "valueInputsGradient", "valueInputs", gradient.valueInputs),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  if (gradient.keyInputs == nullptr) gradient.keyInputs = gradient.queryInputs;
  if (gradient.valueInputs == nullptr) gradient.valueInputs = gradient.keyInputs;
  return Status::ok;
}

template <typename Scalar>
Status addProjectionResults(Call<Scalar>& call, bool readsKeys, ProjectedAttentionGradient<Scalar>& gradient) {
  const Status statuses[] = {
      addWhereGiven(call, "queryProjectionGradient", "queryProjection", gradient.queryProjection.matrix),
      addWhereGiven(call, "queryBiasGradient", "queryBias", gradient.queryProjection.bias),
      addWhereGiven(call, "valueProjectionGradient", "valueProjection", gradient.valueProjection.matrix),
      addWhereGiven(call, "valueBiasGradient", "valueBias", gradient.valueProjection.bias),
      addWhereGiven(call, "outputProjectionGradient", "outputProjection", gradient.outputProjection.matrix),
      addWhereGiven(call, "outputBiasGradient", "outputBias", gradient.outputProjection.bias),
      !readsKeys ? Status::ok
                 : addWhereGiven(call, "keyProjectionGradient", "keyProjection", gradient.keyProjection.matrix),
      !readsKeys ? Status::ok : addWhereGiven(call, "keyBiasGradient", "keyBias", gradient.keyProjection.bias),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status projectedAttentionGradient(Call<Scalar>& call) {
  ProjectedAttentionInput<Scalar> input;
  if (const Status status = readProjectedAttention(call, input); status != Status::ok) return status;
  const AttentionShape& s = input.attention.shape;
  const Scalar* const outputGradient = call.numbers("outputGradient");
  if (outputGradient == nullptr ||
      !call.fits("outputGradient", {s.batchCount, s.queryCount, input.outputProjection.outDim}) ||
      !call.fits("weightsGradient", {s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()})) {
    return Status::badShape;
  }

  ProjectedAttentionGradient<Scalar> gradient;
  const Status statuses[] = {
      addInputResults(call, gradient),
      addProjectionResults(call, input.keyInputs != nullptr, gradient),
      addAttentionOptionResults(call, input.attention, gradient.attention),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  if (const Status status =
          computeProjectedAttentionGradient(input, outputGradient, call.numbers("weightsGradient"), gradient);
      status != Status::ok) {
    return status;
  }
  return addAttentionNumberResults(call, gradient.attention);
}

template Status projectedAttentionGradient(Call<float>&);
template Status projectedAttentionGradient(Call<double>&);

}  // namespace attn::operations
