#pragma once

#include <optional>

#include "attn/cell.hpp"
#include "attn/input.hpp"
#include "attn/status.hpp"

namespace attn {

/// When a decoder aligns. s is its state, x its input, h_i the encoder states.
///
///   bahdanau  score_i = score(s_{t−1}, h_i), c_t = Σ weight_i h_i, s_t = cell([x_t; c_t], s_{t−1}),
///             readout = [s_t; c_t]                              Bahdanau et al. 2015, §3.1, arXiv:1409.0473
///   luong     s_t = cell(x_t, s_{t−1}), score_i = score(s_t, h_i), c_t = Σ weight_i h_i,
///             readout = a_t = tanh(W_c [c_t; s_t])              Luong et al. 2015, §3.1, arXiv:1508.04025
///
/// luong that feeds its input (§3.3) reads [x_t; a_{t−1}] in place of x_t; luong without W_c has the readout [s_t;
/// c_t]. Both end with output = softmax(W_o readout + b_o).
enum class DecoderOrder : int { bahdanau, luong };

/// A batch of target sequences, each before its source; views of the caller's arrays, row-major. Where an array is said
/// to belong to something that is absent it is nullptr, and its width 0.
template <typename Scalar>
struct DecoderInput {
  DecoderOrder order = DecoderOrder::bahdanau;
  CellOptions cell;  ///< inputDim is inputDim + fedDim() here
  int batchCount = 0;
  int stepCount = 0;
  int sourceCount = 0;
  int inputDim = 0;
  int encoderDim = 0;
  int attentionDim = 0;    ///< of additive scores
  int attentionalDim = 0;  ///< of W_c
  int outputDim = 0;       ///< of W_o

  const Scalar* inputs = nullptr;         ///< [batchCount, stepCount, inputDim]
  const Scalar* encoderStates = nullptr;  ///< [batchCount, sourceCount, encoderDim]
  const Scalar* encoderMask = nullptr;    ///< [batchCount, sourceCount] 0 for padding; nullptr: ones
  CellParameters<Scalar> parameters;
  const Scalar* initialStates = nullptr;  ///< [batchCount, stateDim]; nullptr: zeros
  const Scalar* initialCells = nullptr;   ///< the same, for lstm

  /// A location is a key that is learned: with isByLocation, row i of W_a stands in place of h_i, and scoreFunction is
  /// dot.
  ScoreFunction scoreFunction = ScoreFunction::dot;
  bool isByLocation = false;
  std::optional<double> scale;     ///< finite; multiplies given scores too
  double temperature = 1;          ///< positive
  const Scalar* scores = nullptr;  ///< given: [batchCount, stepCount, sourceCount]
  const Scalar* W_a = nullptr;     ///< bilinear: [stateDim, encoderDim]; location: [at least sourceCount, stateDim]
  const Scalar* W_q = nullptr;     ///< additive: [stateDim, attentionDim], applied as s W_q
  const Scalar* W_k = nullptr;     ///< additive: [encoderDim, attentionDim], applied as h W_k
  const Scalar* v = nullptr;       ///< additive: [attentionDim]

  const Scalar* W_c = nullptr;  ///< luong: [attentionalDim, encoderDim + stateDim], applied as W_c [c; s]
  bool feedsInput = false;      ///< luong with W_c
  const Scalar* initialAttentional = nullptr;  ///< with feedsInput: [batchCount, attentionalDim]; nullptr: zeros

  const Scalar* W_o = nullptr;  ///< [outputDim, readoutDim()]; nullptr: no outputs
  const Scalar* b_o = nullptr;  ///< [outputDim]; nullptr: zeros

  /// What the cell reads besides the input.
  int fedDim() const { return order == DecoderOrder::bahdanau ? encoderDim : feedsInput ? attentionalDim : 0; }
  int readoutDim() const { return W_c == nullptr ? cell.stateDim + encoderDim : attentionalDim; }
};

/// The caller's arrays, nullptr where the decoder has none.
template <typename Scalar>
struct DecoderResult {
  Scalar* scores = nullptr;             ///< [batchCount, stepCount, sourceCount] before temperature and mask
  Scalar* weights = nullptr;            ///< [batchCount, stepCount, sourceCount]
  Scalar* context = nullptr;            ///< [batchCount, stepCount, encoderDim]
  Scalar* states = nullptr;             ///< [batchCount, stepCount, stateDim]
  Scalar* cells = nullptr;              ///< lstm: [batchCount, stepCount, stateDim]
  Scalar* gates = nullptr;              ///< [batchCount, stepCount, gateRows]
  Scalar* attentionalStates = nullptr;  ///< with W_c: [batchCount, stepCount, attentionalDim]
  Scalar* logits = nullptr;             ///< with W_o: [batchCount, stepCount, outputDim]
  Scalar* outputs = nullptr;            ///< with W_o: [batchCount, stepCount, outputDim]
};

/// Decodes with given inputs (teacher forcing), on all threads. Padding of the source has no say, be it NaN; where
/// nothing is left of it weights and context are zeros. badShape: a size below 1, widths that do not fit, an array
/// missing; badValue: scale, temperature; tooLarge: a result, the cell's inputs or the projected source of more than
/// kMaxTensorNumbers; outOfMemory.
template <typename Scalar>
Status computeDecoder(const DecoderInput<Scalar>& input, const DecoderResult<Scalar>& result);

/// ∂L/∂(what computeDecoder gave), shaped as there. nullptr: zeros.
template <typename Scalar>
struct DecoderResultGradient {
  const Scalar* scores = nullptr;  ///< not read where the source is padding
  const Scalar* weights = nullptr;
  const Scalar* context = nullptr;
  const Scalar* states = nullptr;
  const Scalar* lastCells = nullptr;  ///< lstm: [batchCount, stateDim] after the last step
  const Scalar* attentionalStates = nullptr;
  const Scalar* logits = nullptr;
  const Scalar* outputs = nullptr;
};

/// ∂L/∂(what computeDecoder took): the caller's arrays, shaped as there and filled with zeros, to which is added;
/// nullptr where the decoder has none. Padding of the source is left at 0.
template <typename Scalar>
struct DecoderGradient {
  Scalar* inputs = nullptr;
  Scalar* encoderStates = nullptr;
  CellGradient<Scalar> parameters;
  Scalar* initialStates = nullptr;
  Scalar* initialCells = nullptr;
  Scalar* scores = nullptr;
  Scalar* W_a = nullptr;
  Scalar* W_q = nullptr;
  Scalar* W_k = nullptr;
  Scalar* v = nullptr;
  Scalar* scale = nullptr;
  Scalar* temperature = nullptr;
  Scalar* W_c = nullptr;
  Scalar* initialAttentional = nullptr;
  Scalar* W_o = nullptr;
  Scalar* b_o = nullptr;
};

/// Backpropagation through the steps. Statuses as of computeDecoder.
template <typename Scalar>
Status computeDecoderGradient(const DecoderInput<Scalar>& input, const DecoderResultGradient<Scalar>& resultGradient,
                              const DecoderGradient<Scalar>& gradient);

}  // namespace attn
