#pragma once

#include "attn/call.hpp"

namespace attn::operations {

/// Makes room for a tensor of the result and points `array` at its numbers. False: the reason is call.failure().
template <typename Scalar>
bool addArray(Call<Scalar>& call, std::string_view name, const TensorShape& shape, Scalar*& array) {
  Tensor<Scalar>* const tensor = call.addResult(name, shape);
  if (tensor == nullptr) return false;
  array = tensor->data();
  return true;
}

}  // namespace attn::operations
