#include "attn/recurrent.hpp"

#include "recurrent_request.hpp"
#include "result_array.hpp"

namespace attn::operations {

template <typename Scalar>
Status recurrent(Call<Scalar>& call) {
  RecurrentInput<Scalar> input;
  if (const Status status = readRecurrentRequest(call, input); status != Status::ok) return status;
  RecurrentResult<Scalar> result;
  const TensorShape states = stepShape(input, input.cell.stateDim);
  const bool hasRoom = addArray(call, "states", states, result.states) &&
                       addArray(call, "lastStates", lastShape(input), result.lastStates) &&
                       addArray(call, "gates", stepShape(input, input.cell.gateRows()), result.gates) &&
                       (!input.cell.hasCells() || (addArray(call, "cells", states, result.cells) &&
                                                   addArray(call, "lastCells", lastShape(input), result.lastCells)));
  if (!hasRoom) return call.failure();
  return computeRecurrent(input, result);
}

template Status recurrent(Call<float>&);
template Status recurrent(Call<double>&);

}  // namespace attn::operations
