#include "attn/leave_one_out.hpp"

#include "attn/call.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status readInput(const Call<Scalar>& call, LeaveOneOutInput<Scalar>& input) {
  const Tensor<Scalar>* const weights = call.tensor("weights");
  const Tensor<Scalar>* const values = call.tensor("values");
  const Tensor<Scalar>* const states = call.tensor("states");
  const Tensor<Scalar>* const W = call.tensor("W");
  if (weights == nullptr || values == nullptr || weights->shape.rank() != 2 || values->shape.rank() != 2) {
    return Status::badShape;
  }
  if ((states != nullptr && states->shape.rank() != 2) || (W != nullptr && W->shape.rank() != 2)) {
    return Status::badShape;
  }
  input.queryCount = weights->shape[0];
  input.keyCount = weights->shape[1];
  input.valueDim = values->shape[1];
  input.stateDim = states == nullptr ? 0 : states->shape[1];
  input.outputDim = W == nullptr ? 0 : W->shape[1];
  if (!call.fits("values", {input.keyCount, input.valueDim}) ||
      !call.fits("states", {input.queryCount, input.stateDim}) ||
      !call.fits("W", {input.stateDim + input.valueDim, input.outputDim}) || !call.fits("b", {input.outputDim})) {
    return Status::badShape;
  }
  input.weights = weights->data();
  input.values = values->data();
  input.states = call.numbers("states");
  input.W = call.numbers("W");
  input.b = call.numbers("b");
  input.softmaxOutput = call.flag("softmaxOutput");
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status leaveOneOut(Call<Scalar>& call) {
  LeaveOneOutInput<Scalar> input;
  if (const Status status = readInput(call, input); status != Status::ok) return status;
  const TensorShape words{input.queryCount, input.keyCount};
  Tensor<Scalar>* const weights = call.addResult("weights", {input.queryCount, input.keyCount, input.keyCount});
  Tensor<Scalar>* const contextChanges =
      call.addResult("contextChanges", {input.queryCount, input.keyCount, input.valueDim});
  Tensor<Scalar>* const contextEffects = call.addResult("contextEffects", words);
  Tensor<Scalar>* const isEmpty = call.addResult("isEmpty", words);
  if (weights == nullptr || contextChanges == nullptr || contextEffects == nullptr || isEmpty == nullptr) {
    return call.failure();
  }
  LeaveOneOutOutput<Scalar> output{
      weights->data(), contextChanges->data(), contextEffects->data(), isEmpty->data(), nullptr, nullptr, nullptr};
  if (input.outputDim > 0) {
    Tensor<Scalar>* const outputs = call.addResult("outputs", {input.queryCount, input.outputDim});
    Tensor<Scalar>* const outputChanges =
        call.addResult("outputChanges", {input.queryCount, input.keyCount, input.outputDim});
    Tensor<Scalar>* const outputEffects = call.addResult("outputEffects", words);
    if (outputs == nullptr || outputChanges == nullptr || outputEffects == nullptr) return call.failure();
    output.outputs = outputs->data();
    output.outputChanges = outputChanges->data();
    output.outputEffects = outputEffects->data();
  }
  return computeLeaveOneOut(input, output);
}

template Status leaveOneOut(Call<float>&);
template Status leaveOneOut(Call<double>&);

}  // namespace attn::operations
