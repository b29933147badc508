#include "attn/recurrent.hpp"
#include "recurrent_request.hpp"
#include "result_array.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
bool addGradients(Call<Scalar>& call, const RecurrentInput<Scalar>& input, RecurrentGradient<Scalar>& gradient) {
  const CellOptions& cell = input.cell;
  const int directionCount = input.directionCount();
  const int rows = cell.gateRows();
  CellGradient<Scalar>& parameters = gradient.parameters;
  const TensorShape last = lastShape(input);
  return addArray(call, "inputsGradient", {input.batchCount, input.stepCount, cell.inputDim}, gradient.inputs) &&
         addArray(call, "WGradient", {directionCount, rows, cell.inputDim}, parameters.W) &&
         addArray(call, "RGradient", {directionCount, rows, cell.stateDim}, parameters.R) &&
         addArray(call, "inputBiasGradient", {directionCount, rows}, parameters.inputBias) &&
         addArray(call, "recurrentBiasGradient", {directionCount, rows}, parameters.recurrentBias) &&
         addArray(call, "initialStatesGradient", last, gradient.initialStates) &&
         (!cell.hasCells() || addArray(call, "initialCellsGradient", last, gradient.initialCells));
}

}  // namespace

template <typename Scalar>
Status recurrentGradient(Call<Scalar>& call) {
  RecurrentInput<Scalar> input;
  if (const Status status = readRecurrentRequest(call, input); status != Status::ok) return status;
  const TensorShape last = lastShape(input);
  if (!call.fits("statesGradient", stepShape(input, input.cell.stateDim)) || !call.fits("lastStatesGradient", last) ||
      !call.fits("lastCellsGradient", last)) {
    return Status::badShape;
  }
  RecurrentGradient<Scalar> gradient;
  if (!addGradients(call, input, gradient)) return call.failure();
  return computeRecurrentGradient<Scalar>(
      input, {call.numbers("statesGradient"), call.numbers("lastStatesGradient"), call.numbers("lastCellsGradient")},
      gradient);
}

template Status recurrentGradient(Call<float>&);
template Status recurrentGradient(Call<double>&);

}  // namespace attn::operations
