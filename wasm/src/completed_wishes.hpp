#pragma once

#include "attn/status.hpp"

namespace attn {

/// badValue: a wish that is neither NaN nor from 0 to 1, or wishes that no weights fulfil: all 0, or a sum of 1 or more
/// beside keys without a wish; a smallestWeight that is not above 0 and below 1 / keyCount.
template <typename Scalar>
Status checkWishes(const Scalar* wishes, int keyCount, double smallestWeight);

/// logWeights [keyCount] of the weights, of sum 1, that complete the checked wishes: keys without a wish (NaN) keep the
/// distances of their logits [keyCount] and share what is left.
template <typename Scalar>
void completeWishes(const Scalar* wishes, const double* logits, int keyCount, double smallestWeight,
                    double* logWeights);

/// weights [count] = softmax(logits [count]), all finite; may be in place.
void softmaxOfFinite(const double* logits, int count, double* weights);

}  // namespace attn
