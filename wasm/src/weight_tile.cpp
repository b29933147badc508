#include "attn/weight_tile.hpp"

#include <algorithm>
#include <cstdlib>

#include "attn/limits.hpp"
#include "fused_scores_check.hpp"
#include "weight_tile_pass.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const WeightTileInput<Scalar>& input) {
  const FusedAttentionInput<Scalar>& region = input.region;
  if (const Status status = checkFusedScores(region); status != Status::ok) return status;
  if (input.quantity == TileQuantity::weights && input.logSumExp == nullptr) return Status::badShape;
  if (region.shape.headCount != 1) return Status::badValue;
  if (std::abs(region.firstPosition.value_or(0)) > 4 * kMaxCount) return Status::badValue;
  if (std::min(input.queriesPerCell, input.keysPerCell) < 1) return Status::badValue;
  if (std::max(input.queriesPerCell, input.keysPerCell) > kMaxCount) return Status::badValue;
  return input.cellRowCount() > kMaxTraceScores / input.cellColumnCount() ? Status::tooLarge : Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeWeightTile(const WeightTileInput<Scalar>& input, const WeightTileOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  const FusedAttentionInput<Scalar>& region = input.region;
  const double scale = region.scale.value_or(defaultScale(region.scoreFunction, region.shape.keyDim));
  WeightTilePass<Scalar> pass(input, scale, output);
  if (!pass.resize()) return Status::outOfMemory;
  pass.run();
  return pass.redo() ? Status::ok : Status::outOfMemory;
}

template Status computeWeightTile(const WeightTileInput<float>&, const WeightTileOutput<float>&);
template Status computeWeightTile(const WeightTileInput<double>&, const WeightTileOutput<double>&);

}  // namespace attn
