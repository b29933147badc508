#pragma once

#include "attn/input.hpp"
#include "attn/trace.hpp"

namespace attn {

/// Gradients of what a score function reads, each an array of the caller's with the shape of what it is the gradient
/// of. They are added to what stands there, so that heads can share keys and parameters; begin with zeros. Those that
/// the formula does not read may be nullptr.
template <typename Scalar>
struct ScoreGradient {
  Scalar* queries = nullptr;  ///< [queryCount, queryDim]
  Scalar* keys = nullptr;     ///< [keyCount, keyDim]
  Scalar* W = nullptr;        ///< [queryDim, keyDim]
  Scalar* W_q = nullptr;      ///< [queryDim, attentionDim]
  Scalar* W_k = nullptr;      ///< [keyDim, attentionDim]
  Scalar* v = nullptr;        ///< [attentionDim]
  double scale = 0;
};

/// What computeScoreGradient needs besides; keep one for many calls.
template <typename Scalar>
struct ScoreGradientWorkspace {
  Workspace<Scalar> scores;
  Buffer<Scalar> unscaledScores;  ///< [queryCount, keyCount]
  Buffer<Scalar> pairs;           ///< [queryCount, keyCount] the gradients that take part
  Buffer<Scalar> queries;         ///< of the projected or unit queries
  Buffer<Scalar> keys;            ///< of the projected or unit keys
};

/// The backward pass of ScoreFunction, from e = ∂L/∂score, scoresGradient [queryCount, keyCount]. For one pair (q, k):
///
///   dot, scaledDot  q: scale e k      k: scale e q
///   bilinear        q: scale e W k    k: scale e Wᵀ q    W: scale e q kᵀ
///   additive        q: W_q u          k: W_k u           W_q: q uᵀ   W_k: k uᵀ   v: scale e tanh(…)
///                   with u = scale e v ⊙ (1 − tanh²(…))
///   cosine          q: scale e (k̂ − cos q̂) / ‖q‖        k: scale e (q̂ − cos k̂) / ‖k‖
///
/// A pair with e = 0 takes no part, whatever its vectors hold: NaN behind a mask stays there. A vector of norm 0 has
/// cosine 0 by definition and passes on nothing.
///
/// Does not read the input's values and masks. Status as for checkScoreInput; badValue for `given`, which reads
/// nothing.
template <typename Scalar>
Status computeScoreGradient(const Input<Scalar>& input, const Scalar* scoresGradient,
                            ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient);

}  // namespace attn
