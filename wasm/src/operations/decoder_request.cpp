#include "decoder_request.hpp"

#include "cell_request.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status readScore(const Call<Scalar>& call, bool isStep, DecoderInput<Scalar>& input) {
  constexpr int kLocation = 6;
  const int choice =
      call.choice("scoreFunction", {"given", "dot", "scaledDot", "bilinear", "additive", "cosine", "location"}, -1);
  if (choice < 0) return Status::badValue;
  input.isByLocation = choice == kLocation;
  input.scoreFunction = input.isByLocation ? ScoreFunction::dot : static_cast<ScoreFunction>(choice);
  input.scale = call.number("scale");
  input.temperature = call.number("temperature").value_or(1);

  const int stateDim = input.cell.stateDim;
  const Tensor<Scalar>* const W_a = call.tensor("W_a");
  if (input.isByLocation) {
    if (W_a == nullptr || W_a->shape.rank() != 2 || W_a->shape[1] != stateDim) return Status::badShape;
    if (W_a->shape[0] < input.sourceCount) return Status::badShape;
    input.W_a = W_a->data();
    return Status::ok;
  }
  switch (input.scoreFunction) {
    case ScoreFunction::given: {
      const TensorShape scores = isStep ? TensorShape{input.batchCount, input.sourceCount}
                                        : TensorShape{input.batchCount, input.stepCount, input.sourceCount};
      input.scores = call.numbers("scores");
      return call.fits("scores", scores) ? Status::ok : Status::badShape;
    }
    case ScoreFunction::bilinear:
      input.W_a = call.numbers("W_a");
      return call.fits("W_a", {stateDim, input.encoderDim}) ? Status::ok : Status::badShape;
    case ScoreFunction::additive: {
      const Tensor<Scalar>* const v = call.tensor("v");
      if (v == nullptr || v->shape.rank() != 1) return Status::badShape;
      input.attentionDim = v->shape[0];
      input.v = v->data();
      input.W_q = call.numbers("W_q");
      input.W_k = call.numbers("W_k");
      const bool fits =
          call.fits("W_q", {stateDim, input.attentionDim}) && call.fits("W_k", {input.encoderDim, input.attentionDim});
      return fits ? Status::ok : Status::badShape;
    }
    default:
      return Status::ok;
  }
}

template <typename Scalar>
Status readReadout(const Call<Scalar>& call, DecoderInput<Scalar>& input) {
  const Tensor<Scalar>* const W_c = call.tensor("W_c");
  if (W_c != nullptr) {
    if (W_c->shape.rank() != 2 || W_c->shape[1] != input.encoderDim + input.cell.stateDim) return Status::badShape;
    input.attentionalDim = W_c->shape[0];
    input.W_c = W_c->data();
  }
  input.feedsInput = call.flag("feedsInput");
  if (input.feedsInput) {
    if (W_c == nullptr || !call.fits("initialAttentional", {input.batchCount, input.attentionalDim})) {
      return Status::badShape;
    }
    input.initialAttentional = call.numbers("initialAttentional");
  }
  const Tensor<Scalar>* const W_o = call.tensor("W_o");
  if (W_o == nullptr) return Status::ok;
  if (W_o->shape.rank() != 2 || W_o->shape[1] != input.readoutDim()) return Status::badShape;
  input.outputDim = W_o->shape[0];
  input.W_o = W_o->data();
  input.b_o = call.numbers("b_o");
  return call.fits("b_o", {input.outputDim}) ? Status::ok : Status::badShape;
}

template <typename Scalar>
Status readRecurrence(const Call<Scalar>& call, DecoderInput<Scalar>& input) {
  const int stateDim = input.cell.stateDim;
  const int gateRows = input.cell.gateRows();
  const TensorShape states{input.batchCount, stateDim};
  input.cell.inputDim = input.inputDim + input.fedDim();
  if (call.tensor("W") == nullptr || !call.fits("W", {gateRows, input.cell.inputDim}) ||
      !call.fits("R", {gateRows, stateDim}) || !call.fits("inputBias", {gateRows}) ||
      !call.fits("recurrentBias", {gateRows}) || !call.fits("initialStates", states) ||
      !call.fits("initialCells", states) || !call.fits("encoderMask", {input.batchCount, input.sourceCount})) {
    return Status::badShape;
  }
  input.parameters = readCellParameters(call);
  input.initialStates = call.numbers("initialStates");
  input.initialCells = call.numbers("initialCells");
  input.encoderMask = call.numbers("encoderMask");
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status readDecoderRequest(const Call<Scalar>& call, bool isStep, DecoderInput<Scalar>& input) {
  const int order = call.choice("order", {"bahdanau", "luong"}, -1);
  if (order < 0) return Status::badValue;
  input.order = static_cast<DecoderOrder>(order);
  if (const Status status = readCellOptions(call, input.cell); status != Status::ok) return status;

  const Tensor<Scalar>* const inputs = call.tensor("inputs");
  const Tensor<Scalar>* const encoderStates = call.tensor("encoderStates");
  const Tensor<Scalar>* const R = call.tensor("R");
  if (inputs == nullptr || encoderStates == nullptr || R == nullptr) return Status::badShape;
  if (inputs->shape.rank() != (isStep ? 2 : 3) || encoderStates->shape.rank() != 3 || R->shape.rank() != 2) {
    return Status::badShape;
  }
  input.batchCount = inputs->shape[0];
  input.stepCount = isStep ? 1 : inputs->shape[1];
  input.inputDim = inputs->shape[-1];
  input.sourceCount = encoderStates->shape[1];
  input.encoderDim = encoderStates->shape[2];
  input.cell.stateDim = R->shape[1];
  if (encoderStates->shape[0] != input.batchCount) return Status::badShape;
  input.inputs = inputs->data();
  input.encoderStates = encoderStates->data();

  if (const Status status = readScore(call, isStep, input); status != Status::ok) return status;
  if (const Status status = readReadout(call, input); status != Status::ok) return status;
  return readRecurrence(call, input);
}

template Status readDecoderRequest(const Call<float>&, bool, DecoderInput<float>&);
template Status readDecoderRequest(const Call<double>&, bool, DecoderInput<double>&);

}  // namespace attn::operations
