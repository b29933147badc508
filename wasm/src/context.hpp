#pragma once

#include "attn/input.hpp"

namespace attn {

/// context [queryCount, valueDim] = Σ weight · value; weights [queryCount, keyCount]. Zeros where a query is padding.
///
/// A key of weight 0 adds 0 whatever its value, so that a NaN or ∞ behind a mask stays there.
template <typename Scalar>
void computeContext(const Input<Scalar>& input, const Scalar* weights, Scalar* context);

/// contributions [keyCount, valueDim]: the summands of one query's context; weights [keyCount].
template <typename Scalar>
void computeContributions(const Input<Scalar>& input, int queryIndex, const Scalar* weights, Scalar* contributions);

}  // namespace attn
