#include "attn/hull.hpp"

#include <algorithm>

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status hull(Call<Scalar>& call) {
  const Tensor<Scalar>* const points = call.tensor("points");
  const Tensor<Scalar>* const targets = call.tensor("targets");
  if (points == nullptr || targets == nullptr || points->shape.rank() != 2 || targets->shape.rank() != 2 ||
      points->shape[1] != targets->shape[1]) {
    return Status::badShape;
  }
  HullInput<Scalar> input;
  input.pointCount = points->shape[0];
  input.targetCount = targets->shape[0];
  input.dim = points->shape[1];
  input.points = points->data();
  input.targets = targets->data();
  input.tolerance = call.number("tolerance");

  Tensor<Scalar>* const isInside = call.addResult("isInside", {input.targetCount});
  Tensor<Scalar>* const distance = call.addResult("distance", {input.targetCount});
  Tensor<Scalar>* const nearest = call.addResult("nearest", {input.targetCount, input.dim});
  Tensor<Scalar>* const weights = call.addResult("weights", {input.targetCount, input.pointCount});
  if (isInside == nullptr || distance == nullptr || nearest == nullptr || weights == nullptr) return call.failure();
  return computeHull<Scalar>(input, {isInside->data(), distance->data(), nearest->data(), weights->data()});
}

template <typename Scalar>
Status hullCorners(Call<Scalar>& call) {
  const Tensor<Scalar>* const points = call.tensor("points");
  if (points == nullptr || points->shape.rank() != 2 || points->shape[1] != 2) return Status::badShape;
  Buffer<int> found;
  if (!found.resize(static_cast<std::size_t>(points->shape[0]))) return Status::outOfMemory;
  int cornerCount = 0;
  const Status status = computeHullCorners(points->shape[0], points->data(), found.data(), cornerCount);
  if (status != Status::ok) return status;

  Tensor<Scalar>* const corners = call.addResult("corners", {cornerCount});
  if (corners == nullptr) return call.failure();
  std::transform(found.data(), found.data() + cornerCount, corners->data(),
                 [](int index) { return static_cast<Scalar>(index); });
  return Status::ok;
}

template Status hull(Call<float>&);
template Status hull(Call<double>&);
template Status hullCorners(Call<float>&);
template Status hullCorners(Call<double>&);

}  // namespace attn::operations
