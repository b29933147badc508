#include "recurrent_request.hpp"

#include "cell_request.hpp"

namespace attn::operations {

template <typename Scalar>
Status readRecurrentRequest(const Call<Scalar>& call, RecurrentInput<Scalar>& input) {
  const int direction = call.choice("direction", {"forward", "reverse", "bidirectional"}, 0);
  if (direction < 0) return Status::badValue;
  input.direction = static_cast<Direction>(direction);
  if (const Status status = readCellOptions(call, input.cell); status != Status::ok) return status;

  const Tensor<Scalar>* const inputs = call.tensor("inputs");
  const Tensor<Scalar>* const W = call.tensor("W");
  const Tensor<Scalar>* const R = call.tensor("R");
  if (inputs == nullptr || W == nullptr || R == nullptr) return Status::badShape;
  if (inputs->shape.rank() != 3 || R->shape.rank() != 3) return Status::badShape;
  input.batchCount = inputs->shape[0];
  input.stepCount = inputs->shape[1];
  input.cell.inputDim = inputs->shape[2];
  input.cell.stateDim = R->shape[2];

  const int directionCount = input.directionCount();
  const int gateRows = input.cell.gateRows();
  const TensorShape biases{directionCount, gateRows};
  const TensorShape last = lastShape(input);
  const bool fits = call.fits("W", {directionCount, gateRows, input.cell.inputDim}) &&
                    call.fits("R", {directionCount, gateRows, input.cell.stateDim}) && call.fits("inputBias", biases) &&
                    call.fits("recurrentBias", biases) && call.fits("lengths", {input.batchCount}) &&
                    call.fits("stepMask", {input.batchCount, input.stepCount}) && call.fits("initialStates", last) &&
                    call.fits("initialCells", last);
  if (!fits) return Status::badShape;

  input.inputs = inputs->data();
  input.parameters = readCellParameters(call);
  input.lengths = call.numbers("lengths");
  input.stepMask = call.numbers("stepMask");
  input.initialStates = call.numbers("initialStates");
  input.initialCells = call.numbers("initialCells");
  return Status::ok;
}

template Status readRecurrentRequest(const Call<float>&, RecurrentInput<float>&);
template Status readRecurrentRequest(const Call<double>&, RecurrentInput<double>&);

}  // namespace attn::operations
