#include <algorithm>

#include "attn/decoder.hpp"
#include "decoder_request.hpp"
#include "result_array.hpp"

namespace attn::operations {
namespace {

/// addArray, filled with zeros.
template <typename Scalar>
bool addZeros(Call<Scalar>& call, std::string_view name, const TensorShape& shape, Scalar*& array) {
  if (!addArray(call, name, shape, array)) return false;
  std::fill_n(array, shape.count(), Scalar(0));
  return true;
}

/// Zeros of the shape of a tensor of the request, if it has one of this name.
template <typename Scalar>
bool addZerosLike(Call<Scalar>& call, std::string_view requested, std::string_view name, Scalar*& array) {
  const Tensor<Scalar>* const tensor = call.tensor(requested);
  return tensor == nullptr || addZeros(call, name, tensor->shape, array);
}

template <typename Scalar>
bool addGradients(Call<Scalar>& call, const DecoderInput<Scalar>& input, DecoderGradient<Scalar>& gradient) {
  const TensorShape states{input.batchCount, input.cell.stateDim};
  const TensorShape gateRows{input.cell.gateRows()};
  CellGradient<Scalar>& parameters = gradient.parameters;
  return addZerosLike(call, "inputs", "inputsGradient", gradient.inputs) &&
         addZerosLike(call, "encoderStates", "encoderStatesGradient", gradient.encoderStates) &&
         addZerosLike(call, "W", "WGradient", parameters.W) && addZerosLike(call, "R", "RGradient", parameters.R) &&
         addZeros(call, "inputBiasGradient", gateRows, parameters.inputBias) &&
         addZeros(call, "recurrentBiasGradient", gateRows, parameters.recurrentBias) &&
         addZeros(call, "initialStatesGradient", states, gradient.initialStates) &&
         (!input.cell.hasCells() || addZeros(call, "initialCellsGradient", states, gradient.initialCells)) &&
         (!input.feedsInput || addZeros(call, "initialAttentionalGradient", {input.batchCount, input.attentionalDim},
                                        gradient.initialAttentional)) &&
         (input.scores == nullptr || addZerosLike(call, "scores", "givenScoresGradient", gradient.scores)) &&
         addZerosLike(call, "W_a", "W_aGradient", gradient.W_a) &&
         addZerosLike(call, "W_q", "W_qGradient", gradient.W_q) &&
         addZerosLike(call, "W_k", "W_kGradient", gradient.W_k) && addZerosLike(call, "v", "vGradient", gradient.v) &&
         addZeros(call, "scaleGradient", {}, gradient.scale) &&
         addZeros(call, "temperatureGradient", {}, gradient.temperature) &&
         addZerosLike(call, "W_c", "W_cGradient", gradient.W_c) &&
         addZerosLike(call, "W_o", "W_oGradient", gradient.W_o) &&
         (input.W_o == nullptr || addZeros(call, "b_oGradient", {input.outputDim}, gradient.b_o));
}

template <typename Scalar>
Status readResultGradient(const Call<Scalar>& call, const DecoderInput<Scalar>& input,
                          DecoderResultGradient<Scalar>& gradient) {
  const auto fits = [&](std::string_view name, int width) {
    return call.tensor(name) == nullptr || call.fits(name, {input.batchCount, input.stepCount, width});
  };
  if (!fits("scoresGradient", input.sourceCount) || !fits("weightsGradient", input.sourceCount) ||
      !fits("contextGradient", input.encoderDim) || !fits("statesGradient", input.cell.stateDim) ||
      !fits("attentionalStatesGradient", input.attentionalDim) || !fits("logitsGradient", input.outputDim) ||
      !fits("outputsGradient", input.outputDim) ||
      !call.fits("lastCellsGradient", {input.batchCount, input.cell.stateDim})) {
    return Status::badShape;
  }
  gradient = {call.numbers("scoresGradient"),    call.numbers("weightsGradient"),
              call.numbers("contextGradient"),   call.numbers("statesGradient"),
              call.numbers("lastCellsGradient"), call.numbers("attentionalStatesGradient"),
              call.numbers("logitsGradient"),    call.numbers("outputsGradient")};
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status decoderGradient(Call<Scalar>& call) {
  DecoderInput<Scalar> input;
  if (const Status status = readDecoderRequest(call, false, input); status != Status::ok) return status;
  DecoderResultGradient<Scalar> resultGradient;
  if (const Status status = readResultGradient(call, input, resultGradient); status != Status::ok) return status;
  DecoderGradient<Scalar> gradient;
  if (!addGradients(call, input, gradient)) return call.failure();
  return computeDecoderGradient(input, resultGradient, gradient);
}

template Status decoderGradient(Call<float>&);
template Status decoderGradient(Call<double>&);

}  // namespace attn::operations
