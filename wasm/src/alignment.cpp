#include "alignment.hpp"

#include <algorithm>
#include <cmath>

#include "activations.hpp"
#include "add_product.hpp"
#include "finite_row.hpp"
#include "matrix.hpp"
#include "multiply.hpp"
#include "row_logits.hpp"
#include "softmax.hpp"

namespace attn {

template <typename Scalar>
double normOf(const Scalar* vector, int width) {
  double largest = 0;
  for (int j = 0; j < width; ++j) {
    const double size = std::abs(static_cast<double>(vector[j]));
    if (std::isnan(size)) return size;
    largest = std::max(largest, size);
  }
  if (largest == 0 || std::isinf(largest)) return largest;
  double sum = 0;
  for (int j = 0; j < width; ++j) {
    const double part = static_cast<double>(vector[j]) / largest;
    sum += part * part;
  }
  return largest * std::sqrt(sum);
}

template <typename Scalar>
bool Alignment<Scalar>::prepare(const DecoderInput<Scalar>& input, int batchIndex) {
  input_ = &input;
  const int count = input.sourceCount;
  const int stateDim = input.cell.stateDim;
  const auto sourceCount = static_cast<std::size_t>(count);
  encoderStates_ = input.encoderStates + rowOffset(batchIndex, count) * static_cast<std::size_t>(input.encoderDim);
  scale_ = input.scale.value_or(defaultScale(input.scoreFunction, stateDim));
  if (!visible_.resize(sourceCount) || !row_.resize(3 * sourceCount) || !distances_.resize(sourceCount)) return false;
  const Scalar* const mask = input.encoderMask == nullptr ? nullptr : input.encoderMask + rowOffset(batchIndex, count);
  for (int i = 0; i < count; ++i) {
    visible_[static_cast<std::size_t>(i)] = mask != nullptr && mask[i] == 0 ? 0 : 1;
  }

  switch (input.scoreFunction) {
    case ScoreFunction::given:
      return true;
    case ScoreFunction::additive:
      if (!projected_.resize(rowOffset(count, input.attentionDim)) ||
          !projectedQuery_.resize(static_cast<std::size_t>(input.attentionDim))) {
        return false;
      }
      multiply(encoderStates_, count, input.encoderDim, input.W_k, input.attentionDim, 1, projected_.data());
      return true;
    case ScoreFunction::cosine:
      if (!norms_.resize(sourceCount)) return false;
      for (int i = 0; i < count; ++i) {
        norms_[static_cast<std::size_t>(i)] = normOf(encoderStates_ + rowOffset(i, stateDim), stateDim);
      }
      keys_ = encoderStates_;
      return true;
    case ScoreFunction::bilinear:
      // The projection goes to transposedKeys_ first, for want of the transpose of W_a.
      if (!projected_.resize(rowOffset(count, stateDim)) ||
          !transposedKeys_.resize(rowOffset(std::max(count, input.encoderDim), stateDim))) {
        return false;
      }
      transpose(input.W_a, stateDim, input.encoderDim, transposedKeys_.data());
      multiply(encoderStates_, count, input.encoderDim, transposedKeys_.data(), stateDim, 1, projected_.data());
      keys_ = projected_.data();
      break;
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      keys_ = input.isByLocation ? input.W_a : encoderStates_;
      break;
  }
  if (!transposedKeys_.resize(rowOffset(count, stateDim))) return false;
  transpose(keys_, count, stateDim, transposedKeys_.data());
  return true;
}

template <typename Scalar>
void Alignment<Scalar>::align(const AlignmentStep<Scalar>& step, const Scalar* given) {
  const int count = input_->sourceCount;
  score(step.query, given, step.scores);
  double unreadSum = 0;
  if (!weighFiniteRow(step.scores, visible_.data(), count, input_->temperature, step.weights, unreadSum)) {
    const ScoreRow<Scalar> row{count, step.scores, nullptr, visible_.data(), input_->temperature};
    Scalar* const unread = row_.data();
    const RowLogits logits = computeRowLogits(row, unread, unread + count, distances_.data());
    computeSoftmax(logits, visible_.data(), count, distances_.data(), unread + 2 * count, step.weights);
  }
  std::fill_n(step.context, input_->encoderDim, Scalar(0));
  addProduct(step.weights, 1, count, encoderStates_, input_->encoderDim, 1, step.context);
}

template <typename Scalar>
void Alignment<Scalar>::score(const Scalar* query, const Scalar* given, Scalar* scores) {
  const int count = input_->sourceCount;
  switch (input_->scoreFunction) {
    case ScoreFunction::given:
      for (int i = 0; i < count; ++i) scores[i] = static_cast<Scalar>(scale_) * given[i];
      return;
    case ScoreFunction::additive:
      return scoreByTanh(query, scores);
    case ScoreFunction::cosine:
      return scoreByCosine(query, scores);
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
    case ScoreFunction::bilinear:
      return multiply(query, 1, input_->cell.stateDim, transposedKeys_.data(), count, scale_, scores);
  }
}

template <typename Scalar>
void Alignment<Scalar>::scoreByCosine(const Scalar* query, Scalar* scores) {
  const int stateDim = input_->cell.stateDim;
  const double queryNorm = normOf(query, stateDim);
  for (int i = 0; i < input_->sourceCount; ++i) {
    const Scalar* const key = keys_ + rowOffset(i, stateDim);
    const double keyNorm = norms_[static_cast<std::size_t>(i)];
    double sum = 0;
    // A vector of norm 0 has cosine 0 with every vector.
    for (int j = 0; queryNorm != 0 && keyNorm != 0 && j < stateDim; ++j) {
      sum += static_cast<double>(query[j]) / queryNorm * (static_cast<double>(key[j]) / keyNorm);
    }
    scores[i] = static_cast<Scalar>(scale_ * sum);
  }
}

template <typename Scalar>
void Alignment<Scalar>::scoreByTanh(const Scalar* query, Scalar* scores) {
  const int width = input_->attentionDim;
  Scalar* const projected = projectedQuery_.data();
  multiply(query, 1, input_->cell.stateDim, input_->W_q, width, 1, projected);
  for (int i = 0; i < input_->sourceCount; ++i) {
    scores[i] =
        static_cast<Scalar>(scale_) * sumOfTanh(input_->v, projected, projected_.data() + rowOffset(i, width), width);
  }
}

template double normOf(const float*, int);
template double normOf(const double*, int);
template class Alignment<float>;
template class Alignment<double>;

}  // namespace attn
