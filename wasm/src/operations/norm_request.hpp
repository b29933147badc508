#pragma once

#include "attn/call.hpp"
#include "attn/norm.hpp"

namespace attn::operations {

template <typename Scalar>
struct NormRequest {
  NormInput<Scalar> input;
  TensorShape keptShape;  ///< that of x, with 1 for each axis that is normalised
};

/// What layerNorm, rmsNorm and their gradients have in common. badShape, badValue.
template <typename Scalar>
Status readNorm(const Call<Scalar>& call, NormRequest<Scalar>& request);

}  // namespace attn::operations
