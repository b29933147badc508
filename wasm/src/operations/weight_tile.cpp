#include "attn/weight_tile.hpp"

#include <algorithm>

#include "attn/call.hpp"
#include "attn/limits.hpp"
#include "fused_request.hpp"
#include "head_mask.hpp"
#include "result_array.hpp"

namespace attn::operations {
namespace {

/// From `least` to `most`, or nothing.
template <typename Scalar>
std::optional<int> readWithin(const Call<Scalar>& call, std::string_view name, int fallback, int least, int most) {
  const std::optional<int> number = call.whole(name, fallback);
  return number && *number >= least && *number <= most ? number : std::nullopt;
}

/// Where the region stands, and what is pooled.
template <typename Scalar>
Status readPlace(const Call<Scalar>& call, WeightTileInput<Scalar>& input) {
  FusedAttentionInput<Scalar>& region = input.region;
  const std::optional<int> firstKey = readWithin(call, "firstKey", 0, 0, kMaxCount);
  // The whole may start at kMaxCount, the region at its last row, and a slice of the region at its last.
  const std::optional<int> firstPosition = readWithin(call, "firstPosition", 0, -kMaxCount, 3 * kMaxCount);
  const std::optional<int> queriesPerCell = readWithin(call, "queriesPerCell", 1, 1, kMaxCount);
  const std::optional<int> keysPerCell = readWithin(call, "keysPerCell", 1, 1, kMaxCount);
  const int quantity = call.choice("quantity", {"weights", "scores"}, 0);
  if (!firstKey || !firstPosition || !queriesPerCell || !keysPerCell || quantity < 0) return Status::badValue;
  input.quantity = static_cast<TileQuantity>(quantity);
  input.queriesPerCell = *queriesPerCell;
  input.keysPerCell = *keysPerCell;
  // Of bottomRight without a position, the region's last query meets its last key, wherever that is.
  if (call.number("firstPosition") || region.causal != Causal::bottomRight) {
    region.firstPosition = *firstPosition - *firstKey;
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status weightTile(Call<Scalar>& call) {
  const Tensor<Scalar>* const queries = call.tensor("queries");
  const Tensor<Scalar>* const keys = call.tensor("keys");
  if (queries == nullptr || keys == nullptr) return Status::badShape;
  if (queries->shape.rank() != 2 || keys->shape.rank() != 2) return Status::badShape;
  WeightTileInput<Scalar> input;
  FusedAttentionInput<Scalar>& region = input.region;
  region.shape = {1, 1, queries->shape[0], keys->shape[0], queries->shape[1], keys->shape[1], 0, 0};
  region.queries = queries->data();
  region.keys = keys->data();
  const TensorShape pairs{region.shape.queryCount, region.shape.keyCount};
  Buffer<std::size_t> keepOffsets;
  Buffer<std::size_t> addedOffsets;
  for (const Status status : {readFusedScores(call, region), readPlace(call, input),
                              readHeadMask(call, "keepMask", pairs, keepOffsets, region.keepMask),
                              readHeadMask(call, "additiveMask", pairs, addedOffsets, region.additiveMask)}) {
    if (status != Status::ok) return status;
  }
  input.logSumExp = call.numbers("logSumExp");
  if (!call.fits("logSumExp", pairs.withoutLast(1))) return Status::badShape;

  WeightTileOutput<Scalar> output;
  const TensorShape cells{input.cellRowCount(), input.cellColumnCount()};
  const bool hasRoom = addArray(call, "max", cells, output.max) && addArray(call, "mean", cells, output.mean);
  return hasRoom ? computeWeightTile(input, output) : call.failure();
}

template Status weightTile(Call<float>&);
template Status weightTile(Call<double>&);

}  // namespace attn::operations
