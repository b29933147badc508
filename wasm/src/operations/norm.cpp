#include "attn/norm.hpp"

#include <algorithm>
#include <array>

#include "norm_request.hpp"

namespace attn::operations {

template <typename Scalar>
Status readNorm(const Call<Scalar>& call, NormRequest<Scalar>& request) {
  const Tensor<Scalar>* const x = call.tensor("x");
  if (x == nullptr || x->shape.rank() < 1) return Status::badShape;
  const int rank = x->shape.rank();
  const int axis = call.whole("axis", -1).value_or(rank);
  if (axis < -rank || axis >= rank) return Status::badValue;
  const int first = axis < 0 ? axis + rank : axis;
  const TensorShape row(x->shape.sizes() + first, rank - first);
  if (!call.fits("gain", row) || !call.fits("bias", row)) return Status::badShape;

  std::array<int, kMaxRank> kept{};
  std::copy_n(x->shape.sizes(), first, kept.begin());
  std::fill_n(kept.begin() + first, rank - first, 1);
  request.keptShape = TensorShape(kept.data(), rank);
  request.input.rowLength = static_cast<int>(row.count());
  request.input.rowCount = static_cast<int>(x->shape.count()) / request.input.rowLength;
  request.input.x = x->data();
  request.input.gain = call.numbers("gain");
  request.input.bias = call.numbers("bias");
  request.input.epsilon = call.number("epsilon").value_or(request.input.epsilon);
  return Status::ok;
}

template <typename Scalar>
Status layerNorm(Call<Scalar>& call) {
  NormRequest<Scalar> request;
  if (const Status status = readNorm(call, request); status != Status::ok) return status;
  Tensor<Scalar>* const normalized = call.addResult("normalized", call.tensor("x")->shape);
  Tensor<Scalar>* const mean = call.addResult("mean", request.keptShape);
  Tensor<Scalar>* const inverseDeviation = call.addResult("inverseDeviation", request.keptShape);
  if (normalized == nullptr || mean == nullptr || inverseDeviation == nullptr) return call.failure();
  return computeLayerNorm(request.input, normalized->data(), mean->data(), inverseDeviation->data());
}

template <typename Scalar>
Status rmsNorm(Call<Scalar>& call) {
  NormRequest<Scalar> request;
  if (const Status status = readNorm(call, request); status != Status::ok) return status;
  Tensor<Scalar>* const normalized = call.addResult("normalized", call.tensor("x")->shape);
  Tensor<Scalar>* const inverseRms = call.addResult("inverseRms", request.keptShape);
  if (normalized == nullptr || inverseRms == nullptr) return call.failure();
  return computeRmsNorm(request.input, normalized->data(), inverseRms->data());
}

template Status readNorm(const Call<float>&, NormRequest<float>&);
template Status readNorm(const Call<double>&, NormRequest<double>&);
template Status layerNorm(Call<float>&);
template Status layerNorm(Call<double>&);
template Status rmsNorm(Call<float>&);
template Status rmsNorm(Call<double>&);

}  // namespace attn::operations
