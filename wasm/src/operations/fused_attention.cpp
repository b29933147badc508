#include "attn/fused_attention.hpp"

#include <algorithm>

#include "attn/call.hpp"
#include "result_array.hpp"
#include "window.hpp"

namespace attn::operations {
namespace {

/// The sizes of queries, keys and values, [..., count, dim] with the same axes before these two.
template <typename Scalar>
bool readShape(const Tensor<Scalar>* queries, const Tensor<Scalar>* keys, const Tensor<Scalar>* values,
               FusedAttentionShape& s) {
  for (const Tensor<Scalar>* const each : {queries, keys, values}) {
    if (each == nullptr || each->shape.rank() < 2) return false;
  }
  const TensorShape heads = queries->shape.withoutLast(2);
  s = {static_cast<int>(heads.count()), queries->shape[-2], keys->shape[-2], queries->shape[-1], values->shape[-1]};
  return keys->shape.withoutLast(2) == heads && values->shape.withoutLast(2) == heads && keys->shape[-1] == s.keyDim &&
         values->shape[-2] == s.keyCount;
}

}  // namespace

template <typename Scalar>
Status fusedAttention(Call<Scalar>& call) {
  const Tensor<Scalar>* const queries = call.tensor("queries");
  const Tensor<Scalar>* const keys = call.tensor("keys");
  const Tensor<Scalar>* const values = call.tensor("values");
  FusedAttentionInput<Scalar> input;
  if (!readShape(queries, keys, values, input.shape)) return Status::badShape;
  const int causal = call.choice("causal", {"none", "topLeft", "bottomRight"}, 0);
  if (causal < 0) return Status::badValue;
  input.queries = queries->data();
  input.keys = keys->data();
  input.values = values->data();
  input.scale = call.number("scale");
  input.causal = static_cast<Causal>(causal);
  if (!readWindow(call, "leftWindow", input.leftWindow)) return Status::badValue;
  if (!readWindow(call, "rightWindow", input.rightWindow)) return Status::badValue;

  const TensorShape rows = queries->shape.withoutLast(1);
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
