#pragma once

#include "attn/attention.hpp"

namespace attn {

/// Where the gradients of an AttentionInput go: arrays of the caller with the shape of what they are the gradients of.
/// All but weights and scores are added to what stands there; begin with zeros. Those of what the score function does
/// not read, and of arrays that the input does not have, are not touched.
template <typename Scalar>
struct AttentionGradient {
  Heads<Scalar> queries;
  Heads<Scalar> keys;
  Heads<Scalar> values;
  Heads<Scalar> pastKeys;
  Heads<Scalar> pastValues;
  Scalar* W = nullptr;
  Scalar* W_q = nullptr;
  Scalar* W_k = nullptr;
  Scalar* v = nullptr;
  Scalar* locations = nullptr;
  Scalar* additiveMask = nullptr;  ///< the strides are the input's
  Scalar* weights = nullptr;       ///< pairs, 0 where hidden
  Scalar* scores = nullptr;        ///< pairs, of the raw scores; where they are given, of those before scale
  double scale = 0;
  double temperature = 0;
};

/// The backward pass of computeAttention, from ∂L/∂context, and where L takes something from the weights beside it,
/// weightsGradient (pairs), else nullptr: head by head as computeTraceGradient. With a softcap,
///
///   ∂L/∂score = ∂L/∂cappedScore · (1 − (cappedScore / softcap)²)
///
/// What heads, sequences or pairs share gets the sum of what each passes on. Hidden keys get exactly 0 and a query that
/// sees no key passes on zeros, but for the values of such a row where fullyMasked is `uniform`. NaN behind a mask
/// reaches no other gradient. Status as for computeAttention.
template <typename Scalar>
Status computeAttentionGradient(const AttentionInput<Scalar>& input, const Heads<const Scalar>& contextGradient,
                                const Scalar* weightsGradient, AttentionGradient<Scalar>& gradient);

}  // namespace attn
