#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "add_product.hpp"
#include "alignment.hpp"
#include "matrix.hpp"
#include "multiply.hpp"
#include "softmax_backward.hpp"

namespace attn {
namespace {

template <typename Scalar>
bool isZeroRow(const Scalar* row, int width) {
  return std::all_of(row, row + width, [](Scalar number) { return number == 0; });
}

}  // namespace

template <typename Scalar>
bool AlignmentBack<Scalar>::prepare(const Alignment<Scalar>& alignment, int batchIndex,
                                    const DecoderGradient<Scalar>& gradient) {
  alignment_ = &alignment;
  gradient_ = gradient;
  scaleGradient_ = temperatureGradient_ = 0;
  const DecoderInput<Scalar>& input = alignment.input();
  const int count = input.sourceCount;
  encoderStatesGradient_ =
      gradient.encoderStates + rowOffset(batchIndex, count) * static_cast<std::size_t>(input.encoderDim);
  if (!rows_.resize(rowOffset(2, count)) || !doubles_.resize(rowOffset(2, count))) return false;
  if (input.scoreFunction == ScoreFunction::bilinear) {
    if (!projectedGradient_.resize(rowOffset(count, input.cell.stateDim))) return false;
  } else if (input.scoreFunction == ScoreFunction::additive) {
    if (!projectedGradient_.resize(rowOffset(count, input.attentionDim)) ||
        !projectedQuery_.resize(rowOffset(2, input.attentionDim)) ||
        !transposedW_q_.resize(rowOffset(input.cell.stateDim, input.attentionDim)) ||
        !transposedW_k_.resize(rowOffset(input.encoderDim, input.attentionDim))) {
      return false;
    }
    transpose(input.W_q, input.cell.stateDim, input.attentionDim, transposedW_q_.data());
    transpose(input.W_k, input.encoderDim, input.attentionDim, transposedW_k_.data());
  } else {
    return true;
  }
  std::fill_n(projectedGradient_.data(), projectedGradient_.size(), Scalar(0));
  return true;
}

template <typename Scalar>
void AlignmentBack<Scalar>::alignBack(const AlignmentStep<Scalar>& step, const AlignmentStepBack<Scalar>& back) {
  const DecoderInput<Scalar>& input = alignment_->input();
  const int count = input.sourceCount;
  const int encoderDim = input.encoderDim;
  Scalar* const weightsGradient = rows_.data();
  Scalar* const scoresGradient = weightsGradient + count;
  double* const weights = doubles_.data();
  double* const logitsGradient = weights + count;

  for (int i = 0; i < count; ++i) {
    weights[i] = static_cast<double>(step.weights[i]);
    logitsGradient[i] = 0;
    weightsGradient[i] = back.weights == nullptr ? Scalar(0) : back.weights[i];
    // What has no weight takes no part, be it NaN.
    if (weights[i] == 0) continue;
    const Scalar* const state = alignment_->encoderStates() + rowOffset(i, encoderDim);
    for (int d = 0; d < encoderDim; ++d) weightsGradient[i] += back.context[d] * state[d];
  }
  addTransposedProduct(step.weights, 1, count, back.context, encoderDim, 1, encoderStatesGradient_);
  const SoftmaxRow<Scalar> row{count, step.scores, weights, alignment_->visible(), input.temperature};
  addGradientThroughWeights(row, weightsGradient, logitsGradient);
  temperatureGradient_ += gradientThroughTemperature(row, logitsGradient, scoresGradient);
  for (int i = 0; i < count; ++i) {
    if (back.scores != nullptr && alignment_->visible()[i] != 0) scoresGradient[i] += back.scores[i];
  }
  scoresBack(step.query, back);
}

template <typename Scalar>
void AlignmentBack<Scalar>::scoresBack(const Scalar* query, const AlignmentStepBack<Scalar>& back) {
  const DecoderInput<Scalar>& input = alignment_->input();
  switch (input.scoreFunction) {
    case ScoreFunction::given:
      for (int i = 0; i < input.sourceCount; ++i) {
        const Scalar gradient = rows_[static_cast<std::size_t>(input.sourceCount + i)];
        // What took no part may be NaN.
        if (gradient == 0) continue;
        back.givenGradient[i] += static_cast<Scalar>(alignment_->scale()) * gradient;
        scaleGradient_ += static_cast<double>(gradient) * static_cast<double>(back.given[i]);
      }
      return;
    case ScoreFunction::additive:
      return tanhBack(query, back.query);
    case ScoreFunction::cosine:
      return cosineBack(query, back.query);
    case ScoreFunction::bilinear:
      return productBack(query, projectedGradient_.data(), back.query);
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      return productBack(query, input.isByLocation ? gradient_.W_a : encoderStatesGradient_, back.query);
  }
}

template <typename Scalar>
void AlignmentBack<Scalar>::productBack(const Scalar* query, Scalar* keysGradient, Scalar* queryGradient) {
  const int count = alignment_->sourceCount();
  const int stateDim = alignment_->input().cell.stateDim;
  const Scalar* const scoresGradient = rows_.data() + count;
  addProduct(scoresGradient, 1, count, alignment_->keys(), stateDim, alignment_->scale(), queryGradient);
  addTransposedProduct(scoresGradient, 1, count, query, stateDim, alignment_->scale(), keysGradient);
  for (int i = 0; i < count; ++i) {
    // What took no part may be NaN.
    if (scoresGradient[i] == 0) continue;
    const double product = std::inner_product(
        query, query + stateDim, alignment_->keys() + rowOffset(i, stateDim), 0.0, std::plus<>(),
        [](Scalar left, Scalar right) { return static_cast<double>(left) * static_cast<double>(right); });
    scaleGradient_ += static_cast<double>(scoresGradient[i]) * product;
  }
}

template <typename Scalar>
void AlignmentBack<Scalar>::cosineBack(const Scalar* query, Scalar* queryGradient) {
  const int count = alignment_->sourceCount();
  const int stateDim = alignment_->input().cell.stateDim;
  const double queryNorm = normOf(query, stateDim);
  for (int i = 0; i < count; ++i) {
    const double scoreGradient = static_cast<double>(rows_[static_cast<std::size_t>(count + i)]);
    const double gradient = alignment_->scale() * scoreGradient;
    const double keyNorm = alignment_->keyNorms()[i];
    // Where a norm is 0 the score is 0 by definition, and so are its gradients.
    if (scoreGradient == 0 || queryNorm == 0 || keyNorm == 0) continue;
    const Scalar* const key = alignment_->keys() + rowOffset(i, stateDim);
    Scalar* const keyGradient = encoderStatesGradient_ + rowOffset(i, stateDim);
    const auto unitQuery = [&](int j) { return static_cast<double>(query[j]) / queryNorm; };
    const auto unitKey = [&](int j) { return static_cast<double>(key[j]) / keyNorm; };
    double cosine = 0;
    for (int j = 0; j < stateDim; ++j) cosine += unitQuery(j) * unitKey(j);
    scaleGradient_ += scoreGradient * cosine;
    // ∂cos/∂q = (k̂ − cos · q̂) / ‖q‖
    for (int j = 0; j < stateDim; ++j) {
      queryGradient[j] += static_cast<Scalar>(gradient / queryNorm * (unitKey(j) - cosine * unitQuery(j)));
      keyGradient[j] += static_cast<Scalar>(gradient / keyNorm * (unitQuery(j) - cosine * unitKey(j)));
    }
  }
}

template <typename Scalar>
void AlignmentBack<Scalar>::tanhBack(const Scalar* query, Scalar* queryGradient) {
  const DecoderInput<Scalar>& input = alignment_->input();
  const int count = input.sourceCount;
  const int width = input.attentionDim;
  const int stateDim = input.cell.stateDim;
  Scalar* const projected = projectedQuery_.data();
  Scalar* const projectedGradient = projected + width;
  multiply(query, 1, stateDim, input.W_q, width, 1, projected);
  std::fill_n(projectedGradient, width, Scalar(0));
  for (int i = 0; i < count; ++i) {
    const Scalar scoreGradient = rows_[static_cast<std::size_t>(count + i)];
    if (scoreGradient == 0) continue;
    const Scalar gradient = static_cast<Scalar>(alignment_->scale()) * scoreGradient;
    const Scalar* const key = alignment_->projectedKeys() + rowOffset(i, width);
    Scalar* const keyGradient = projectedGradient_.data() + rowOffset(i, width);
    for (int j = 0; j < width; ++j) {
      const Scalar tanh = std::tanh(projected[j] + key[j]);
      const Scalar inner = gradient * input.v[j] * (1 - tanh) * (1 + tanh);
      projectedGradient[j] += inner;
      keyGradient[j] += inner;
      gradient_.v[j] += gradient * tanh;
      scaleGradient_ += static_cast<double>(scoreGradient * input.v[j] * tanh);
    }
  }
  addProduct(projectedGradient, 1, width, transposedW_q_.data(), stateDim, 1, queryGradient);
  addTransposedProduct(query, 1, stateDim, projectedGradient, width, 1, gradient_.W_q);
}

template <typename Scalar>
void AlignmentBack<Scalar>::finish() {
  const DecoderInput<Scalar>& input = alignment_->input();
  const int count = input.sourceCount;
  const int encoderDim = input.encoderDim;
  const Scalar* const projectedGradient = projectedGradient_.data();
  *gradient_.scale += static_cast<Scalar>(scaleGradient_);
  *gradient_.temperature += static_cast<Scalar>(temperatureGradient_);
  if (input.scoreFunction == ScoreFunction::bilinear) {
    const int stateDim = input.cell.stateDim;
    addProduct(projectedGradient, count, stateDim, input.W_a, encoderDim, 1, encoderStatesGradient_);
    addTransposedProduct(projectedGradient, count, stateDim, alignment_->encoderStates(), encoderDim, 1, gradient_.W_a);
  } else if (input.scoreFunction == ScoreFunction::additive) {
    const int width = input.attentionDim;
    addProduct(projectedGradient, count, width, transposedW_k_.data(), encoderDim, 1, encoderStatesGradient_);
    for (int i = 0; i < count; ++i) {
      const Scalar* const keyGradient = projectedGradient + rowOffset(i, width);
      // What took no part may be NaN.
      if (isZeroRow(keyGradient, width)) continue;
      const Scalar* const state = alignment_->encoderStates() + rowOffset(i, encoderDim);
      addTransposedProduct(state, 1, encoderDim, keyGradient, width, 1, gradient_.W_k);
    }
  }
}

template class AlignmentBack<float>;
template class AlignmentBack<double>;

}  // namespace attn
