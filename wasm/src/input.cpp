#include "attn/input.hpp"

#include <cmath>

#include "attn/limits.hpp"

namespace attn {
namespace {

bool usesAttentionDim(ScoreFunction scoreFunction) { return scoreFunction == ScoreFunction::additive; }

bool needsEqualWidths(ScoreFunction scoreFunction) {
  return scoreFunction == ScoreFunction::dot || scoreFunction == ScoreFunction::scaledDot ||
         scoreFunction == ScoreFunction::cosine;
}

Status checkScoreShape(const Shape& shape, ScoreFunction scoreFunction) {
  const bool usesVectors = scoreFunction != ScoreFunction::given;
  if (shape.queryCount < 1 || shape.keyCount < 1) return Status::badShape;
  if (usesVectors && (shape.queryDim < 1 || shape.keyDim < 1)) return Status::badShape;
  if (usesAttentionDim(scoreFunction) && shape.attentionDim < 1) return Status::badShape;
  if (needsEqualWidths(scoreFunction) && shape.queryDim != shape.keyDim) return Status::badShape;

  if (shape.queryCount > kMaxCount || shape.keyCount > kMaxCount) return Status::tooLarge;
  if (usesVectors && (shape.queryDim > kMaxDim || shape.keyDim > kMaxDim)) return Status::tooLarge;
  if (usesAttentionDim(scoreFunction) && shape.attentionDim > kMaxDim) return Status::tooLarge;
  if (shape.queryCount > kMaxTraceScores / shape.keyCount) return Status::tooLarge;
  return Status::ok;
}

template <typename Scalar>
bool hasScoreArrays(const Input<Scalar>& input) {
  switch (input.scoreFunction) {
    case ScoreFunction::given:
      return input.scores != nullptr;
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
    case ScoreFunction::cosine:
      return input.queries != nullptr && input.keys != nullptr;
    case ScoreFunction::bilinear:
      return input.queries != nullptr && input.keys != nullptr && input.W != nullptr;
    case ScoreFunction::additive:
      return input.queries != nullptr && input.keys != nullptr && input.W_q != nullptr && input.W_k != nullptr &&
             input.v != nullptr;
  }
  return false;
}

template <typename Enum>
bool isOneOf(Enum value, Enum last) {
  return static_cast<int>(value) >= 0 && static_cast<int>(value) <= static_cast<int>(last);
}

}  // namespace

double defaultScale(ScoreFunction scoreFunction, int keyDim) {
  return scoreFunction == ScoreFunction::scaledDot ? 1 / std::sqrt(static_cast<double>(keyDim)) : 1;
}

template <typename Scalar>
Status checkScoreInput(const Input<Scalar>& input) {
  if (!isOneOf(input.scoreFunction, ScoreFunction::cosine)) return Status::badValue;
  if (const Status status = checkScoreShape(input.shape, input.scoreFunction); status != Status::ok) return status;
  if (!hasScoreArrays(input)) return Status::badShape;
  if (input.scale && !std::isfinite(*input.scale)) return Status::badValue;
  return Status::ok;
}

template <typename Scalar>
Status checkInput(const Input<Scalar>& input) {
  if (const Status status = checkScoreInput(input); status != Status::ok) return status;
  if (input.shape.valueDim < 1 || input.values == nullptr) return Status::badShape;
  if (input.shape.valueDim > kMaxDim) return Status::tooLarge;
  if (!std::isfinite(input.temperature) || input.temperature < 0) return Status::badValue;
  if (!isOneOf(input.mask.causal, Causal::bottomRight)) return Status::badValue;
  if (input.mask.leftWindow.value_or(0) < 0 || input.mask.rightWindow.value_or(0) < 0) return Status::badValue;
  return Status::ok;
}

template Status checkScoreInput(const Input<float>&);
template Status checkScoreInput(const Input<double>&);
template Status checkInput(const Input<float>&);
template Status checkInput(const Input<double>&);

}  // namespace attn
