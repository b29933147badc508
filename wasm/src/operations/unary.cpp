#include "attn/unary.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status unary(Call<Scalar>& call) {
  const Tensor<Scalar>* const x = call.tensor("x");
  if (x == nullptr) return Status::badShape;
  const int function = call.choice("function", {"exp", "tanh", "sigmoid", "relu", "gelu", "geluTanh", "silu"}, -1);
  if (function < 0) return Status::badValue;
  Tensor<Scalar>* const y = call.addResult("y", x->shape);
  if (y == nullptr) return call.failure();
  return computeUnary(static_cast<UnaryFunction>(function), x->shape.count(), x->data(), y->data());
}

template Status unary(Call<float>&);
template Status unary(Call<double>&);

}  // namespace attn::operations
