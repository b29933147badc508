#pragma once

#include <cstddef>
#include <optional>

#include "attn/input.hpp"
#include "attn/status.hpp"

namespace attn {

struct FusedAttentionShape {
  int headCount = 0;     ///< of queries, a multiple of keyHeadCount
  int keyHeadCount = 0;  ///< of keys and values
  int queryCount = 0;
  int keyCount = 0;
  int queryDim = 0;
  int keyDim = 0;
  int valueDim = 0;
  int attentionDim = 0;  ///< of additive scores only
};

/// An array read as if it were [headCount, queryCount, keyCount].
template <typename Scalar>
struct HeadMask {
  const Scalar* data = nullptr;              ///< nullptr: none
  const std::size_t* headOffsets = nullptr;  ///< [headCount] where the part of each head starts
  std::size_t queryStride = 0;               ///< 0: all queries have the same
  std::size_t keyStride = 0;                 ///< 0 or 1

  const Scalar* row(int head, int queryIndex) const {
    return data + headOffsets[head] + static_cast<std::size_t>(queryIndex) * queryStride;
  }
};

/// Views of the caller's arrays, row-major; they must outlive the call.
template <typename Scalar>
struct FusedAttentionInput {
  FusedAttentionShape shape;
  ScoreFunction scoreFunction = ScoreFunction::scaledDot;  ///< dot, scaledDot, bilinear or additive
  const Scalar* queries = nullptr;                         ///< [headCount, queryCount, queryDim]
  const Scalar* keys = nullptr;                            ///< [keyHeadCount, keyCount, keyDim]
  const Scalar* values = nullptr;                          ///< [keyHeadCount, keyCount, valueDim]
  std::optional<double> scale;                             ///< finite; default as in ScoreFunction
  const Scalar* W = nullptr;                               ///< [queryDim, keyDim], for bilinear
  const Scalar* W_q = nullptr;                             ///< [queryDim, attentionDim], for additive
  const Scalar* W_k = nullptr;                             ///< [keyDim, attentionDim], for additive
  const Scalar* v = nullptr;                               ///< [attentionDim], for additive
  HeadMask<Scalar> keepMask;                               ///< 0 hides
  HeadMask<Scalar> additiveMask;                           ///< added to the scores: finite, or −∞, which hides
  /// Row t of the whole stands at firstPosition + t: by default 0, with bottomRight keyCount − queryCount. What a query
  /// becomes depends on its position, not on which queries are asked for with it.
  std::optional<int> firstPosition;
  /// [queryCount] the rows that the queries are, of all heads: whole, 0 … kMaxCount, not falling. nullptr: 0, 1, 2 …
  const Scalar* queryRows = nullptr;
  /// Unless it is none, a query sees no key behind its position.
  Causal causal = Causal::none;
  /// At most this many keys left (right) of the position.
  std::optional<int> leftWindow;
  std::optional<int> rightWindow;
};

/// Where the results go, row-major. A row that sees nothing: zeros, −∞, 0 and −1.
template <typename Scalar>
struct FusedAttentionOutput {
  Scalar* context = nullptr;     ///< [headCount, queryCount, valueDim]
  Scalar* logSumExp = nullptr;   ///< [headCount, queryCount] log Σ exp(score)
  Scalar* entropy = nullptr;     ///< [headCount, queryCount] of the weights, in nats
  Scalar* largestKey = nullptr;  ///< [headCount, queryCount] the lowest of those with the largest score
};

/// Attention without its weights (Vaswani et al. 2017, arXiv:1706.03762, §3.2.1; the scores as in ScoreFunction, whose
/// parameters all heads share):
///
///   score = scale · formula(query, key) + additiveMask, weights = softmax over the keys that are seen,
///   context = Σ weight · value
///
/// in one pass over blocks of keys with a running maximum, sum and context (Milakov and Gimelshein 2018,
/// arXiv:1805.02867; Dao et al. 2022, arXiv:2205.14135), so that memory is O((queryCount + keyCount) · (widths)). The
/// entropy goes along: log Σ exp(d) − Σ exp(d) d / Σ exp(d), d = score − largest. Blocks of keys that no query of a
/// tile sees, through causality, windows or masks, are skipped. Query head h reads key head ⌊h / (headCount /
/// keyHeadCount)⌋.
///
/// Float runs on four-lane kernels. A score of dot products is off by at most keyDim + 4 roundings of
/// scale · Σ |query · key|, an additive one by scale · Σ |v| times the roundings of its projections, of its sum over
/// attentionDim, and of its tanh: see tanh_tile.hpp. A weight is off by the exponential of exp2.hpp besides. Not-finite
/// numbers go as in Trace: a row that is not finite at first is done again in double, and an intermediate result too
/// large for Scalar with it. Results do not depend on the number of threads.
///
/// ok, or: badShape (a size below 1, widths or heads that do not fit, an array that is missing), badValue (scale, a
/// window below 0, firstPosition beyond ± 2 kMaxCount, queryRows that are none, another score function), tooLarge,
/// outOfMemory.
template <typename Scalar>
Status computeFusedAttention(const FusedAttentionInput<Scalar>& input, const FusedAttentionOutput<Scalar>& output);

}  // namespace attn
