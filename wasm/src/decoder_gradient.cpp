#include <algorithm>
#include <utility>

#include "add_product.hpp"
#include "decoder_sequence.hpp"
#include "matrix.hpp"

namespace attn {
namespace {

template <typename Scalar>
void addTo(const Scalar* summand, int count, Scalar* sum) {
  for (int j = 0; j < count; ++j) sum[j] += summand[j];
}

/// numbers [1, width] of row `index`, or nullptr.
template <typename Scalar>
Scalar* rowAt(Scalar* numbers, int index, int width) {
  return numbers == nullptr ? nullptr : numbers + rowOffset(index, width);
}

/// What one sequence needs on its way forward and back: views of one piece of memory, all zeros at first.
template <typename Scalar>
class SequenceMemory {
 public:
  bool prepare(const DecoderInput<Scalar>& input, std::size_t cellScratchCount) {
    for (const bool isMeasuring : {true, false}) {
      used_ = 0;
      isMeasuring_ = isMeasuring;
      layOut(input, cellScratchCount);
      if (isMeasuring && !numbers_.resize(used_)) return false;
    }
    std::fill_n(numbers_.data(), numbers_.size(), Scalar(0));
    return true;
  }

  DecoderSequence<Scalar> sequence;
  Scalar* joined;          ///< [encoderDim + stateDim] c and s, in the order in which the readout takes them
  Scalar* joinedGradient;  ///< [encoderDim + stateDim]
  Scalar* logitsGradient;  ///< [outputDim]
  Scalar* attentional;     ///< [attentionalDim] gradient of the attentional state
  Scalar* fedAttentional;  ///< [attentionalDim] the part of it that comes from the step behind
  Scalar* context;         ///< [encoderDim] gradient
  Scalar* state;           ///< [stateDim] gradient of the state after the step
  Scalar* cell;            ///< [stateDim]
  Scalar* stateBefore;     ///< [stateDim]
  Scalar* cellBefore;      ///< [stateDim]
  Scalar* cellInput;       ///< [cell.inputDim] gradient
  Scalar* cellScratch;

 private:
  void layOut(const DecoderInput<Scalar>& input, std::size_t cellScratchCount) {
    const int stepCount = input.stepCount;
    const int stateDim = input.cell.stateDim;
    const int joinedDim = input.encoderDim + stateDim;
    DecoderResult<Scalar>& result = sequence.result;
    for (auto& [array, width] :
         std::initializer_list<std::pair<Scalar**, int>>{{&result.scores, input.sourceCount},
                                                         {&result.weights, input.sourceCount},
                                                         {&result.context, input.encoderDim},
                                                         {&result.states, stateDim},
                                                         {&result.cells, stateDim},
                                                         {&result.gates, input.cell.gateRows()},
                                                         {&result.attentionalStates, input.attentionalDim},
                                                         {&result.logits, input.outputDim},
                                                         {&result.outputs, input.outputDim},
                                                         {&sequence.cellInputs, input.cell.inputDim},
                                                         {&sequence.recurrentParts, input.cell.gateRows()}}) {
      *array = take(rowOffset(stepCount, width));
    }
    sequence.zeros = take(rowOffset(1, std::max(stateDim, input.attentionalDim)));
    for (auto& [array, width] : std::initializer_list<std::pair<Scalar**, int>>{{&joined, joinedDim},
                                                                                {&joinedGradient, joinedDim},
                                                                                {&logitsGradient, input.outputDim},
                                                                                {&attentional, input.attentionalDim},
                                                                                {&fedAttentional, input.attentionalDim},
                                                                                {&context, input.encoderDim},
                                                                                {&state, stateDim},
                                                                                {&cell, stateDim},
                                                                                {&stateBefore, stateDim},
                                                                                {&cellBefore, stateDim},
                                                                                {&cellInput, input.cell.inputDim}}) {
      *array = take(rowOffset(1, width));
    }
    cellScratch = take(cellScratchCount);
  }

  Scalar* take(std::size_t count) {
    Scalar* const array = isMeasuring_ ? nullptr : numbers_.data() + used_;
    used_ += count;
    return array;
  }

  Buffer<Scalar> numbers_;
  std::size_t used_ = 0;
  bool isMeasuring_ = true;
};

/// The way back through one sequence.
template <typename Scalar>
class SequenceBack {
 public:
  SequenceBack(const DecoderInput<Scalar>& input, const DecoderMatrices<Scalar>& matrices,
               const DecoderResultGradient<Scalar>& shown, const DecoderGradient<Scalar>& gradient)
      : input_(input), matrices_(matrices), shown_(shown), gradient_(gradient) {}

