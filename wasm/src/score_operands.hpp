#pragma once

#include "attn/buffer.hpp"
#include "attn/fused_attention.hpp"
#include "matrix.hpp"

namespace attn {

/// What takes part in the scores of the fused attention in place of queries and keys, for some heads at a time:
///
///   dot, scaledDot  the queries and the keys themselves
///   bilinear        the queries, and W keys
///   additive        queries W_q and keys W_k, both times 2 log₂e: the exponents of tanh_tile.hpp. Rows are filled up
///                   with zeros to a multiple of 8.
template <typename Scalar>
class ScoreOperands {
 public:
  explicit ScoreOperands(const FusedAttentionInput<Scalar>& input);

  /// Room for so many heads. False when memory runs out.
  [[nodiscard]] bool resize(int queryHeadCount, int keyHeadCount);
  /// For queryHeadCount heads from firstQueryHead on, and the same of keys. On all threads.
  void project(int firstQueryHead, int queryHeadCount, int firstKeyHead, int keyHeadCount);

  /// Numbers of a row.
  int width() const { return width_; }
  /// [queryCount, width()]; head counts from the first that was projected.
  const Scalar* queries(int head) const { return queries_ + rowOffset(head, input_.shape.queryCount) * rowSize(); }
  /// [keyCount, width()]
  const Scalar* keys(int head) const { return keys_ + rowOffset(head, input_.shape.keyCount) * rowSize(); }

 private:
  std::size_t rowSize() const { return static_cast<std::size_t>(width_); }

  const FusedAttentionInput<Scalar>& input_;
  int width_;
  Buffer<Scalar> W_q_;  ///< filled up
  Buffer<Scalar> W_k_;  ///< filled up; Wᵀ of bilinear scores
  Buffer<Scalar> projectedQueries_;
  Buffer<Scalar> projectedKeys_;
  const Scalar* queries_ = nullptr;
  const Scalar* keys_ = nullptr;
};

}  // namespace attn
