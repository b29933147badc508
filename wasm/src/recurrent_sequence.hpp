#pragma once

#include <cstddef>

#include "attn/recurrent.hpp"
#include "cell.hpp"

namespace attn {

/// One sequence in one direction.
template <typename Scalar>
struct Sequence {
  const Scalar* inputs;        ///< [stepCount, inputDim]
  const Scalar* stepMask;      ///< [stepCount] or nullptr
  const Scalar* initialState;  ///< [stateDim] or nullptr
  const Scalar* initialCell;   ///< [stateDim] or nullptr
  int stepCount;
  int length;
  bool isReverse;

  /// The step that is taken as number `index` of `length`.
  int stepAt(int index) const { return isReverse ? length - 1 - index : index; }
  bool isRead(int step) const { return stepMask == nullptr || stepMask[step] != 0; }
};

/// The sequence of batch entry `batchIndex` in direction `directionIndex`.
template <typename Scalar>
Sequence<Scalar> sequenceAt(const RecurrentInput<Scalar>& input, int batchIndex, int directionIndex);

/// The parameters of one direction.
template <typename Scalar>
CellParameters<Scalar> parametersAt(const RecurrentInput<Scalar>& input, int directionIndex);

/// ok, or why the input is refused.
template <typename Scalar>
Status checkRecurrentInput(const RecurrentInput<Scalar>& input);

/// Where the steps of a sequence write, each at its own place: step · stride.
template <typename Scalar>
struct SequenceOutput {
  Scalar* states;
  Scalar* cells;  ///< for lstm
  std::size_t stateStride;
  Scalar* gates;
  std::size_t gateStride;
  Scalar* recurrentParts;   ///< as in CellStep
  std::size_t partsStride;  ///< 0: no one reads them later
  Scalar* lastState;        ///< [stateDim]
  Scalar* lastCell;         ///< [stateDim], for lstm
};

template <typename Scalar>
void runSequence(const Cell<Scalar>& cell, const Sequence<Scalar>& sequence, const SequenceOutput<Scalar>& output);

}  // namespace attn
