#pragma once

#include "attn/cell.hpp"
#include "attn/status.hpp"

namespace attn {

/// reverse reads each sequence from its last step to its first; bidirectional is both, forward first.
enum class Direction : int { forward, reverse, bidirectional };

/// A batch of sequences before a recurrent network; views of the caller's arrays, row-major. directionCount is 2 for
/// bidirectional, 1 otherwise, and each direction has parameters of its own, one after another.
///
/// A step is left out where stepMask is 0, or from the sequence's length on: the state stays what it was and the input
/// is not read, be it NaN. Where the mask left it out, states show the state that is held (the rule of Keras); from the
/// length on they are zeros (the rule of ONNX).
template <typename Scalar>
struct RecurrentInput {
  CellOptions cell;
  Direction direction = Direction::forward;
  int batchCount = 0;
  int stepCount = 0;
  const Scalar* inputs = nullptr;         ///< [batchCount, stepCount, inputDim]
  CellParameters<Scalar> parameters;      ///< each with a first axis directionCount
  const Scalar* lengths = nullptr;        ///< [batchCount] whole numbers from 0 to stepCount; nullptr: stepCount
  const Scalar* stepMask = nullptr;       ///< [batchCount, stepCount] 0 leaves the step out; nullptr: ones
  const Scalar* initialStates = nullptr;  ///< [batchCount, directionCount, stateDim]; nullptr: zeros
  const Scalar* initialCells = nullptr;   ///< the same, for lstm

  int directionCount() const { return direction == Direction::bidirectional ? 2 : 1; }
};

/// The caller's arrays. `cells` and `lastCells` are an lstm's, and nullptr otherwise.
template <typename Scalar>
struct RecurrentResult {
  Scalar* states = nullptr;      ///< [batchCount, stepCount, directionCount, stateDim]
  Scalar* cells = nullptr;       ///< the same
  Scalar* gates = nullptr;       ///< [batchCount, stepCount, directionCount, gateRows] zeros where left out
  Scalar* lastStates = nullptr;  ///< [batchCount, directionCount, stateDim] after the last step that was read
  Scalar* lastCells = nullptr;   ///< the same
};

/// Runs the sequences, on all threads. badShape: a size below 1 or an array missing; badValue: a length that is not
/// whole or beyond stepCount; tooLarge: gates of more than kMaxTensorNumbers; outOfMemory.
template <typename Scalar>
Status computeRecurrent(const RecurrentInput<Scalar>& input, const RecurrentResult<Scalar>& result);

/// ∂L/∂(what computeRecurrent gave), shaped as there. nullptr: zeros.
template <typename Scalar>
struct RecurrentResultGradient {
  const Scalar* states = nullptr;
  const Scalar* lastStates = nullptr;
  const Scalar* lastCells = nullptr;  ///< for lstm
};

/// ∂L/∂(what computeRecurrent took), the caller's arrays, shaped as there. initialCells is an lstm's, nullptr
/// otherwise.
template <typename Scalar>
struct RecurrentGradient {
  Scalar* inputs = nullptr;  ///< exactly 0 at a step that was left out
  CellGradient<Scalar> parameters;
  Scalar* initialStates = nullptr;
  Scalar* initialCells = nullptr;
};

/// Backpropagation through time (Werbos 1990). Statuses as of computeRecurrent.
template <typename Scalar>
Status computeRecurrentGradient(const RecurrentInput<Scalar>& input,
                                const RecurrentResultGradient<Scalar>& resultGradient,
                                const RecurrentGradient<Scalar>& gradient);

}  // namespace attn
