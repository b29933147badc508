#include <algorithm>
#include <utility>

#include "attn/recurrent.hpp"
#include "matrix.hpp"
#include "recurrent_sequence.hpp"

namespace attn {
namespace {

/// What one sequence needs on its way forward and back.
template <typename Scalar>
struct SequenceMemory {
  Buffer<Scalar> states;          ///< [stepCount, stateDim]
  Buffer<Scalar> cells;           ///< [stepCount, stateDim]
  Buffer<Scalar> gates;           ///< [stepCount, gateRows]
  Buffer<Scalar> recurrentParts;  ///< [stepCount, gateRows]
  /// [7, stateDim]: zeros; the last state and cell; the gradients of the state and the cell after a step and before it.
  Buffer<Scalar> vectors;
  Buffer<Scalar> scratch;

  bool resize(int stepCount, const Cell<Scalar>& cell) {
    const CellOptions& options = cell.options();
    const std::size_t stateCount = rowOffset(stepCount, options.stateDim);
    const std::size_t gateCount = rowOffset(stepCount, options.gateRows());
    if (!states.resize(stateCount) || !cells.resize(stateCount) || !gates.resize(gateCount) ||
        !recurrentParts.resize(gateCount) || !vectors.resize(rowOffset(7, options.stateDim)) ||
        !scratch.resize(cell.scratchCount())) {
      return false;
    }
    std::fill_n(vectors.data(), vectors.size(), Scalar(0));
    return true;
  }
};

/// The gradients that one sequence starts from, and those that it ends with. nullptr: none.
template <typename Scalar>
struct SequenceGradient {
  const Scalar* states;  ///< step t at t · stateStride
  std::size_t stateStride;
  const Scalar* lastState;  ///< [stateDim]
  const Scalar* lastCell;   ///< [stateDim]
  Scalar* inputs;           ///< [stepCount, inputDim] is added to
  Scalar* initialState;     ///< [stateDim]
  Scalar* initialCell;      ///< [stateDim], for lstm
};

template <typename Scalar>
void addTo(const Scalar* summand, int count, Scalar* sum) {
  for (int j = 0; j < count; ++j) sum[j] += summand[j];
}

template <typename Scalar>
void runSequenceBack(const Cell<Scalar>& cell, const Sequence<Scalar>& sequence, SequenceMemory<Scalar>& memory,
                     const SequenceGradient<Scalar>& gradient, const CellGradient<Scalar>& parameters) {
  const CellOptions& options = cell.options();
  const int stateDim = options.stateDim;
  const auto vector = [&](int index) { return memory.vectors.data() + rowOffset(index, stateDim); };
  const Scalar* const zeros = vector(0);
  Scalar* after = vector(3);
  Scalar* afterCell = vector(4);
  Scalar* before = vector(5);
  Scalar* beforeCell = vector(6);

  runSequence(
      cell, sequence,
      SequenceOutput<Scalar>{memory.states.data(), memory.cells.data(), rowOffset(1, stateDim), memory.gates.data(),
                             rowOffset(1, options.gateRows()), memory.recurrentParts.data(),
                             rowOffset(1, options.gateRows()), vector(1), vector(2)});
  const auto orZeros = [&](const Scalar* numbers) { return numbers == nullptr ? zeros : numbers; };
  std::copy_n(orZeros(gradient.lastState), stateDim, after);
  std::copy_n(orZeros(gradient.lastCell), stateDim, afterCell);

  for (int index = sequence.length - 1; index >= 0; --index) {
    const int t = sequence.stepAt(index);
    if (gradient.states != nullptr) {
      addTo(gradient.states + static_cast<std::size_t>(t) * gradient.stateStride, stateDim, after);
    }
    if (!sequence.isRead(t)) continue;
    const auto stepBefore = [&](Buffer<Scalar>& states, const Scalar* initial) {
      return index == 0 ? orZeros(initial) : states.data() + rowOffset(sequence.stepAt(index - 1), stateDim);
    };
    const CellStep<Scalar> step{sequence.inputs + rowOffset(t, options.inputDim),
                                stepBefore(memory.states, sequence.initialState),
                                stepBefore(memory.cells, sequence.initialCell),
                                memory.states.data() + rowOffset(t, stateDim),
                                memory.cells.data() + rowOffset(t, stateDim),
                                memory.gates.data() + rowOffset(t, options.gateRows()),
                                memory.recurrentParts.data() + rowOffset(t, options.gateRows())};
    cell.stepBack(
        step,
        {after, afterCell, gradient.inputs + rowOffset(t, options.inputDim), before, beforeCell, memory.scratch.data()},
        parameters);
    std::swap(after, before);
    std::swap(afterCell, beforeCell);
  }
  std::copy_n(after, stateDim, gradient.initialState);
  if (options.hasCells()) std::copy_n(afterCell, stateDim, gradient.initialCell);
}

/// The gradient arrays of one direction.
template <typename Scalar>
CellGradient<Scalar> gradientAt(const CellGradient<Scalar>& all, const CellOptions& options, int directionIndex) {
  const auto at = [&](Scalar* first, int width) {
    return first + static_cast<std::size_t>(directionIndex) * rowOffset(options.gateRows(), width);
  };
  return {at(all.W, options.inputDim), at(all.R, options.stateDim), at(all.inputBias, 1), at(all.recurrentBias, 1)};
}

template <typename Scalar>
void zero(const CellGradient<Scalar>& gradient, const CellOptions& options) {
  std::fill_n(gradient.W, rowOffset(options.gateRows(), options.inputDim), Scalar(0));
  std::fill_n(gradient.R, rowOffset(options.gateRows(), options.stateDim), Scalar(0));
  std::fill_n(gradient.inputBias, options.gateRows(), Scalar(0));
  std::fill_n(gradient.recurrentBias, options.gateRows(), Scalar(0));
}

}  // namespace

template <typename Scalar>
Status computeRecurrentGradient(const RecurrentInput<Scalar>& input,
                                const RecurrentResultGradient<Scalar>& resultGradient,
                                const RecurrentGradient<Scalar>& gradient) {
  if (const Status status = checkRecurrentInput(input); status != Status::ok) return status;
  const CellOptions& options = input.cell;
  const int directionCount = input.directionCount();
  const int stateDim = options.stateDim;
  const std::size_t sequenceInputs = rowOffset(input.stepCount, options.inputDim);
  std::fill_n(gradient.inputs, static_cast<std::size_t>(input.batchCount) * sequenceInputs, Scalar(0));

  // One sequence after another, in the order of the batch: all add to the same parameters' gradients.
  Cell<Scalar> cell;
  SequenceMemory<Scalar> memory;
  for (int d = 0; d < directionCount; ++d) {
    const CellGradient<Scalar> parameters = gradientAt(gradient.parameters, options, d);
    zero(parameters, options);
    if (!cell.prepare(options, parametersAt(input, d))) return Status::outOfMemory;
    for (int b = 0; b < input.batchCount; ++b) {
      if (!memory.resize(input.stepCount, cell)) return Status::outOfMemory;
      const int row = b * directionCount + d;
      const int first = b * input.stepCount * directionCount + d;
      const auto rowOf = [&](auto* states, int index) {
        return states == nullptr ? nullptr : states + rowOffset(index, stateDim);
      };
      runSequenceBack(cell, sequenceAt(input, b, d), memory,
                      SequenceGradient<Scalar>{
                          rowOf(resultGradient.states, first),
                          rowOffset(directionCount, stateDim),
                          rowOf(resultGradient.lastStates, row),
                          options.hasCells() ? rowOf(resultGradient.lastCells, row) : nullptr,
                          gradient.inputs + static_cast<std::size_t>(b) * sequenceInputs,
                          rowOf(gradient.initialStates, row),
                          rowOf(gradient.initialCells, row),
                      },
                      parameters);
    }
  }
  return Status::ok;
}

template Status computeRecurrentGradient(const RecurrentInput<float>&, const RecurrentResultGradient<float>&,
                                         const RecurrentGradient<float>&);
template Status computeRecurrentGradient(const RecurrentInput<double>&, const RecurrentResultGradient<double>&,
                                         const RecurrentGradient<double>&);

}  // namespace attn
