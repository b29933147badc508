#pragma once

#include "attn/fused_attention.hpp"

namespace attn {

/// What a tile shows of each pair of a query and a key.
enum class TileQuantity { weights = 0, scores = 1 };

/// Views of the caller's arrays, row-major; they must outlive the call.
template <typename Scalar>
struct WeightTileInput {
  /// The queries and keys of the region, one head; values are not read. firstPosition counts from the region's first
  /// key.
  FusedAttentionInput<Scalar> region;
  const Scalar* logSumExp = nullptr;  ///< [queryCount] over all keys of the whole; not read for scores
  TileQuantity quantity = TileQuantity::weights;
  int queriesPerCell = 1;
  int keysPerCell = 1;

  int cellRowCount() const { return (region.shape.queryCount + queriesPerCell - 1) / queriesPerCell; }
  int cellColumnCount() const { return (region.shape.keyCount + keysPerCell - 1) / keysPerCell; }
};

/// Where the results go, [cellRowCount, cellColumnCount] each.
template <typename Scalar>
struct WeightTileOutput {
  Scalar* max = nullptr;
  Scalar* mean = nullptr;
};

/// A rectangle of the weights of computeFusedAttention, or of its scores, made again from the log-sum-exp of the rows
/// (as Dao et al. 2022, arXiv:2205.14135, do for the gradient) and pooled to cells:
///
///   weight = exp(min(0, score − logSumExp))
///
/// The largest and the mean of each cell: of weights over all its pairs, the hidden ones too; of scores over those that
/// are seen and above −∞, −∞ where there are none. A row whose logSumExp is −∞ has weights of 0; where it is NaN or ∞,
/// the weights of all that the row sees are NaN. A cell with a NaN among its pairs is NaN.
///
/// Blocks of keys are pooled as they are computed, so that memory is O((queryCount + keyCount) · width + cells); blocks
/// that no query of a tile sees are skipped. A score is as exact as that of computeFusedAttention, a weight off by
/// that, a rounding of logSumExp and the exponential of exp2.hpp. Cells with a number that is not finite at first are
/// done again with scores in double. Results do not depend on the number of threads.
///
/// ok, or: badShape, badValue, tooLarge as computeFusedAttention; badShape (logSumExp is missing), badValue (more than
/// one head, a position beyond ± 4 kMaxCount, pairs of a cell not 1 … kMaxCount), tooLarge (more cells than
/// kMaxTraceScores); outOfMemory.
template <typename Scalar>
Status computeWeightTile(const WeightTileInput<Scalar>& input, const WeightTileOutput<Scalar>& output);

}  // namespace attn
