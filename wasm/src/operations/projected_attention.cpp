#include "attn/projected_attention.hpp"

#include "attention_request.hpp"

namespace attn::operations {
namespace {

/// Inputs [batchCount, count, inDim] with their projection. False where they are missing or do not fit each other.
template <typename Scalar>
bool readProjection(const Call<Scalar>& call, const Tensor<Scalar>* inputs, std::string_view matrixName,
                    std::string_view biasName, Projection<Scalar>& projection) {
  const Tensor<Scalar>* const matrix = call.tensor(matrixName);
  if (inputs == nullptr || inputs->shape.rank() != 3 || matrix == nullptr || matrix->shape.rank() != 2) return false;
  projection = {matrix->data(), call.numbers(biasName), matrix->shape[0], matrix->shape[1]};
  return inputs->shape[2] == projection.inDim && call.fits(biasName, {projection.outDim});
}

/// The projection of the joined context; without a matrix it is the identity.
template <typename Scalar>
bool readOutputProjection(const Call<Scalar>& call, int joinedDim, Projection<Scalar>& projection) {
  projection = {nullptr, call.numbers("outputBias"), joinedDim, joinedDim};
  if (const Tensor<Scalar>* const matrix = call.tensor("outputProjection"); matrix != nullptr) {
    if (matrix->shape.rank() != 2 || matrix->shape[0] != joinedDim) return false;
    projection.matrix = matrix->data();
    projection.outDim = matrix->shape[1];
  }
  return call.fits("outputBias", {projection.outDim});
}

template <typename Scalar>
Scalar* addHeads(Call<Scalar>& call, std::string_view name, const TensorShape& shape) {
  Tensor<Scalar>* const tensor = call.addResult(name, shape);
  return tensor == nullptr ? nullptr : tensor->data();
}

template <typename Scalar>
Status readProjected(const Call<Scalar>& call, const RequestedScore& score, ProjectedAttentionInput<Scalar>& input) {
  const Tensor<Scalar>* const queryInputs = call.tensor("queryInputs");
  const Tensor<Scalar>* const keyInputs = call.tensor("keyInputs") != nullptr ? call.tensor("keyInputs") : queryInputs;
  const Tensor<Scalar>* const valueInputs =
      call.tensor("valueInputs") != nullptr ? call.tensor("valueInputs") : keyInputs;
  if (!readProjection(call, queryInputs, "queryProjection", "queryBias", input.queryProjection) ||
      !readProjection(call, valueInputs, "valueProjection", "valueBias", input.valueProjection)) {
    return Status::badShape;
  }
  AttentionShape& s = input.attention.shape;
  const int queryHeadCount = call.whole("queryHeadCount", 0).value_or(0);
  const int keyHeadCount = call.whole("keyHeadCount", queryHeadCount).value_or(0);
  if (queryHeadCount < 1 || keyHeadCount < 1) return Status::badValue;
  if (input.queryProjection.outDim % queryHeadCount != 0 || input.valueProjection.outDim % keyHeadCount != 0) {
    return Status::badShape;
  }
  s.batchCount = queryInputs->shape[0];
  s.queryHeadCount = queryHeadCount;
  s.keyHeadCount = keyHeadCount;
  s.queryCount = queryInputs->shape[1];
  s.newKeyCount = valueInputs->shape[1];
  s.queryDim = input.queryProjection.outDim / queryHeadCount;
  s.valueDim = input.valueProjection.outDim / keyHeadCount;
  if (valueInputs->shape[0] != s.batchCount) return Status::badShape;
  input.queryInputs = queryInputs->data();
  input.valueInputs = valueInputs->data();
  if (!score.readsKeys()) return Status::ok;

  if (!readProjection(call, keyInputs, "keyProjection", "keyBias", input.keyProjection)) return Status::badShape;
  if (keyInputs->shape[0] != s.batchCount || keyInputs->shape[1] != s.newKeyCount) return Status::badShape;
  if (input.keyProjection.outDim % keyHeadCount != 0) return Status::badShape;
  s.keyDim = input.keyProjection.outDim / keyHeadCount;
  input.keyInputs = keyInputs->data();
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status readProjectedAttention(const Call<Scalar>& call, ProjectedAttentionInput<Scalar>& input) {
  RequestedScore score;
  if (!readScoreFunction(call, score) || !score.readsQueries()) return Status::badValue;
  if (const Status status = readProjected(call, score, input); status != Status::ok) return status;
  if (const Status status = readAttentionOptions(call, score, input.attention); status != Status::ok) return status;
  // Sizes that fit one by one may not fit together.
  const AttentionShape& s = input.attention.shape;
  const TensorShape heads[] = {{s.batchCount, s.queryHeadCount, s.queryCount, s.queryDim},
                               {s.batchCount, s.keyHeadCount, s.newKeyCount, score.readsKeys() ? s.keyDim : 1},
                               {s.batchCount, s.keyHeadCount, s.newKeyCount, s.valueDim},
                               {s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim}};
  for (const TensorShape& shape : heads) {
    if (const Status status = shape.check(); status != Status::ok) return status;
  }
  const int joinedDim = s.queryHeadCount * s.valueDim;
  return readOutputProjection(call, joinedDim, input.outputProjection) ? Status::ok : Status::badShape;
}

template <typename Scalar>
Status projectedAttention(Call<Scalar>& call) {
  ProjectedAttentionInput<Scalar> input;
  if (const Status status = readProjectedAttention(call, input); status != Status::ok) return status;
  const AttentionShape& s = input.attention.shape;

  ProjectedAttentionOutput<Scalar> output;
  if (!addAttentionResults(call, s, false, output.attention)) return call.failure();
  output.output = addHeads(call, "output", {s.batchCount, s.queryCount, input.outputProjection.outDim});
  output.queries = addHeads(call, "queries", {s.batchCount, s.queryHeadCount, s.queryCount, s.queryDim});
  output.values = addHeads(call, "values", {s.batchCount, s.keyHeadCount, s.newKeyCount, s.valueDim});
  if (input.keyInputs != nullptr) {
    output.keys = addHeads(call, "keys", {s.batchCount, s.keyHeadCount, s.newKeyCount, s.keyDim});
    if (output.keys == nullptr) return call.failure();
  }
  if (output.output == nullptr || output.queries == nullptr || output.values == nullptr) return call.failure();
  return computeProjectedAttention(input, output);
}

template Status readProjectedAttention(const Call<float>&, ProjectedAttentionInput<float>&);
template Status readProjectedAttention(const Call<double>&, ProjectedAttentionInput<double>&);
template Status projectedAttention(Call<float>&);
template Status projectedAttention(Call<double>&);

}  // namespace attn::operations
