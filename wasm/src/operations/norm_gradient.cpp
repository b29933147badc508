#include "attn/norm_gradient.hpp"

#include "norm_request.hpp"
#include "score_fields.hpp"

namespace attn::operations {
namespace {

/// Makes the results that the request has a field for, and points to them.
template <typename Scalar>
Status addNormResults(Call<Scalar>& call, bool hasBias, NormGradient<Scalar>& gradient) {
  const auto addWhereGiven = [&](std::string_view resultName, std::string_view name, Scalar*& numbers) {
    const Tensor<Scalar>* const like = call.tensor(name);
    return like == nullptr ? Status::ok : addZeros(call, resultName, like->shape, numbers);
  };
  const Status statuses[] = {
      addWhereGiven("xGradient", "x", gradient.x),
      addWhereGiven("gainGradient", "gain", gradient.gain),
      hasBias ? addWhereGiven("biasGradient", "bias", gradient.bias) : Status::ok,
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status layerNormGradient(Call<Scalar>& call) {
  NormRequest<Scalar> request;
  if (const Status status = readNorm(call, request); status != Status::ok) return status;
  if (!call.fits("normalizedGradient", call.tensor("x")->shape)) return Status::badShape;
  NormGradient<Scalar> gradient;
  if (const Status status = addNormResults(call, true, gradient); status != Status::ok) return status;
  return computeLayerNormGradient(request.input, call.numbers("normalizedGradient"), gradient);
}

template <typename Scalar>
Status rmsNormGradient(Call<Scalar>& call) {
  NormRequest<Scalar> request;
  if (const Status status = readNorm(call, request); status != Status::ok) return status;
  if (!call.fits("normalizedGradient", call.tensor("x")->shape)) return Status::badShape;
  NormGradient<Scalar> gradient;
  if (const Status status = addNormResults(call, false, gradient); status != Status::ok) return status;
  return computeRmsNormGradient(request.input, call.numbers("normalizedGradient"), gradient);
}

template Status layerNormGradient(Call<float>&);
template Status layerNormGradient(Call<double>&);
template Status rmsNormGradient(Call<float>&);
template Status rmsNormGradient(Call<double>&);

}  // namespace attn::operations
