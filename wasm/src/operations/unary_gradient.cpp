#include "attn/unary_gradient.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status unaryGradient(Call<Scalar>& call) {
  const Tensor<Scalar>* const x = call.tensor("x");
  const Tensor<Scalar>* const yGradient = call.tensor("yGradient");
  if (x == nullptr || yGradient == nullptr || !(yGradient->shape == x->shape)) return Status::badShape;
  const int function = call.choice("function", {"exp", "tanh", "sigmoid", "relu", "gelu", "geluTanh", "silu"}, -1);
  if (function < 0) return Status::badValue;
  Tensor<Scalar>* const xGradient = call.addResult("xGradient", x->shape);
  if (xGradient == nullptr) return call.failure();
  return computeUnaryGradient(static_cast<UnaryFunction>(function), x->shape.count(), x->data(), yGradient->data(),
                              xGradient->data());
}

template Status unaryGradient(Call<float>&);
template Status unaryGradient(Call<double>&);

}  // namespace attn::operations
