#include "decoder_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "activations.hpp"
#include "add_product.hpp"
#include "attn/limits.hpp"
#include "matrix.hpp"
#include "multiply.hpp"

namespace attn {
namespace {

template <typename Scalar>
bool hasScoreParameters(const DecoderInput<Scalar>& input) {
  switch (input.scoreFunction) {
    case ScoreFunction::given:
      return input.scores != nullptr;
    case ScoreFunction::additive:
      return input.attentionDim >= 1 && input.W_q != nullptr && input.W_k != nullptr && input.v != nullptr;
    case ScoreFunction::bilinear:
      return input.W_a != nullptr;
    case ScoreFunction::dot:
      if (input.isByLocation) return input.W_a != nullptr;
      break;
    case ScoreFunction::scaledDot:
    case ScoreFunction::cosine:
      break;
  }
  return input.cell.stateDim == input.encoderDim;
}

/// Whether all that a sequence or a source needs fits within the bound of a tensor.
template <typename Scalar>
bool fitsLimits(const DecoderInput<Scalar>& input) {
  const auto fits = [](std::int64_t rows, std::int64_t columns) {
    return rows <= kMaxTensorNumbers && columns <= kMaxTensorNumbers && rows * columns <= kMaxTensorNumbers;
  };
  if (!fits(input.batchCount, input.stepCount)) return false;
  const std::int64_t steps = std::int64_t{input.batchCount} * input.stepCount;
  const int widest = std::max({input.sourceCount, input.cell.inputDim, input.encoderDim, input.cell.gateRows(),
                               input.attentionalDim, input.outputDim});
  return fits(steps, widest) && fits(input.sourceCount, std::max(input.cell.stateDim, input.attentionDim));
}

template <typename Scalar>
void computeOutputs(const Scalar* logits, int count, Scalar* outputs) {
  double largest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    const double logit = static_cast<double>(logits[i]);
    if (logit > largest || std::isnan(logit)) largest = logit;
  }
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += std::exp(static_cast<double>(logits[i]) - largest);
  for (int i = 0; i < count; ++i) {
    outputs[i] = static_cast<Scalar>(std::exp(static_cast<double>(logits[i]) - largest) / sum);
  }
}

/// From context and state to the attentional state, the logits and the outputs of step t.
template <typename Scalar>
void readOut(const DecoderInput<Scalar>& input, const DecoderMatrices<Scalar>& matrices,
             const DecoderResult<Scalar>& result, int t) {
  const int stateDim = input.cell.stateDim;
  const Scalar* const state = result.states + rowOffset(t, stateDim);
  const Scalar* const context = result.context + rowOffset(t, input.encoderDim);
  Scalar* attentional = nullptr;
  if (input.W_c != nullptr) {
    const int width = input.attentionalDim;
    const Scalar* const W_c = matrices.transposedW_c.data();
    attentional = result.attentionalStates + rowOffset(t, width);
    std::fill_n(attentional, width, Scalar(0));
    addProduct(context, 1, input.encoderDim, W_c, width, 1, attentional);
    addProduct(state, 1, stateDim, W_c + rowOffset(input.encoderDim, width), width, 1, attentional);
    applyTanh(attentional, width);
  }
  if (input.W_o == nullptr) return;
  const int width = input.outputDim;
  const Scalar* const W_o = matrices.transposedW_o.data();
  Scalar* const logits = result.logits + rowOffset(t, width);
  if (input.b_o == nullptr) {
    std::fill_n(logits, width, Scalar(0));
  } else {
    std::copy_n(input.b_o, width, logits);
  }
  if (attentional != nullptr) {
    addProduct(attentional, 1, input.attentionalDim, W_o, width, 1, logits);
  } else {
    addProduct(state, 1, stateDim, W_o, width, 1, logits);
    addProduct(context, 1, input.encoderDim, W_o + rowOffset(stateDim, width), width, 1, logits);
  }
  computeOutputs(logits, width, result.outputs + rowOffset(t, width));
}

}  // namespace

template <typename Scalar>
Status checkDecoderInput(const DecoderInput<Scalar>& input) {
  if (std::min({input.batchCount, input.stepCount, input.sourceCount, input.inputDim, input.encoderDim,
                input.cell.stateDim}) < 1) {
    return Status::badShape;
  }
  if (input.inputs == nullptr || input.encoderStates == nullptr || input.parameters.W == nullptr ||
      input.parameters.R == nullptr || !hasScoreParameters(input)) {
    return Status::badShape;
  }
  if (input.order == DecoderOrder::bahdanau && input.W_c != nullptr) return Status::badShape;
  if (input.feedsInput && input.W_c == nullptr) return Status::badShape;
  if (input.W_o == nullptr && input.b_o != nullptr) return Status::badShape;
  if (input.cell.inputDim != input.inputDim + input.fedDim()) return Status::badShape;
  if (!fitsLimits(input)) return Status::tooLarge;
  if (input.scale && !std::isfinite(*input.scale)) return Status::badValue;
  // Written so that NaN fails.
  if (!(input.temperature > 0) || std::isinf(input.temperature)) return Status::badValue;
  return Status::ok;
}

