#include "score_fields.hpp"

#include <algorithm>

namespace attn::operations {
namespace {

/// The numbers of a matrix of the call, and its sizes. nullptr: it is missing, or no matrix.
template <typename Scalar>
const Scalar* readMatrix(const Call<Scalar>& call, std::string_view name, int& rowCount, int& columnCount) {
  const Tensor<Scalar>* const matrix = call.tensor(name);
  if (matrix == nullptr || matrix->shape.rank() != 2) return nullptr;
  rowCount = matrix->shape[0];
  columnCount = matrix->shape[1];
  return matrix->data();
}

template <typename Scalar>
bool has(const Call<Scalar>& call, std::string_view name, const TensorShape& shape) {
  return call.tensor(name) != nullptr && call.fits(name, shape);
}

}  // namespace

template <typename Scalar>
Status readScoreFields(const Call<Scalar>& call, Input<Scalar>& input) {
  const int scoreFunction =
      call.choice("scoreFunction", {"given", "dot", "scaledDot", "bilinear", "additive", "cosine"}, -1);
  if (scoreFunction < 0) return Status::badValue;
  input.scoreFunction = static_cast<ScoreFunction>(scoreFunction);
  input.scale = call.number("scale");
  Shape& shape = input.shape;
  if (input.scoreFunction == ScoreFunction::given) {
    input.scores = readMatrix(call, "scores", shape.queryCount, shape.keyCount);
    return input.scores == nullptr ? Status::badShape : Status::ok;
  }
  input.queries = readMatrix(call, "queries", shape.queryCount, shape.queryDim);
  input.keys = readMatrix(call, "keys", shape.keyCount, shape.keyDim);
  if (input.queries == nullptr || input.keys == nullptr) return Status::badShape;
  if (input.scoreFunction == ScoreFunction::bilinear) {
    if (!has(call, "W", {shape.queryDim, shape.keyDim})) return Status::badShape;
    input.W = call.numbers("W");
  }
  if (input.scoreFunction == ScoreFunction::additive) {
    int queryDim = 0;
    input.W_q = readMatrix(call, "W_q", queryDim, shape.attentionDim);
    if (input.W_q == nullptr || queryDim != shape.queryDim) return Status::badShape;
    if (!has(call, "W_k", {shape.keyDim, shape.attentionDim})) return Status::badShape;
    if (!has(call, "v", {shape.attentionDim})) return Status::badShape;
    input.W_k = call.numbers("W_k");
    input.v = call.numbers("v");
  }
  return Status::ok;
}

template <typename Scalar>
Status addZeros(Call<Scalar>& call, std::string_view name, const TensorShape& shape, Scalar*& numbers) {
  Tensor<Scalar>* const result = call.addResult(name, shape);
  if (result == nullptr) return call.failure();
  numbers = result->data();
  std::fill_n(numbers, shape.count(), Scalar(0));
  return Status::ok;
}

template <typename Scalar>
Status addNumberResult(Call<Scalar>& call, std::string_view name, double number) {
  Scalar* result = nullptr;
  if (const Status status = addZeros(call, name, {}, result); status != Status::ok) return status;
  *result = static_cast<Scalar>(number);
  return Status::ok;
}

template <typename Scalar>
Status addScoreGradientResults(Call<Scalar>& call, const Input<Scalar>& input, ScoreGradient<Scalar>& gradient) {
  const Shape& shape = input.shape;
  const auto add = [&](bool isRead, std::string_view name, const TensorShape& sizes, Scalar*& numbers) {
    return isRead ? addZeros(call, name, sizes, numbers) : Status::ok;
  };
  const bool isFormula = input.scoreFunction != ScoreFunction::given;
  const bool isAdditive = input.scoreFunction == ScoreFunction::additive;
  const Status statuses[] = {
      add(isFormula, "queriesGradient", {shape.queryCount, shape.queryDim}, gradient.queries),
      add(isFormula, "keysGradient", {shape.keyCount, shape.keyDim}, gradient.keys),
      add(input.scoreFunction == ScoreFunction::bilinear, "WGradient", {shape.queryDim, shape.keyDim}, gradient.W),
      add(isAdditive, "W_qGradient", {shape.queryDim, shape.attentionDim}, gradient.W_q),
      add(isAdditive, "W_kGradient", {shape.keyDim, shape.attentionDim}, gradient.W_k),
      add(isAdditive, "vGradient", {shape.attentionDim}, gradient.v),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

template Status readScoreFields(const Call<float>&, Input<float>&);
template Status readScoreFields(const Call<double>&, Input<double>&);
template Status addZeros(Call<float>&, std::string_view, const TensorShape&, float*&);
template Status addZeros(Call<double>&, std::string_view, const TensorShape&, double*&);
template Status addNumberResult(Call<float>&, std::string_view, double);
template Status addNumberResult(Call<double>&, std::string_view, double);
template Status addScoreGradientResults(Call<float>&, const Input<float>&, ScoreGradient<float>&);
template Status addScoreGradientResults(Call<double>&, const Input<double>&, ScoreGradient<double>&);

}  // namespace attn::operations