  Status run(int batchIndex) {
    const int stateDim = input_.cell.stateDim;
    if (!memory_.prepare(input_, matrices_.cell.scratchCount()) || !alignment_.prepare(input_, batchIndex) ||
        !alignmentBack_.prepare(alignment_, batchIndex, gradient_)) {
      return Status::outOfMemory;
    }
    runDecoder(input_, matrices_, alignment_, batchIndex, memory_.sequence);
    if (input_.cell.hasCells() && shown_.lastCells != nullptr) {
      std::copy_n(shown_.lastCells + rowOffset(batchIndex, stateDim), stateDim, memory_.cell);
    }
    for (int t = input_.stepCount - 1; t >= 0; --t) stepBack(batchIndex, t);
    alignmentBack_.finish();

    addTo(memory_.state, stateDim, gradient_.initialStates + rowOffset(batchIndex, stateDim));
    if (input_.cell.hasCells()) {
      addTo(memory_.cell, stateDim, gradient_.initialCells + rowOffset(batchIndex, stateDim));
    }
    if (input_.feedsInput) {
      const int width = input_.attentionalDim;
      addTo(memory_.fedAttentional, width, gradient_.initialAttentional + rowOffset(batchIndex, width));
    }
    return Status::ok;
  }

 private:
  /// From the gradients of what step t shows, and of the state and the cell after it, to those before it.
  void stepBack(int batchIndex, int t) {
    const int index = batchIndex * input_.stepCount + t;
    const int stateDim = input_.cell.stateDim;
    const int encoderDim = input_.encoderDim;
    SequenceMemory<Scalar>& memory = memory_;
    if (shown_.states != nullptr) addTo(shown_.states + rowOffset(index, stateDim), stateDim, memory.state);
    std::fill_n(memory.context, encoderDim, Scalar(0));
    if (shown_.context != nullptr) addTo(shown_.context + rowOffset(index, encoderDim), encoderDim, memory.context);
    readOutBack(index, t);

    Scalar* const inputGradient = gradient_.inputs + rowOffset(index, input_.inputDim);
    Scalar* const fedGradient = memory.cellInput + input_.inputDim;
    if (input_.order == DecoderOrder::bahdanau) {
      cellBack(batchIndex, t);
      addTo(fedGradient, encoderDim, memory.context);
      alignBack(batchIndex, t, memory.stateBefore);
    } else {
      alignBack(batchIndex, t, memory.state);
      cellBack(batchIndex, t);
      if (input_.feedsInput) std::copy_n(fedGradient, input_.attentionalDim, memory.fedAttentional);
    }
    addTo(memory.cellInput, input_.inputDim, inputGradient);
    std::swap(memory.state, memory.stateBefore);
    std::swap(memory.cell, memory.cellBefore);
  }

  /// From outputs, logits and the attentional state to the context and the state.
  void readOutBack(int index, int t) {
    const int stateDim = input_.cell.stateDim;
    const int encoderDim = input_.encoderDim;
    const DecoderResult<Scalar>& result = memory_.sequence.result;
    const Scalar* const state = result.states + rowOffset(t, stateDim);
    const Scalar* const context = result.context + rowOffset(t, encoderDim);
    const bool hasAttentional = input_.W_c != nullptr;
    // W_c reads [c; s]; without it, W_o reads [s; c].
    const int stateAt = hasAttentional ? encoderDim : 0;
    const int contextAt = hasAttentional ? 0 : stateDim;
    const int joinedDim = encoderDim + stateDim;
    Scalar* const joinedGradient = memory_.joinedGradient;
    std::copy_n(state, stateDim, memory_.joined + stateAt);
    std::copy_n(context, encoderDim, memory_.joined + contextAt);
    std::fill_n(joinedGradient, joinedDim, Scalar(0));

    if (hasAttentional) {
      const int width = input_.attentionalDim;
      const Scalar* const attentional = result.attentionalStates + rowOffset(t, width);
      std::copy_n(memory_.fedAttentional, width, memory_.attentional);
      if (shown_.attentionalStates != nullptr) {
        addTo(shown_.attentionalStates + rowOffset(index, width), width, memory_.attentional);
      }
      outputsBack(index, t, attentional, memory_.attentional);
      for (int j = 0; j < width; ++j) memory_.attentional[j] *= 1 - attentional[j] * attentional[j];
      addProduct(memory_.attentional, 1, width, input_.W_c, joinedDim, 1, joinedGradient);
      addTransposedProduct(memory_.attentional, 1, width, memory_.joined, joinedDim, 1, gradient_.W_c);
    } else {
      outputsBack(index, t, memory_.joined, joinedGradient);
    }
    addTo(joinedGradient + stateAt, stateDim, memory_.state);
    addTo(joinedGradient + contextAt, encoderDim, memory_.context);
  }

