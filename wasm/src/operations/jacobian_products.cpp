#include "attn/jacobian_products.hpp"

#include <algorithm>

#include "attn/call.hpp"

namespace attn::operations {
namespace {

/// Fills jacobians [stepCount, dim, dim] from the request, which holds them or what they are made of.
template <typename Scalar>
Status readJacobians(const Call<Scalar>& call, int stepCount, int dim, Scalar* jacobians) {
  const Tensor<Scalar>* const given = call.tensor("jacobians");
  if (given == nullptr) {
    return computeTanhJacobians(stepCount, dim, call.numbers("states"), call.numbers("R"), jacobians);
  }
  std::copy_n(given->data(), given->shape.count(), jacobians);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status jacobianProducts(Call<Scalar>& call) {
  const bool isGiven = call.tensor("jacobians") != nullptr;
  const Tensor<Scalar>* const source = call.tensor(isGiven ? "jacobians" : "states");
  if (source == nullptr || source->shape.rank() != (isGiven ? 3 : 2)) return Status::badShape;
  const int stepCount = source->shape[0];
  const int dim = source->shape[1];
  if (const Status status = checkJacobians(stepCount, dim); status != Status::ok) return status;
  const TensorShape matrices{stepCount, dim, dim};
  const bool hasBoth = isGiven && (call.tensor("states") != nullptr || call.tensor("R") != nullptr);
  if (hasBoth || !call.fits("jacobians", matrices) || !call.fits("R", {dim, dim})) return Status::badShape;

  Tensor<Scalar>* const jacobians = call.addResult("jacobians", matrices);
  Tensor<Scalar>* const products = call.addResult("products", matrices);
  Tensor<Scalar>* const norms = call.addResult("norms", {stepCount});
  Tensor<Scalar>* const stepNorms = call.addResult("stepNorms", {stepCount});
  Tensor<Scalar>* const bounds = call.addResult("bounds", {stepCount});
  if (jacobians == nullptr || products == nullptr || norms == nullptr || stepNorms == nullptr || bounds == nullptr) {
    return call.failure();
  }
  const Status status = readJacobians(call, stepCount, dim, jacobians->data());
  if (status != Status::ok) return status;
  return computeJacobianProducts<Scalar>(stepCount, dim, jacobians->data(),
                                         {products->data(), norms->data(), stepNorms->data(), bounds->data()});
}

template Status jacobianProducts(Call<float>&);
template Status jacobianProducts(Call<double>&);

}  // namespace attn::operations
