#pragma once

#include <cstdint>

#include "attn/buffer.hpp"
#include "attn/input.hpp"

namespace attn {

/// Every number on the way from scores to context:
///
///   score → logit = score / temperature + additiveMask, −∞ where hidden
///         → exponential = exp(logit), and shifted = exp(logit − the row's largest logit), which cannot overflow
///         → weight = shifted / Σ shifted → context = Σ weight · value
///
/// What is hidden takes no part: a NaN or ∞ in the score or value of a hidden key never reaches weights or context.
/// A row that sees no key, or only logits of −∞: weights, context, entropy are zeros, isEmpty is 1, logSumExp is −∞,
/// largestKey is −1. A row whose largest logit is +∞ gives its weight equally to the +∞ keys, the limit of equal
/// logits that grow. A visible logit of NaN makes the weights of that row's visible keys NaN, and of no other row;
/// its largestKey is −1. Temperature 0: the logits are 0 for the row's largest scores and −∞ for the others, and the
/// additive mask only hides.
///
/// From logits to weights the row is computed in float64 whatever Scalar is: a logit that float32 cannot hold, as at
/// temperature 1e-30, still gives the right weights.
template <typename Scalar>
struct Trace {
  Buffer<Scalar> scores;               ///< [queryCount, keyCount] raw, before temperature and mask
  Buffer<std::uint8_t> visible;        ///< [queryCount, keyCount] 1 where the query may attend to the key
  Buffer<Scalar> logits;               ///< [queryCount, keyCount]
  Buffer<Scalar> exponentials;         ///< [queryCount, keyCount] may overflow to ∞
  Buffer<Scalar> exponentialSums;      ///< [queryCount]
  Buffer<Scalar> shiftedExponentials;  ///< [queryCount, keyCount] in 0 … 1
  Buffer<Scalar> shiftedSums;          ///< [queryCount] in 1 … keyCount
  Buffer<Scalar> weights;              ///< [queryCount, keyCount] rows sum to 1
  Buffer<Scalar> weightSums;           ///< [queryCount]
  Buffer<Scalar> context;              ///< [queryCount, valueDim]
  Buffer<Scalar> logSumExp;            ///< [queryCount] log Σ exp(logit)
  Buffer<Scalar> entropy;              ///< [queryCount] −Σ α log α in nats, 0 log 0 = 0
  Buffer<std::int32_t> largestKey;     ///< [queryCount] the first where they tie
  Buffer<std::uint8_t> isEmpty;        ///< [queryCount]
};

/// What a computation needs besides its result; keep one for many calls. Holds projected or normalised vectors.
template <typename Scalar>
struct Workspace {
  Buffer<Scalar> queries;         ///< bilinear: q W; additive: q W_q; cosine: q / ‖q‖
  Buffer<Scalar> keys;            ///< additive: k W_k; cosine: k / ‖k‖
  Buffer<Scalar> transposedKeys;  ///< of all formulas with a product q·k
  Buffer<double> rows;            ///< [queryCount, keyCount] each row on its way to the weights
};

/// Fills `trace`. On any status but ok its contents are unspecified and it may be used again.
template <typename Scalar>
Status computeTrace(const Input<Scalar>& input, Workspace<Scalar>& workspace, Trace<Scalar>& trace);

/// One row taken apart.
template <typename Scalar>
struct RowDetail {
  int termCount =
      0;  ///< keyDim for dot, scaledDot, cosine; queryDim for bilinear; attentionDim for additive; 0 for given
  double scale = 1;           ///< scale · Σ terms = score
  Buffer<Scalar> scoreTerms;  ///< [keyCount, termCount] q_j k_j; cosine of unit vectors; q_j (W k)_j; v_j tanh(…)_j
  Buffer<Scalar> contributions;  ///< [keyCount, valueDim] weight · value; zeros where hidden or the query is padding
};

/// Fills `detail` for one row of `trace`, which computeTrace made from the same input. badValue: no such row.
template <typename Scalar>
Status computeRowDetail(const Input<Scalar>& input, const Trace<Scalar>& trace, int queryIndex,
                        Workspace<Scalar>& workspace, RowDetail<Scalar>& detail);

}  // namespace attn
