#include "attn/recurrent.hpp"

#include <array>

#include "matrix.hpp"
#include "parallel.hpp"
#include "recurrent_sequence.hpp"

namespace attn {

template <typename Scalar>
Status computeRecurrent(const RecurrentInput<Scalar>& input, const RecurrentResult<Scalar>& result) {
  if (const Status status = checkRecurrentInput(input); status != Status::ok) return status;
  const int directionCount = input.directionCount();
  const int sequenceCount = input.batchCount * directionCount;
  const int stateDim = input.cell.stateDim;
  const int gateRows = input.cell.gateRows();
  const bool hasCells = input.cell.hasCells();

  std::array<Cell<Scalar>, 2> cells;
  for (int d = 0; d < directionCount; ++d) {
    if (!cells[static_cast<std::size_t>(d)].prepare(input.cell, parametersAt(input, d))) return Status::outOfMemory;
  }
  Buffer<Scalar> recurrentParts;
  if (!recurrentParts.resize(rowOffset(sequenceCount, gateRows))) return Status::outOfMemory;

  const std::size_t multiplications =
      rowOffset(input.stepCount, gateRows) * static_cast<std::size_t>(input.cell.inputDim + stateDim);
  parallelFor(sequenceCount, rowGrain(multiplications), [&](int begin, int end) {
    for (int row = begin; row < end; ++row) {
      const int b = row / directionCount;
      const int d = row % directionCount;
      const int first = b * input.stepCount * directionCount + d;
      runSequence(cells[static_cast<std::size_t>(d)], sequenceAt(input, b, d),
                  SequenceOutput<Scalar>{
                      result.states + rowOffset(first, stateDim),
                      hasCells ? result.cells + rowOffset(first, stateDim) : nullptr,
                      rowOffset(directionCount, stateDim),
                      result.gates + rowOffset(first, gateRows),
                      rowOffset(directionCount, gateRows),
                      recurrentParts.data() + rowOffset(row, gateRows),
                      0,
                      result.lastStates + rowOffset(row, stateDim),
                      hasCells ? result.lastCells + rowOffset(row, stateDim) : nullptr,
                  });
    }
  });
  return Status::ok;
}

template Status computeRecurrent(const RecurrentInput<float>&, const RecurrentResult<float>&);
template Status computeRecurrent(const RecurrentInput<double>&, const RecurrentResult<double>&);

}  // namespace attn
