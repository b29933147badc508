#pragma once

#include <cstdint>

#include "attn/buffer.hpp"
#include "attn/decoder.hpp"

namespace attn {

/// What one query found.
template <typename Scalar>
struct AlignmentStep {
  const Scalar* query;  ///< [stateDim]
  Scalar* scores;       ///< [sourceCount]; for given scores, those that were given before
  Scalar* weights;      ///< [sourceCount]
  Scalar* context;      ///< [encoderDim]
};

/// The source of one sequence, made ready for many queries: what does not depend on the query is computed once.
template <typename Scalar>
class Alignment {
 public:
  /// False when memory runs out. The input's arrays must outlive the alignment.
  [[nodiscard]] bool prepare(const DecoderInput<Scalar>& input, int batchIndex);

  void align(const AlignmentStep<Scalar>& step, const Scalar* given);

  int sourceCount() const { return input_->sourceCount; }
  double scale() const { return scale_; }
  const DecoderInput<Scalar>& input() const { return *input_; }
  const Scalar* encoderStates() const { return encoderStates_; }  ///< [sourceCount, encoderDim]
  const std::uint8_t* visible() const { return visible_.data(); }
  /// What is multiplied with the query, [sourceCount, stateDim]: h, h W_aᵀ or rows of W_a. Not for additive and given.
  const Scalar* keys() const { return keys_; }
  /// additive: h W_k, [sourceCount, attentionDim].
  const Scalar* projectedKeys() const { return projected_.data(); }
  /// cosine: ‖h_i‖, [sourceCount].
  const double* keyNorms() const { return norms_.data(); }

 private:
  void score(const Scalar* query, const Scalar* given, Scalar* scores);
  void scoreByCosine(const Scalar* query, Scalar* scores);
  void scoreByTanh(const Scalar* query, Scalar* scores);

  const DecoderInput<Scalar>* input_ = nullptr;
  const Scalar* encoderStates_ = nullptr;
  const Scalar* keys_ = nullptr;
  double scale_ = 1;
  Buffer<std::uint8_t> visible_;
  Buffer<Scalar> projected_;       ///< h W_k, or h W_aᵀ
  Buffer<Scalar> transposedKeys_;  ///< [stateDim, sourceCount]
  Buffer<double> norms_;
  Buffer<Scalar> projectedQuery_;  ///< [attentionDim]
  Buffer<Scalar> row_;             ///< [3, sourceCount] logits, exponentials, shifted: nobody reads them
  Buffer<double> distances_;       ///< [sourceCount]
};

/// √Σ x², of numbers whose squares may overflow.
template <typename Scalar>
double normOf(const Scalar* vector, int width);

/// The gradients of what `align` gave, and where its query's goes.
template <typename Scalar>
struct AlignmentStepBack {
  const Scalar* scores;   ///< [sourceCount] or nullptr
  const Scalar* weights;  ///< [sourceCount] or nullptr
  const Scalar* context;  ///< [encoderDim]
  const Scalar* given;    ///< [sourceCount] the scores that were given, before scale; for given only
  Scalar* query;          ///< [stateDim] is added to
  Scalar* givenGradient;  ///< [sourceCount] is added to; for given only
};

/// The way back through the alignments of one sequence.
template <typename Scalar>
class AlignmentBack {
 public:
  /// `gradient` is the whole batch's. False when memory runs out. The alignment must outlive this.
  [[nodiscard]] bool prepare(const Alignment<Scalar>& alignment, int batchIndex,
                             const DecoderGradient<Scalar>& gradient);

  /// Steps in any order.
  void alignBack(const AlignmentStep<Scalar>& step, const AlignmentStepBack<Scalar>& back);

  /// After all steps: from what was prepared once to what it was prepared from, and what the steps have summed up.
  void finish();

 private:
  void scoresBack(const Scalar* query, const AlignmentStepBack<Scalar>& back);
  void productBack(const Scalar* query, Scalar* keysGradient, Scalar* queryGradient);
  void cosineBack(const Scalar* query, Scalar* queryGradient);
  void tanhBack(const Scalar* query, Scalar* queryGradient);

  const Alignment<Scalar>* alignment_ = nullptr;
  DecoderGradient<Scalar> gradient_;
  Scalar* encoderStatesGradient_ = nullptr;  ///< [sourceCount, encoderDim]
  Buffer<Scalar> projectedGradient_;         ///< of projectedKeys, or of h W_aᵀ
  Buffer<Scalar> transposedW_q_;             ///< [attentionDim, stateDim]
  Buffer<Scalar> transposedW_k_;             ///< [attentionDim, encoderDim]
  Buffer<Scalar> projectedQuery_;            ///< [2, attentionDim] s W_q and its gradient
  Buffer<Scalar> rows_;                      ///< [2, sourceCount] gradients of weights and of scores
  Buffer<double> doubles_;                   ///< [2, sourceCount] weights, gradient of logits
  double scaleGradient_ = 0;
  double temperatureGradient_ = 0;
};

}  // namespace attn
