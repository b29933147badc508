#pragma once

#include "attn/score_gradient.hpp"

namespace attn {

/// Where the gradients of an Input go: arrays of the caller, with the shape of what they are the gradients of.
template <typename Scalar>
struct TraceGradient {
  ScoreGradient<Scalar> score;  ///< begin with zeros; not read for `given`
  Scalar* values = nullptr;     ///< [keyCount, valueDim]
  Scalar* weights = nullptr;    ///< [queryCount, keyCount] 0 where hidden
  Scalar* scores = nullptr;     ///< [queryCount, keyCount] of the raw scores
  Scalar* logits = nullptr;     ///< [queryCount, keyCount] of scores / temperature + mask, so also of the additive mask
  double temperature = 0;
};

/// The backward pass of computeTrace, from c = ∂L/∂context, contextGradient [queryCount, valueDim], and where L takes
/// something from the weights beside the context, weightsGradient [queryCount, keyCount], else nullptr:
///
///   weight       g_ti = c_t · value_i
///   logit        α_ti (g_ti − Σ_j α_tj g_tj)
///   score        ∂L/∂logit / temperature, and on by computeScoreGradient
///   value        Σ_t α_ti c_t
///   temperature  −Σ ∂L/∂logit · score / temperature²
///
/// Hidden keys get exactly 0, and what they hold, be it NaN or ∞, reaches no gradient of another. A query that sees no
/// key passes on zeros; one that is padding passes on nothing of its context. At temperature 0, where weights only
/// jump, all gradients but those of the values are zeros.
///
/// Status as for computeTrace.
template <typename Scalar>
Status computeTraceGradient(const Input<Scalar>& input, const Scalar* contextGradient, const Scalar* weightsGradient,
                            TraceGradient<Scalar>& gradient);

}  // namespace attn
