#include "attention_input.hpp"

#include <algorithm>
#include <cmath>

#include "attn/limits.hpp"

namespace attn {

bool isTooMany(std::initializer_list<int> sizes) {
  int product = 1;
  for (const int size : sizes) {
    if (size > kMaxTensorNumbers / product) return true;
    product *= size;
  }
  return false;
}

namespace {

bool isFiniteAndNotNegative(double number) { return std::isfinite(number) && number >= 0; }

template <typename Scalar>
Status checkSizes(const AttentionInput<Scalar>& input) {
  const AttentionShape& s = input.shape;
  const int least = std::min({s.batchCount, s.queryHeadCount, s.keyHeadCount, s.queryCount, s.newKeyCount, s.valueDim});
  if (least < 1 || s.pastCount < 0 || s.queryHeadCount % s.keyHeadCount != 0) return Status::badShape;
  if (std::max({s.queryCount, s.pastCount, s.newKeyCount}) > kMaxCount || s.keyCount() > kMaxCount ||
      std::max({s.queryDim, s.keyDim, s.valueDim, s.attentionDim}) > kMaxDim ||
      isTooMany({s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()}) ||
      isTooMany({s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim})) {
    return Status::tooLarge;
  }
  return Status::ok;
}

/// Of vectors that the score function makes of queries and keys before it multiplies them.
template <typename Scalar>
bool isProjectionTooLarge(const AttentionInput<Scalar>& input) {
  const AttentionShape& s = input.shape;
  switch (input.scoreFunction) {
    case ScoreFunction::bilinear:
      return isTooMany({s.queryCount, s.keyDim}) || isTooMany({s.keyCount(), s.queryDim});
    case ScoreFunction::additive:
      return isTooMany({s.queryCount, s.attentionDim}) || isTooMany({s.keyCount(), s.attentionDim});
    default:
      return false;
  }
}

template <typename Scalar>
Status checkVectors(const AttentionInput<Scalar>& input) {
  const AttentionShape& s = input.shape;
  if (input.values.data == nullptr || (s.pastCount > 0 && input.pastValues.data == nullptr)) return Status::badShape;
  if (input.scoreFunction == ScoreFunction::given) return input.scores == nullptr ? Status::badShape : Status::ok;
  if (input.queries.data == nullptr || s.queryDim < 1) return Status::badShape;
  if (input.locations != nullptr) {
    return input.scoreFunction == ScoreFunction::dot ? Status::ok : Status::badValue;
  }
  if (input.keys.data == nullptr || s.keyDim < 1) return Status::badShape;
  if (s.pastCount > 0 && input.pastKeys.data == nullptr) return Status::badShape;
  switch (input.scoreFunction) {
    case ScoreFunction::given:
      return Status::ok;
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
    case ScoreFunction::cosine:
      return s.queryDim == s.keyDim ? Status::ok : Status::badShape;
    case ScoreFunction::bilinear:
      return input.W != nullptr ? Status::ok : Status::badShape;
    case ScoreFunction::additive: {
      const bool isComplete = input.W_q != nullptr && input.W_k != nullptr && input.v != nullptr;
      return isComplete && s.attentionDim >= 1 ? Status::ok : Status::badShape;
    }
  }
  return Status::badValue;
}

template <typename Scalar>
Status checkNumbers(const AttentionInput<Scalar>& input) {
  if (input.scale && !std::isfinite(*input.scale)) return Status::badValue;
  if (!isFiniteAndNotNegative(input.softcap) || !isFiniteAndNotNegative(input.temperature)) return Status::badValue;
  if (input.leftWindow.value_or(0) < 0 || input.rightWindow.value_or(0) < 0) return Status::badValue;
  if (input.keyLengths != nullptr) {
    for (int b = 0; b < input.shape.batchCount; ++b) {
      const double length = static_cast<double>(input.keyLengths[b]);
      // Written so that NaN fails.
      if (!(length >= 0 && length <= input.shape.keyCount()) || length != std::trunc(length)) return Status::badValue;
    }
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status checkAttention(const AttentionInput<Scalar>& input) {
  if (const Status status = checkSizes(input); status != Status::ok) return status;
  if (const Status status = checkVectors(input); status != Status::ok) return status;
  if (isProjectionTooLarge(input)) return Status::tooLarge;
  return checkNumbers(input);
}

template Status checkAttention(const AttentionInput<float>&);
template Status checkAttention(const AttentionInput<double>&);

}  // namespace attn
