#pragma once

#include "attn/trace.hpp"

namespace attn {

/// Fills scores [queryCount, keyCount], already sized, from a checked input. outOfMemory is the only refusal.
template <typename Scalar>
Status computeScores(const Input<Scalar>& input, Workspace<Scalar>& workspace, Scalar* scores);

/// Fills detail.scoreTerms of one query, already sized [keyCount, termCount].
template <typename Scalar>
Status computeScoreTerms(const Input<Scalar>& input, int queryIndex, Workspace<Scalar>& workspace,
                         RowDetail<Scalar>& detail);

/// The number of summands of one score.
int scoreTermCount(const Shape& shape, ScoreFunction scoreFunction);

}  // namespace attn
