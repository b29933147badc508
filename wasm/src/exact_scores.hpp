#pragma once

#include "attn/fused_attention.hpp"

namespace attn {

/// Scores of the fused attention one by one, in double: exactly what the formula says, in its order, so that infinities
/// cancel or not as there. Slow, and right for every number there is.
template <typename Scalar>
class ExactScores {
 public:
  ExactScores(const FusedAttentionInput<Scalar>& input, double scale) : input_(input), scale_(scale) {}

  /// Numbers of a projected query or key.
  int width() const {
    return input_.scoreFunction == ScoreFunction::additive ? input_.shape.attentionDim : input_.shape.queryDim;
  }
  /// Rows are counted over all heads of queries, and of keys.
  void projectQuery(std::size_t row, double* projected) const;
  void projectKey(std::size_t row, double* projected) const;
  /// Before masks.
  double score(const double* query, const double* key) const;
  /// What the masks add to the score; −∞ where they hide.
  double shift(int head, int queryIndex, int key) const;

 private:
  const FusedAttentionInput<Scalar>& input_;
  const double scale_;
};

}  // namespace attn
