#include "attn/decoder.hpp"

#include "decoder_request.hpp"
#include "result_array.hpp"

namespace attn::operations {
namespace {

template <typename Scalar>
Status run(Call<Scalar>& call, bool isStep) {
  DecoderInput<Scalar> input;
  if (const Status status = readDecoderRequest(call, isStep, input); status != Status::ok) return status;
  const auto add = [&](std::string_view name, int width, Scalar*& array) {
    const TensorShape sequence{input.batchCount, input.stepCount, width};
    const TensorShape step{input.batchCount, width};
    return addArray(call, name, isStep ? step : sequence, array);
  };
  DecoderResult<Scalar> result;
  const bool hasRoom =
      add("scores", input.sourceCount, result.scores) && add("weights", input.sourceCount, result.weights) &&
      add("context", input.encoderDim, result.context) && add("states", input.cell.stateDim, result.states) &&
      (!input.cell.hasCells() || add("cells", input.cell.stateDim, result.cells)) &&
      add("gates", input.cell.gateRows(), result.gates) &&
      (input.W_c == nullptr || add("attentionalStates", input.attentionalDim, result.attentionalStates)) &&
      (input.W_o == nullptr ||
       (add("logits", input.outputDim, result.logits) && add("outputs", input.outputDim, result.outputs)));
  if (!hasRoom) return call.failure();
  return computeDecoder(input, result);
}

}  // namespace

template <typename Scalar>
Status decoder(Call<Scalar>& call) {
  return run(call, false);
}

template <typename Scalar>
Status decoderStep(Call<Scalar>& call) {
  return run(call, true);
}

template Status decoder(Call<float>&);
template Status decoder(Call<double>&);
template Status decoderStep(Call<float>&);
template Status decoderStep(Call<double>&);

}  // namespace attn::operations
