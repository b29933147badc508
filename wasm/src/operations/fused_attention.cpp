#include "attn/fused_attention.hpp"

#include <algorithm>

#include "attn/call.hpp"
#include "fused_request.hpp"
#include "head_mask.hpp"
#include "result_array.hpp"

namespace attn::operations {
namespace {

/// The sizes of queries, keys and values, [..., head, count, dim]: the axes before the last three are the same, and
/// keys and values may have fewer heads.
template <typename Scalar>
bool readShape(const Tensor<Scalar>* queries, const Tensor<Scalar>* keys, const Tensor<Scalar>* values,
               FusedAttentionShape& s) {
  for (const Tensor<Scalar>* const each : {queries, keys, values}) {
    if (each == nullptr || each->shape.rank() < 2) return false;
  }
  const TensorShape heads = queries->shape.withoutLast(2);
  const TensorShape keyHeads = keys->shape.withoutLast(2);
  if (values->shape.withoutLast(2) != keyHeads || values->shape[-2] != keys->shape[-2]) return false;
  if (keyHeads.rank() != heads.rank()) return false;
  if (heads.rank() > 0 && keyHeads.withoutLast(1) != heads.withoutLast(1)) return false;
  s.headCount = static_cast<int>(heads.count());
  s.keyHeadCount = static_cast<int>(keyHeads.count());
  s.queryCount = queries->shape[-2];
  s.keyCount = keys->shape[-2];
  s.queryDim = queries->shape[-1];
  s.keyDim = keys->shape[-1];
  s.valueDim = values->shape[-1];
  return true;
}

}  // namespace

template <typename Scalar>
Status fusedAttention(Call<Scalar>& call) {
  const Tensor<Scalar>* const queries = call.tensor("queries");
  const Tensor<Scalar>* const keys = call.tensor("keys");
  const Tensor<Scalar>* const values = call.tensor("values");
  FusedAttentionInput<Scalar> input;
  if (!readShape(queries, keys, values, input.shape)) return Status::badShape;
  input.queries = queries->data();
  input.keys = keys->data();
  input.values = values->data();
  if (const Status status = readFusedScores(call, input); status != Status::ok) return status;
  if (call.number("firstPosition")) {
    input.firstPosition = call.whole("firstPosition", 0);
    if (!input.firstPosition) return Status::badValue;
  }

  const TensorShape rows = queries->shape.withoutLast(1);
  int pairSizes[kMaxRank];
  *std::copy_n(rows.sizes(), rows.rank(), pairSizes) = input.shape.keyCount;
  const TensorShape pairs{pairSizes, rows.rank() + 1};
  Buffer<std::size_t> keepOffsets;
  Buffer<std::size_t> addedOffsets;
  for (const Status status : {readHeadMask(call, "keepMask", pairs, keepOffsets, input.keepMask),
                              readHeadMask(call, "additiveMask", pairs, addedOffsets, input.additiveMask)}) {
    if (status != Status::ok) return status;
  }

  int contextSizes[kMaxRank];
  *std::copy_n(rows.sizes(), rows.rank(), contextSizes) = input.shape.valueDim;
  FusedAttentionOutput<Scalar> output;
  const bool hasRoom = addArray(call, "context", {contextSizes, rows.rank() + 1}, output.context) &&
                       addArray(call, "logSumExp", rows, output.logSumExp) &&
                       addArray(call, "entropy", rows, output.entropy) &&
                       addArray(call, "largestKey", rows, output.largestKey);
  return hasRoom ? computeFusedAttention(input, output) : call.failure();
}

template Status fusedAttention(Call<float>&);
template Status fusedAttention(Call<double>&);

}  // namespace attn::operations
