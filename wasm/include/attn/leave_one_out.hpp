#pragma once

#include "attn/status.hpp"

namespace attn {

template <typename Scalar>
struct LeaveOneOutInput {
  int queryCount = 0;
  int keyCount = 0;
  int valueDim = 0;
  int stateDim = 0;                 ///< 0: no states
  int outputDim = 0;                ///< 0: no output
  const Scalar* weights = nullptr;  ///< [queryCount, keyCount] finite, 0 or more
  const Scalar* values = nullptr;   ///< [keyCount, valueDim]
  const Scalar* states = nullptr;   ///< [queryCount, stateDim]
  const Scalar* W = nullptr;        ///< [stateDim + valueDim, outputDim] finite
  const Scalar* b = nullptr;        ///< [outputDim] finite; nullptr: zeros
  bool softmaxOutput = false;
};

/// Entry i of a query is about the row without word i.
template <typename Scalar>
struct LeaveOneOutOutput {
  Scalar* weights = nullptr;         ///< [queryCount, keyCount, keyCount] the others, divided by their sum
  Scalar* contextChanges = nullptr;  ///< [queryCount, keyCount, valueDim] context without the word − context
  Scalar* contextEffects = nullptr;  ///< [queryCount, keyCount] their Euclidean lengths
  Scalar* isEmpty = nullptr;         ///< [queryCount, keyCount] 1 where nothing is left
  Scalar* outputs = nullptr;         ///< [queryCount, outputDim] [state; context] W + b, or its softmax
  Scalar* outputChanges = nullptr;   ///< [queryCount, keyCount, outputDim]
  Scalar* outputEffects = nullptr;   ///< [queryCount, keyCount]
};

/// What each source word does (Li, Monroe, Jurafsky 2016), in float64. A word of weight 0 adds nothing, be its value
/// NaN. badShape; badValue: a weight or parameter out of its range; tooLarge: a result of more than kMaxTraceScores
/// numbers; outOfMemory.
template <typename Scalar>
Status computeLeaveOneOut(const LeaveOneOutInput<Scalar>& input, const LeaveOneOutOutput<Scalar>& output);

}  // namespace attn
