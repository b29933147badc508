#include "attn/attention.hpp"

#include "attention_request.hpp"

namespace attn::operations {
namespace {

/// Heads as a request brings them, [batch, head, position, dim] or [batch, position, head · dim].
template <typename Scalar>
struct RequestedHeads {
  Heads<const Scalar> heads;
  bool isJoined = false;
  int batchCount = 0;
  int headCount = 0;
  int count = 0;
  int dim = 0;
};

/// False where the tensor is missing or holds no whole number of heads.
template <typename Scalar>
bool readHeads(const Call<Scalar>& call, std::string_view name, std::string_view headCountName,
               RequestedHeads<Scalar>& read) {
  const Tensor<Scalar>* const tensor = call.tensor(name);
  if (tensor == nullptr) return false;
  const TensorShape& shape = tensor->shape;
  const int headCount = call.whole(headCountName, 0).value_or(-1);
  if (shape.rank() == 4 && (headCount == 0 || headCount == shape[1])) {
    read = {{}, false, shape[0], shape[1], shape[2], shape[3]};
    read.heads = Heads<const Scalar>::split(tensor->data(), read.headCount, read.count, read.dim);
    return true;
  }
  if (shape.rank() != 3 || headCount < 1 || shape[2] % headCount != 0) return false;
  read = {{}, true, shape[0], headCount, shape[1], shape[2] / headCount};
  read.heads = Heads<const Scalar>::joined(tensor->data(), read.headCount, read.count, read.dim);
  return true;
}

/// Queries and keys, as far as the score function reads them.
template <typename Scalar>
Status readVectors(const Call<Scalar>& call, const RequestedScore& score, const RequestedHeads<Scalar>& values,
                   AttentionInput<Scalar>& input) {
  AttentionShape& s = input.shape;
  if (score.readsQueries()) {
    RequestedHeads<Scalar> queries;
    if (!readHeads(call, "queries", "queryHeadCount", queries)) return Status::badShape;
    if (queries.isJoined != values.isJoined || queries.batchCount != s.batchCount) return Status::badShape;
    s.queryHeadCount = queries.headCount;
    s.queryCount = queries.count;
    s.queryDim = queries.dim;
    input.queries = queries.heads;
  } else {
    const Tensor<Scalar>* const scores = call.tensor("scores");
    if (scores == nullptr || scores->shape.rank() != 4) return Status::badShape;
    s.queryHeadCount = scores->shape[1];
    s.queryCount = scores->shape[2];
  }
  if (!score.readsKeys()) return Status::ok;
  RequestedHeads<Scalar> keys;
  if (!readHeads(call, "keys", "keyHeadCount", keys)) return Status::badShape;
  if (keys.isJoined != values.isJoined || keys.batchCount != s.batchCount || keys.headCount != s.keyHeadCount ||
      keys.count != s.newKeyCount) {
    return Status::badShape;
  }
  s.keyDim = keys.dim;
  input.keys = keys.heads;
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status readAttention(const Call<Scalar>& call, AttentionInput<Scalar>& input, bool& isJoined) {
  RequestedScore score;
  if (!readScoreFunction(call, score)) return Status::badValue;
  RequestedHeads<Scalar> values;
  if (!readHeads(call, "values", "keyHeadCount", values)) return Status::badShape;
  isJoined = values.isJoined;
  input.shape.batchCount = values.batchCount;
  input.shape.keyHeadCount = values.headCount;
  input.shape.newKeyCount = values.count;
  input.shape.valueDim = values.dim;
  input.values = values.heads;
  if (const Status status = readVectors(call, score, values, input); status != Status::ok) return status;
  return readAttentionOptions(call, score, input);
}

template <typename Scalar>
Status attention(Call<Scalar>& call) {
  AttentionInput<Scalar> input;
  bool isJoined = false;
  if (const Status status = readAttention(call, input, isJoined); status != Status::ok) return status;
  AttentionOutput<Scalar> output;
  if (!addAttentionResults(call, input.shape, isJoined, output)) return call.failure();
  return computeAttention(input, output);
}

template Status readAttention(const Call<float>&, AttentionInput<float>&, bool&);
template Status readAttention(const Call<double>&, AttentionInput<double>&, bool&);
template Status attention(Call<float>&);
template Status attention(Call<double>&);

}  // namespace attn::operations
