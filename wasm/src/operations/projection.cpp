#include "attn/projection.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status projection(Call<Scalar>& call) {
  const Tensor<Scalar>* const points = call.tensor("points");
  const Tensor<Scalar>* const others = call.tensor("others");
  const std::optional<int> axisCount = call.whole("axisCount", 2);
  if (points == nullptr || points->shape.rank() != 2) return Status::badShape;
  if (others != nullptr && (others->shape.rank() != 2 || others->shape[1] != points->shape[1])) return Status::badShape;
  if (!axisCount) return Status::badValue;
  ProjectionInput<Scalar> input;
  input.pointCount = points->shape[0];
  input.dim = points->shape[1];
  input.axisCount = *axisCount;
  input.points = points->data();
  if (others != nullptr) {
    input.otherCount = others->shape[0];
    input.others = others->data();
  }

  Tensor<Scalar>* const mean = call.addResult("mean", {input.dim});
  Tensor<Scalar>* const axes = call.addResult("axes", {input.axisCount, input.dim});
  Tensor<Scalar>* const coordinates = call.addResult("coordinates", {input.pointCount, input.axisCount});
  Tensor<Scalar>* const variance = call.addResult("variance", {input.axisCount});
  Tensor<Scalar>* const explained = call.addResult("explained", {input.axisCount});
  if (mean == nullptr || axes == nullptr || coordinates == nullptr || variance == nullptr || explained == nullptr) {
    return call.failure();
  }
  Scalar* otherCoordinates = nullptr;
  if (others != nullptr) {
    Tensor<Scalar>* const tensor = call.addResult("otherCoordinates", {input.otherCount, input.axisCount});
    if (tensor == nullptr) return call.failure();
    otherCoordinates = tensor->data();
  }
  return computeProjection<Scalar>(
      input, {mean->data(), axes->data(), coordinates->data(), otherCoordinates, variance->data(), explained->data()});
}

template <typename Scalar>
Status backProjection(Call<Scalar>& call) {
  const Tensor<Scalar>* const coordinates = call.tensor("coordinates");
  const Tensor<Scalar>* const axes = call.tensor("axes");
  const Tensor<Scalar>* const mean = call.tensor("mean");
  if (coordinates == nullptr || axes == nullptr || mean == nullptr || coordinates->shape.rank() != 2 ||
      axes->shape.rank() != 2 || axes->shape[0] != coordinates->shape[1] ||
      !(mean->shape == TensorShape{axes->shape[1]})) {
    return Status::badShape;
  }
  const int pointCount = coordinates->shape[0];
  const int dim = axes->shape[1];
  Tensor<Scalar>* const points = call.addResult("points", {pointCount, dim});
  if (points == nullptr) return call.failure();
  return computeBackProjection(pointCount, axes->shape[0], dim, coordinates->data(), axes->data(), mean->data(),
                               points->data());
}

template Status projection(Call<float>&);
template Status projection(Call<double>&);
template Status backProjection(Call<float>&);
template Status backProjection(Call<double>&);

}  // namespace attn::operations
