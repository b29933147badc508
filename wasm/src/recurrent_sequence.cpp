#include "recurrent_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "attn/limits.hpp"
#include "matrix.hpp"

namespace attn {
namespace {

template <typename Scalar>
void copyOrZero(const Scalar* numbers, int count, Scalar* copy) {
  if (numbers == nullptr) {
    std::fill_n(copy, count, Scalar(0));
  } else {
    std::copy_n(numbers, count, copy);
  }
}

}  // namespace

template <typename Scalar>
Status checkRecurrentInput(const RecurrentInput<Scalar>& input) {
  if (std::min({input.batchCount, input.stepCount, input.cell.inputDim, input.cell.stateDim}) < 1) {
    return Status::badShape;
  }
  if (input.inputs == nullptr || input.parameters.W == nullptr || input.parameters.R == nullptr) {
    return Status::badShape;
  }
  const std::int64_t steps = std::int64_t{input.batchCount} * input.stepCount * input.directionCount();
  if (steps * input.cell.gateRows() > kMaxTensorNumbers) return Status::tooLarge;
  for (int b = 0; input.lengths != nullptr && b < input.batchCount; ++b) {
    const Scalar length = input.lengths[b];
    // Written so that NaN fails.
    if (!(length >= 0 && length <= static_cast<Scalar>(input.stepCount)) || length != std::trunc(length)) {
      return Status::badValue;
    }
  }
  return Status::ok;
}

template <typename Scalar>
Sequence<Scalar> sequenceAt(const RecurrentInput<Scalar>& input, int batchIndex, int directionIndex) {
  const int stateDim = input.cell.stateDim;
  const int row = batchIndex * input.directionCount() + directionIndex;
  const auto rowOf = [&](const Scalar* states) {
    return states == nullptr ? nullptr : states + rowOffset(row, stateDim);
  };
  return {
      input.inputs + rowOffset(batchIndex, input.stepCount) * static_cast<std::size_t>(input.cell.inputDim),
      input.stepMask == nullptr ? nullptr : input.stepMask + rowOffset(batchIndex, input.stepCount),
      rowOf(input.initialStates),
      input.cell.hasCells() ? rowOf(input.initialCells) : nullptr,
      input.stepCount,
      input.lengths == nullptr ? input.stepCount : static_cast<int>(input.lengths[batchIndex]),
      input.direction == Direction::reverse || directionIndex == 1,
  };
}

template <typename Scalar>
CellParameters<Scalar> parametersAt(const RecurrentInput<Scalar>& input, int directionIndex) {
  const int rows = input.cell.gateRows();
  const auto at = [&](const Scalar* first, int width) {
    const std::size_t count = rowOffset(rows, width);
    return first == nullptr ? nullptr : first + static_cast<std::size_t>(directionIndex) * count;
  };
  const CellParameters<Scalar>& all = input.parameters;
  return {at(all.W, input.cell.inputDim), at(all.R, input.cell.stateDim), at(all.inputBias, 1),
          at(all.recurrentBias, 1)};
}

template <typename Scalar>
void runSequence(const Cell<Scalar>& cell, const Sequence<Scalar>& sequence, const SequenceOutput<Scalar>& output) {
  const CellOptions& options = cell.options();
  const int stateDim = options.stateDim;
  const bool hasCells = options.hasCells();
  copyOrZero(sequence.initialState, stateDim, output.lastState);
  if (hasCells) copyOrZero(sequence.initialCell, stateDim, output.lastCell);

  for (int index = 0; index < sequence.stepCount; ++index) {
    const bool isPadding = index >= sequence.length;
    const int t = isPadding ? index : sequence.stepAt(index);
    const auto place = static_cast<std::size_t>(t);
    Scalar* const state = output.states + place * output.stateStride;
    Scalar* const stepCell = hasCells ? output.cells + place * output.stateStride : nullptr;
    Scalar* const gates = output.gates + place * output.gateStride;
    if (!isPadding && sequence.isRead(t)) {
      cell.step({sequence.inputs + rowOffset(t, options.inputDim), output.lastState, output.lastCell, state, stepCell,
                 gates, output.recurrentParts + place * output.partsStride});
      std::copy_n(state, stateDim, output.lastState);
      if (hasCells) std::copy_n(stepCell, stateDim, output.lastCell);
      continue;
    }
    copyOrZero<Scalar>(isPadding ? nullptr : output.lastState, stateDim, state);
    if (hasCells) copyOrZero<Scalar>(isPadding ? nullptr : output.lastCell, stateDim, stepCell);
    std::fill_n(gates, options.gateRows(), Scalar(0));
  }
}

template Status checkRecurrentInput(const RecurrentInput<float>&);
template Status checkRecurrentInput(const RecurrentInput<double>&);
template Sequence<float> sequenceAt(const RecurrentInput<float>&, int, int);
template Sequence<double> sequenceAt(const RecurrentInput<double>&, int, int);
template CellParameters<float> parametersAt(const RecurrentInput<float>&, int);
template CellParameters<double> parametersAt(const RecurrentInput<double>&, int);
template void runSequence(const Cell<float>&, const Sequence<float>&, const SequenceOutput<float>&);
template void runSequence(const Cell<double>&, const Sequence<double>&, const SequenceOutput<double>&);

}  // namespace attn
