#pragma once

#include "attn/input.hpp"

namespace attn {

/// context [valueDim] of one query = Σ weight · value; weights [keyCount]. Zeros where the query is padding.
///
/// A key of weight 0 adds 0 whatever its value, so that a NaN or ∞ behind a mask stays there. Sums in float64.
template <typename Scalar>
void computeContext(const Input<Scalar>& input, int queryIndex, const double* weights, Scalar* context);

/// contributions [keyCount, valueDim], the summands of the same context, from rounded weights.
template <typename Scalar>
void computeContributions(const Input<Scalar>& input, int queryIndex, const Scalar* weights, Scalar* contributions);

}  // namespace attn
