#include "attn/decoder.hpp"

#include <algorithm>
#include <array>

#include "decoder_sequence.hpp"
#include "matrix.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

/// The part of a batch's result that belongs to one sequence.
template <typename Scalar>
DecoderResult<Scalar> resultAt(const DecoderInput<Scalar>& input, const DecoderResult<Scalar>& result, int batchIndex) {
  const int first = batchIndex * input.stepCount;
  const auto at = [&](Scalar* numbers, int width) {
    return numbers == nullptr ? nullptr : numbers + rowOffset(first, width);
  };
  return {at(result.scores, input.sourceCount),
          at(result.weights, input.sourceCount),
          at(result.context, input.encoderDim),
          at(result.states, input.cell.stateDim),
          at(result.cells, input.cell.stateDim),
          at(result.gates, input.cell.gateRows()),
          at(result.attentionalStates, input.attentionalDim),
          at(result.logits, input.outputDim),
          at(result.outputs, input.outputDim)};
}

/// What the steps of one sequence need besides their results.
template <typename Scalar>
struct SequenceMemory {
  Alignment<Scalar> alignment;
  Buffer<Scalar> cellInputs;      ///< [stepCount, cell.inputDim]
  Buffer<Scalar> recurrentParts;  ///< [stepCount, gateRows]

  bool prepare(const DecoderInput<Scalar>& input, int batchIndex) {
    return alignment.prepare(input, batchIndex) && cellInputs.resize(rowOffset(input.stepCount, input.cell.inputDim)) &&
           recurrentParts.resize(rowOffset(input.stepCount, input.cell.gateRows()));
  }
};

}  // namespace

template <typename Scalar>
Status computeDecoder(const DecoderInput<Scalar>& input, const DecoderResult<Scalar>& result) {
  if (const Status status = checkDecoderInput(input); status != Status::ok) return status;
  DecoderMatrices<Scalar> matrices;
  Buffer<Scalar> zeros;
  if (!matrices.prepare(input) ||
      !zeros.resize(static_cast<std::size_t>(std::max(input.cell.stateDim, input.attentionalDim)))) {
    return Status::outOfMemory;
  }
  std::fill_n(zeros.data(), zeros.size(), Scalar(0));

  // In groups: sources are prepared one after another, each on all threads; then each sequence runs on a thread of its
  // own, since its steps cannot be shared out.
  constexpr int kGroup = 16;
  std::array<SequenceMemory<Scalar>, kGroup> memories;
  for (int first = 0; first < input.batchCount; first += kGroup) {
    const int count = std::min(kGroup, input.batchCount - first);
    for (int i = 0; i < count; ++i) {
      if (!memories[static_cast<std::size_t>(i)].prepare(input, first + i)) return Status::outOfMemory;
    }
    parallelFor(count, 1, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        SequenceMemory<Scalar>& memory = memories[static_cast<std::size_t>(i)];
        runDecoder(
            input, matrices, memory.alignment, first + i,
            {resultAt(input, result, first + i), memory.cellInputs.data(), memory.recurrentParts.data(), zeros.data()});
      }
    });
  }
  return Status::ok;
}

template Status computeDecoder(const DecoderInput<float>&, const DecoderResult<float>&);
template Status computeDecoder(const DecoderInput<double>&, const DecoderResult<double>&);

}  // namespace attn