template <typename Scalar>
bool DecoderMatrices<Scalar>::prepare(const DecoderInput<Scalar>& input) {
  if (!cell.prepare(input.cell, input.parameters)) return false;
  if (input.W_c != nullptr) {
    const int joined = input.encoderDim + input.cell.stateDim;
    if (!transposedW_c.resize(rowOffset(input.attentionalDim, joined))) return false;
    transpose(input.W_c, input.attentionalDim, joined, transposedW_c.data());
  }
  if (input.W_o != nullptr) {
    if (!transposedW_o.resize(rowOffset(input.outputDim, input.readoutDim()))) return false;
    transpose(input.W_o, input.outputDim, input.readoutDim(), transposedW_o.data());
  }
  return true;
}

template <typename Scalar>
const Scalar* initialAt(const Scalar* initial, int batchIndex, int width, const Scalar* zeros) {
  return initial == nullptr ? zeros : initial + rowOffset(batchIndex, width);
}

template <typename Scalar>
CellStep<Scalar> cellStepAt(const DecoderInput<Scalar>& input, const DecoderSequence<Scalar>& sequence, int batchIndex,
                            int t) {
  const int stateDim = input.cell.stateDim;
  const int gateRows = input.cell.gateRows();
  const DecoderResult<Scalar>& result = sequence.result;
  const bool hasCells = input.cell.hasCells();
  const auto before = [&](const Scalar* states, const Scalar* initial) {
    return t == 0 ? initialAt(initial, batchIndex, stateDim, sequence.zeros) : states + rowOffset(t - 1, stateDim);
  };
  return {
      sequence.cellInputs + rowOffset(t, input.cell.inputDim),
      before(result.states, input.initialStates),
      hasCells ? before(result.cells, input.initialCells) : nullptr,
      result.states + rowOffset(t, stateDim),
      hasCells ? result.cells + rowOffset(t, stateDim) : nullptr,
      result.gates + rowOffset(t, gateRows),
      sequence.recurrentParts + rowOffset(t, gateRows),
  };
}

template <typename Scalar>
AlignmentStep<Scalar> alignmentStepAt(const DecoderInput<Scalar>& input, const DecoderSequence<Scalar>& sequence,
                                      int batchIndex, int t) {
  const CellStep<Scalar> step = cellStepAt(input, sequence, batchIndex, t);
  const DecoderResult<Scalar>& result = sequence.result;
  return {
      input.order == DecoderOrder::bahdanau ? step.stateBefore : step.state,
      result.scores + rowOffset(t, input.sourceCount),
      result.weights + rowOffset(t, input.sourceCount),
      result.context + rowOffset(t, input.encoderDim),
  };
}

template <typename Scalar>
void runDecoder(const DecoderInput<Scalar>& input, const DecoderMatrices<Scalar>& matrices,
                Alignment<Scalar>& alignment, int batchIndex, const DecoderSequence<Scalar>& sequence) {
  for (int t = 0; t < input.stepCount; ++t) {
    const int index = batchIndex * input.stepCount + t;
    const CellStep<Scalar> cellStep = cellStepAt(input, sequence, batchIndex, t);
    const AlignmentStep<Scalar> alignmentStep = alignmentStepAt(input, sequence, batchIndex, t);
    const Scalar* const given = input.scores == nullptr ? nullptr : input.scores + rowOffset(index, input.sourceCount);
    Scalar* const cellInput = sequence.cellInputs + rowOffset(t, input.cell.inputDim);
    Scalar* const fed = std::copy_n(input.inputs + rowOffset(index, input.inputDim), input.inputDim, cellInput);

    if (input.order == DecoderOrder::bahdanau) {
      alignment.align(alignmentStep, given);
      std::copy_n(alignmentStep.context, input.encoderDim, fed);
      matrices.cell.step(cellStep);
    } else {
      if (input.feedsInput) {
        const int width = input.attentionalDim;
        const Scalar* const before = t == 0 ? initialAt(input.initialAttentional, batchIndex, width, sequence.zeros)
                                            : sequence.result.attentionalStates + rowOffset(t - 1, width);
        std::copy_n(before, width, fed);
      }
      matrices.cell.step(cellStep);
      alignment.align(alignmentStep, given);
    }
    readOut(input, matrices, sequence.result, t);
  }
}

template Status checkDecoderInput(const DecoderInput<float>&);
template Status checkDecoderInput(const DecoderInput<double>&);
template struct DecoderMatrices<float>;
template struct DecoderMatrices<double>;
template const float* initialAt(const float*, int, int, const float*);
template const double* initialAt(const double*, int, int, const double*);
template CellStep<float> cellStepAt(const DecoderInput<float>&, const DecoderSequence<float>&, int, int);
template CellStep<double> cellStepAt(const DecoderInput<double>&, const DecoderSequence<double>&, int, int);
template AlignmentStep<float> alignmentStepAt(const DecoderInput<float>&, const DecoderSequence<float>&, int, int);
template AlignmentStep<double> alignmentStepAt(const DecoderInput<double>&, const DecoderSequence<double>&, int, int);
template void runDecoder(const DecoderInput<float>&, const DecoderMatrices<float>&, Alignment<float>&, int,
                         const DecoderSequence<float>&);
template void runDecoder(const DecoderInput<double>&, const DecoderMatrices<double>&, Alignment<double>&, int,
                         const DecoderSequence<double>&);

}  // namespace attn
