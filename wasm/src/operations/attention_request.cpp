#include "attention_request.hpp"

#include "formula_request.hpp"
#include "window.hpp"

namespace attn::operations {
namespace {

TensorShape pairShape(const AttentionShape& s) { return {s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()}; }

/// NumPy's rule: axes are matched from the last, missing ones and those of size 1 are repeated.
template <typename Scalar>
bool readBroadcast(const Call<Scalar>& call, std::string_view name, const TensorShape& target,
                   Broadcast<Scalar>& array) {
  const Tensor<Scalar>* const tensor = call.tensor(name);
  if (tensor == nullptr) return true;
  if (tensor->shape.rank() > target.rank()) return false;
  std::size_t* const strides[] = {&array.keyStride, &array.queryStride, &array.headStride, &array.batchStride};
  std::size_t stride = 1;
  for (int axis = 1; axis <= tensor->shape.rank(); ++axis) {
    const int size = tensor->shape[-axis];
    if (size != 1 && size != target[-axis]) return false;
    *strides[axis - 1] = size == 1 ? 0 : stride;
    stride *= static_cast<std::size_t>(size);
  }
  array.data = tensor->data();
  return true;
}

template <typename Scalar>
Status readPast(const Call<Scalar>& call, AttentionInput<Scalar>& input, bool readsKeys) {
  AttentionShape& s = input.shape;
  const Tensor<Scalar>* const values = call.tensor("pastValues");
  const Tensor<Scalar>* const keys = readsKeys ? call.tensor("pastKeys") : nullptr;
  if (readsKeys && (keys == nullptr) != (values == nullptr)) return Status::badShape;
  if (values == nullptr) return Status::ok;
  if (values->shape.rank() != 4) return Status::badShape;
  s.pastCount = values->shape[2];
  if (values->shape != TensorShape{s.batchCount, s.keyHeadCount, s.pastCount, s.valueDim}) return Status::badShape;
  input.pastValues = Heads<const Scalar>::split(values->data(), s.keyHeadCount, s.pastCount, s.valueDim);
  if (keys == nullptr) return Status::ok;
  if (keys->shape != TensorShape{s.batchCount, s.keyHeadCount, s.pastCount, s.keyDim}) return Status::badShape;
  input.pastKeys = Heads<const Scalar>::split(keys->data(), s.keyHeadCount, s.pastCount, s.keyDim);
  return Status::ok;
}

/// The parameters of the score function, and the scores where they are given.
template <typename Scalar>
Status readParameters(const Call<Scalar>& call, AttentionInput<Scalar>& input, bool isByLocation) {
  AttentionShape& s = input.shape;
  if (isByLocation) {
    const Tensor<Scalar>* const W = call.tensor("W");
    if (W == nullptr || W->shape.rank() != 2 || W->shape[1] != s.queryDim) return Status::badShape;
    if (W->shape[0] < s.keyCount()) return Status::badShape;
    input.locations = W->data();
    return Status::ok;
  }
  if (input.scoreFunction != ScoreFunction::given) return readFormula(call, input);
  input.scores = call.numbers("scores");
  return call.fits("scores", pairShape(s)) ? Status::ok : Status::badShape;
}

template <typename Scalar>
Status readMasks(const Call<Scalar>& call, AttentionInput<Scalar>& input) {
  const TensorShape pairs = pairShape(input.shape);
  if (!readBroadcast(call, "keepMask", pairs, input.keepMask) ||
      !readBroadcast(call, "additiveMask", pairs, input.additiveMask) ||
      !call.fits("keyLengths", {input.shape.batchCount})) {
    return Status::badShape;
  }
  input.keyLengths = call.numbers("keyLengths");
  const int causal = call.choice("causal", {"none", "topLeft", "bottomRight"}, 0);
  const int fullyMasked = call.choice("fullyMasked", {"zeros", "uniform", "nan"}, 0);
  if (causal < 0 || fullyMasked < 0) return Status::badValue;
  input.causal = static_cast<Causal>(causal);
  input.fullyMasked = static_cast<FullyMasked>(fullyMasked);
  const bool hasWindows =
      readWindow(call, "leftWindow", input.leftWindow) && readWindow(call, "rightWindow", input.rightWindow);
  return hasWindows ? Status::ok : Status::badValue;
}

}  // namespace

template <typename Scalar>
bool readScoreFunction(const Call<Scalar>& call, RequestedScore& score) {
  constexpr int kLocation = 6;
  const int choice =
      call.choice("scoreFunction", {"given", "dot", "scaledDot", "bilinear", "additive", "cosine", "location"},
                  static_cast<int>(ScoreFunction::scaledDot));
  if (choice < 0) return false;
  score.isByLocation = choice == kLocation;
  score.scoreFunction = score.isByLocation ? ScoreFunction::dot : static_cast<ScoreFunction>(choice);
  return true;
}

template <typename Scalar>
Status readAttentionOptions(const Call<Scalar>& call, const RequestedScore& score, AttentionInput<Scalar>& input) {
  input.scoreFunction = score.scoreFunction;
  input.scale = call.number("scale");
  input.softcap = call.number("softcap").value_or(0);
  input.temperature = call.number("temperature").value_or(1);
  if (const Status status = readPast(call, input, score.readsKeys()); status != Status::ok) return status;
  if (const Status status = readParameters(call, input, score.isByLocation); status != Status::ok) return status;
  return readMasks(call, input);
}

template <typename Scalar>
bool addAttentionResults(Call<Scalar>& call, const AttentionShape& s, bool isJoined, AttentionOutput<Scalar>& output) {
  const TensorShape pairs = pairShape(s);
  const TensorShape rows = pairs.withoutLast(1);
  // Sizes that fit one by one may not fit together; multiplying them is the check of the shape.
  const auto add = [&](std::string_view name, const TensorShape& shape) {
    Tensor<Scalar>* const tensor = call.addResult(name, shape);
    return tensor == nullptr ? nullptr : tensor->data();
  };
  const TensorShape split{s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim};
  if (split.check() != Status::ok) return call.addResult("context", split) != nullptr;
  Scalar* const context =
      add("context", isJoined ? TensorShape{s.batchCount, s.queryCount, s.queryHeadCount * s.valueDim} : split);
  output.context = isJoined ? Heads<Scalar>::joined(context, s.queryHeadCount, s.queryCount, s.valueDim)
                            : Heads<Scalar>::split(context, s.queryHeadCount, s.queryCount, s.valueDim);
  output.scores = add("scores", pairs);
  output.cappedScores = add("cappedScores", pairs);
  output.logits = add("logits", pairs);
  output.weights = add("weights", pairs);
  output.logSumExp = add("logSumExp", rows);
  output.isEmpty = add("isEmpty", rows);
  return context != nullptr && output.scores != nullptr && output.cappedScores != nullptr && output.logits != nullptr &&
         output.weights != nullptr && output.logSumExp != nullptr && output.isEmpty != nullptr;
}

template bool readScoreFunction(const Call<float>&, RequestedScore&);
template bool readScoreFunction(const Call<double>&, RequestedScore&);
template Status readAttentionOptions(const Call<float>&, const RequestedScore&, AttentionInput<float>&);
template Status readAttentionOptions(const Call<double>&, const RequestedScore&, AttentionInput<double>&);
template bool addAttentionResults(Call<float>&, const AttentionShape&, bool, AttentionOutput<float>&);
template bool addAttentionResults(Call<double>&, const AttentionShape&, bool, AttentionOutput<double>&);

}  // namespace attn::operations