  /// From outputs and logits to what W_o reads, whose gradient is added to.
  void outputsBack(int index, int t, const Scalar* readout, Scalar* readoutGradient) {
    if (input_.W_o == nullptr) return;
    const int width = input_.outputDim;
    const Scalar* const outputs = memory_.sequence.result.outputs + rowOffset(t, width);
    Scalar* const logits = memory_.logitsGradient;
    std::fill_n(logits, width, Scalar(0));
    if (shown_.logits != nullptr) addTo(shown_.logits + rowOffset(index, width), width, logits);
    if (shown_.outputs != nullptr) {
      const Scalar* const shown = shown_.outputs + rowOffset(index, width);
      double mean = 0;
      for (int i = 0; i < width; ++i) {
        if (outputs[i] != 0) mean += static_cast<double>(outputs[i]) * static_cast<double>(shown[i]);
      }
      for (int i = 0; i < width; ++i) {
        if (outputs[i] != 0) logits[i] += outputs[i] * static_cast<Scalar>(static_cast<double>(shown[i]) - mean);
      }
    }
    addProduct(logits, 1, width, input_.W_o, input_.readoutDim(), 1, readoutGradient);
    addTransposedProduct(logits, 1, width, readout, input_.readoutDim(), 1, gradient_.W_o);
    addTo(logits, width, gradient_.b_o);
  }

  void cellBack(int batchIndex, int t) {
    std::fill_n(memory_.cellInput, input_.cell.inputDim, Scalar(0));
    matrices_.cell.stepBack(
        cellStepAt(input_, memory_.sequence, batchIndex, t),
        {memory_.state, memory_.cell, memory_.cellInput, memory_.stateBefore, memory_.cellBefore, memory_.cellScratch},
        gradient_.parameters);
  }

  void alignBack(int batchIndex, int t, Scalar* queryGradient) {
    const int index = batchIndex * input_.stepCount + t;
    const int count = input_.sourceCount;
    alignmentBack_.alignBack(
        alignmentStepAt(input_, memory_.sequence, batchIndex, t),
        {rowAt(shown_.scores, index, count), rowAt(shown_.weights, index, count), memory_.context,
         rowAt(input_.scores, index, count), queryGradient, rowAt(gradient_.scores, index, count)});
  }

  const DecoderInput<Scalar>& input_;
  const DecoderMatrices<Scalar>& matrices_;
  const DecoderResultGradient<Scalar>& shown_;
  const DecoderGradient<Scalar>& gradient_;
  SequenceMemory<Scalar> memory_;
  Alignment<Scalar> alignment_;
  AlignmentBack<Scalar> alignmentBack_;
};

}  // namespace

template <typename Scalar>
Status computeDecoderGradient(const DecoderInput<Scalar>& input, const DecoderResultGradient<Scalar>& resultGradient,
                              const DecoderGradient<Scalar>& gradient) {
  if (const Status status = checkDecoderInput(input); status != Status::ok) return status;
  DecoderMatrices<Scalar> matrices;
  if (!matrices.prepare(input)) return Status::outOfMemory;
  // One sequence after another, in the order of the batch: all add to the same parameters' gradients.
  SequenceBack<Scalar> back(input, matrices, resultGradient, gradient);
  for (int b = 0; b < input.batchCount; ++b) {
    if (const Status status = back.run(b); status != Status::ok) return status;
  }
  return Status::ok;
}

template Status computeDecoderGradient(const DecoderInput<float>&, const DecoderResultGradient<float>&,
                                       const DecoderGradient<float>&);
template Status computeDecoderGradient(const DecoderInput<double>&, const DecoderResultGradient<double>&,
                                       const DecoderGradient<double>&);

}  // namespace attn
