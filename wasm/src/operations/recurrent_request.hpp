#pragma once

#include "attn/call.hpp"
#include "attn/recurrent.hpp"

namespace attn::operations {

/// Reads the request of `recurrent`. badShape, badValue.
template <typename Scalar>
Status readRecurrentRequest(const Call<Scalar>& call, RecurrentInput<Scalar>& input);

/// [batchCount, stepCount, directionCount, width]
template <typename Scalar>
TensorShape stepShape(const RecurrentInput<Scalar>& input, int width) {
  return {input.batchCount, input.stepCount, input.directionCount(), width};
}

/// [batchCount, directionCount, stateDim]
template <typename Scalar>
TensorShape lastShape(const RecurrentInput<Scalar>& input) {
  return {input.batchCount, input.directionCount(), input.cell.stateDim};
}

}  // namespace attn::operations
