#pragma once

#include "alignment.hpp"
#include "attn/decoder.hpp"
#include "cell.hpp"

namespace attn {

/// ok, or why the input is refused.
template <typename Scalar>
Status checkDecoderInput(const DecoderInput<Scalar>& input);

/// The parameters that all sequences share, made ready for many steps.
template <typename Scalar>
struct DecoderMatrices {
  Cell<Scalar> cell;
  Buffer<Scalar> transposedW_c;  ///< [encoderDim + stateDim, attentionalDim]
  Buffer<Scalar> transposedW_o;  ///< [readoutDim, outputDim]

  [[nodiscard]] bool prepare(const DecoderInput<Scalar>& input);
};

/// What the steps of one sequence write, step after step; as in DecoderResult, and
template <typename Scalar>
struct DecoderSequence {
  DecoderResult<Scalar> result;  ///< of this sequence
  Scalar* cellInputs;            ///< [stepCount, cell.inputDim]
  Scalar* recurrentParts;        ///< [stepCount, gateRows], as in CellStep
  const Scalar* zeros;           ///< as many as the widest state has
};

/// The state that a sequence starts from, or zeros.
template <typename Scalar>
const Scalar* initialAt(const Scalar* initial, int batchIndex, int width, const Scalar* zeros);

/// The cell's step number t of sequence `batchIndex`.
template <typename Scalar>
CellStep<Scalar> cellStepAt(const DecoderInput<Scalar>& input, const DecoderSequence<Scalar>& sequence, int batchIndex,
                            int t);

/// The alignment's step number t; its query is the state that asks.
template <typename Scalar>
AlignmentStep<Scalar> alignmentStepAt(const DecoderInput<Scalar>& input, const DecoderSequence<Scalar>& sequence,
                                      int batchIndex, int t);

template <typename Scalar>
void runDecoder(const DecoderInput<Scalar>& input, const DecoderMatrices<Scalar>& matrices,
                Alignment<Scalar>& alignment, int batchIndex, const DecoderSequence<Scalar>& sequence);

}  // namespace attn
