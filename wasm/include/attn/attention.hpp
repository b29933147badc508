#pragma once

#include <cstddef>
#include <optional>

#include "attn/heads.hpp"
#include "attn/input.hpp"
#include "attn/softmax.hpp"
#include "attn/status.hpp"

namespace attn {

struct AttentionShape {
  int batchCount = 0;
  int queryHeadCount = 0;  ///< a multiple of keyHeadCount
  int keyHeadCount = 0;
  int queryCount = 0;
  int pastCount = 0;
  int newKeyCount = 0;
  int queryDim = 0;  ///< 0 where the scores are given
  int keyDim = 0;    ///< 0 where the keys are not read
  int valueDim = 0;
  int attentionDim = 0;  ///< of additive scores only

  int keyCount() const { return pastCount + newKeyCount; }
};

/// An array read as if it were [batch, head, query, key]: an axis of stride 0 is repeated.
template <typename Scalar>
struct Broadcast {
  const Scalar* data = nullptr;  ///< nullptr: none
  std::size_t batchStride = 0;
  std::size_t headStride = 0;
  std::size_t queryStride = 0;
  std::size_t keyStride = 0;
};

/// Views of the caller's arrays, row-major; they must outlive the call. All heads share W, W_q, W_k and v.
template <typename Scalar>
struct AttentionInput {
  AttentionShape shape;
  ScoreFunction scoreFunction = ScoreFunction::scaledDot;
  std::optional<double> scale;     ///< finite; default as in ScoreFunction, 1 for given scores, which it multiplies too
  Heads<const Scalar> queries;     ///< [queryCount, queryDim], for all but given
  Heads<const Scalar> keys;        ///< [newKeyCount, keyDim], for all but given and location
  Heads<const Scalar> values;      ///< [newKeyCount, valueDim]
  Heads<const Scalar> pastKeys;    ///< [pastCount, keyDim], before the keys
  Heads<const Scalar> pastValues;  ///< [pastCount, valueDim]
  const Scalar* scores = nullptr;  ///< [batchCount, queryHeadCount, queryCount, keyCount], for given
  const Scalar* W = nullptr;       ///< [queryDim, keyDim], for bilinear
  const Scalar* W_q = nullptr;     ///< [queryDim, attentionDim], for additive
  const Scalar* W_k = nullptr;     ///< [keyDim, attentionDim], for additive
  const Scalar* v = nullptr;       ///< [attentionDim], for additive
  /// [keyCount or more, queryDim] Where set, with ScoreFunction::dot, it takes the place of all keys: the score of
  /// key i is scale · locations[i] · query (Luong et al. 2015, arXiv:1508.04025, eq. 8, "location").
  const Scalar* locations = nullptr;
  double softcap = 0;      ///< finite and ≥ 0; 0: none
  double temperature = 1;  ///< finite and ≥ 0

  Broadcast<Scalar> keepMask;          ///< 0 hides
  Broadcast<Scalar> additiveMask;      ///< finite, or −∞, which hides
  const Scalar* keyLengths = nullptr;  ///< [batchCount] whole, 0 … keyCount: keys from here on are padding
  /// topLeft: query t stands at pastCount + t. bottomRight: at the batch's key length − queryCount + t. It sees no key
  /// behind its position.
  Causal causal = Causal::none;
  /// At most this many keys left (right) of the position, which is that of `causal`, topLeft by default.
  std::optional<int> leftWindow;
  std::optional<int> rightWindow;
  FullyMasked fullyMasked = FullyMasked::zeros;
};

/// Where the results go, row-major. `pairs` stands for [batchCount, queryHeadCount, queryCount, keyCount], `rows` for
/// [batchCount, queryHeadCount, queryCount].
template <typename Scalar>
struct AttentionOutput {
  Heads<Scalar> context;           ///< [queryCount, valueDim]
  Scalar* scores = nullptr;        ///< pairs, before softcap, temperature and masks
  Scalar* cappedScores = nullptr;  ///< pairs
  Scalar* logits = nullptr;        ///< pairs, −∞ where hidden
  Scalar* weights = nullptr;       ///< pairs
  Scalar* logSumExp = nullptr;     ///< rows, log Σ exp(logit), −∞ where isEmpty
  Scalar* isEmpty = nullptr;       ///< rows, 1 where the row sees no key; fullyMasked says what it becomes
};

/// Multi-head attention over a batch (Vaswani et al. 2017, arXiv:1706.03762, §3.2), with grouped heads (Ainslie et al.
/// 2023, arXiv:2305.13245): query head h reads key head ⌊h / (queryHeadCount / keyHeadCount)⌋.
///
///   scores → cappedScores = softcap · tanh(scores / softcap) → logits = cappedScores / temperature + additiveMask
///          → weights = softmax over the keys that are seen → context = Σ weight · value
///
/// The cap comes before the masks, or what they hide would come back as a finite number. What is hidden, or not finite,
/// goes as in Trace. ok, or: badShape (a count or width below 1, widths or head counts that do not fit, an array that
/// is missing), badValue (temperature, scale, softcap, window, key length), tooLarge, outOfMemory.
template <typename Scalar>
Status computeAttention(const AttentionInput<Scalar>& input, const AttentionOutput<Scalar>& output);

}  // namespace attn
