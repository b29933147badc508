#pragma once

#include "attn/attention.hpp"
#include "attn/buffer.hpp"

namespace attn {

/// The matrices of one head, each in one piece, past rows before the recent ones. What is not read stays unspecified.
template <typename Scalar>
struct AttentionHead {
  Buffer<Scalar> queries;  ///< [queryCount, queryDim]
  Buffer<Scalar> keys;     ///< [keyCount, keyDim]
  Buffer<Scalar> values;   ///< [keyCount, valueDim]

  bool resize(const AttentionShape& shape);
  void gatherQueries(const AttentionInput<Scalar>& input, int batch, int head);
  void gatherKeysAndValues(const AttentionInput<Scalar>& input, int batch, int keyHead);

  /// The problem of this head as computeScores and computeContext take it; its masks are not set.
  Input<Scalar> problem(const AttentionInput<Scalar>& input, const Scalar* givenScores) const;
};

/// matrix [count, dim] = one head.
template <typename Scalar>
void gather(const Heads<const Scalar>& heads, int batch, int head, int count, int dim, Scalar* matrix);

/// The other way: one head += matrix [count, dim].
template <typename Scalar>
void addToHead(const Scalar* matrix, int count, int dim, const Heads<Scalar>& heads, int batch, int head);

/// Whether the score function looks at the keys.
template <typename Scalar>
bool readsKeys(const AttentionInput<Scalar>& input) {
  return input.scoreFunction != ScoreFunction::given && input.locations == nullptr;
}

}  // namespace attn
