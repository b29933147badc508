#include "trace_call.hpp"

#include <algorithm>

#include "attn/trace.hpp"

namespace attn {
namespace {

/// An input that points into a call, and what it needs besides.
template <typename Scalar>
struct CalledInput {
  Input<Scalar> input;
  Buffer<std::uint8_t> keyMask, pairMask, queryMask;
};

/// The two sizes of a matrix; where one is known (above 0), it must be that. nullptr: missing or of another shape.
template <typename Scalar>
const Scalar* readMatrix(const Call<Scalar>& call, std::string_view name, int& rows, int& columns) {
  const Tensor<Scalar>* const matrix = call.tensor(name);
  if (matrix == nullptr || matrix->shape.rank() != 2) return nullptr;
  if ((rows > 0 && matrix->shape[0] != rows) || (columns > 0 && matrix->shape[1] != columns)) return nullptr;
  rows = matrix->shape[0];
  columns = matrix->shape[1];
  return matrix->data();
}

template <typename Scalar>
Status readMask(const Call<Scalar>& call, std::string_view name, const TensorShape& shape, Buffer<std::uint8_t>& bytes,
                const std::uint8_t*& mask) {
  const Tensor<Scalar>* const tensor = call.tensor(name);
  if (tensor == nullptr) return Status::ok;
  if (!(tensor->shape == shape)) return Status::badShape;
  if (!bytes.resize(shape.count())) return Status::outOfMemory;
  std::transform(tensor->data(), tensor->data() + shape.count(), bytes.data(),
                 [](Scalar number) -> std::uint8_t { return number == 0 ? 0 : 1; });
  mask = bytes.data();
  return Status::ok;
}

template <typename Scalar>
Status readWindow(const Call<Scalar>& call, std::string_view name, std::optional<int>& window) {
  if (!call.number(name)) return Status::ok;
  window = call.whole(name, 0);
  return window ? Status::ok : Status::badValue;
}

template <typename Scalar>
void readScores(const Call<Scalar>& call, Input<Scalar>& input) {
  Shape& shape = input.shape;
  if (input.scoreFunction == ScoreFunction::given) {
    input.scores = readMatrix(call, "scores", shape.queryCount, shape.keyCount);
    return;
  }
  input.queries = readMatrix(call, "queries", shape.queryCount, shape.queryDim);
  input.keys = readMatrix(call, "keys", shape.keyCount, shape.keyDim);
  input.W = readMatrix(call, "W", shape.queryDim, shape.keyDim);
  input.W_q = readMatrix(call, "W_q", shape.queryDim, shape.attentionDim);
  input.W_k = readMatrix(call, "W_k", shape.keyDim, shape.attentionDim);
  if (call.fits("v", {shape.attentionDim})) input.v = call.numbers("v");
}

/// What is missing or does not fit stays nullptr, which checkInput then refuses.
template <typename Scalar>
Status readInput(const Call<Scalar>& call, CalledInput<Scalar>& called) {
  Input<Scalar>& input = called.input;
  const int scoreFunction =
      call.choice("scoreFunction", {"given", "dot", "scaledDot", "bilinear", "additive", "cosine"}, -1);
  const int causal = call.text("causal").empty() ? 0 : 1 + call.choice("causal", {"topLeft", "bottomRight"}, -1);
  if (scoreFunction < 0 || (causal == 0 && !call.text("causal").empty())) return Status::badValue;
  input.scoreFunction = static_cast<ScoreFunction>(scoreFunction);
  input.mask.causal = static_cast<Causal>(causal);
  input.values = readMatrix(call, "values", input.shape.keyCount, input.shape.valueDim);
  readScores(call, input);
  input.scale = call.number("scale");
  input.temperature = call.number("temperature").value_or(1);

  const TensorShape pairs{input.shape.queryCount, input.shape.keyCount};
  if (!call.fits("additiveMask", pairs)) return Status::badShape;
  input.additiveMask = call.numbers("additiveMask");
  for (const Status status : {
           readMask(call, "keyMask", {input.shape.keyCount}, called.keyMask, input.mask.keyMask),
           readMask(call, "pairMask", pairs, called.pairMask, input.mask.pairMask),
           readMask(call, "queryMask", {input.shape.queryCount}, called.queryMask, input.mask.queryMask),
           readWindow(call, "leftWindow", input.mask.leftWindow),
           readWindow(call, "rightWindow", input.mask.rightWindow),
       }) {
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

/// The results of a call, one after another; once one failed, none follows.
template <typename Scalar>
class Results {
 public:
  explicit Results(Call<Scalar>& call) : call_(call) {}

  template <typename Number>
  void add(std::string_view name, const TensorShape& shape, const Buffer<Number>& numbers) {
    addNumbers(name, shape, numbers.data());
  }
  void add(std::string_view name, double number) { addNumbers(name, {}, &number); }

  Status status() const { return status_; }

 private:
  template <typename Number>
  void addNumbers(std::string_view name, const TensorShape& shape, const Number* numbers) {
    if (status_ != Status::ok) return;
    Tensor<Scalar>* const result = call_.addResult(name, shape);
    if (result == nullptr) {
      status_ = call_.failure();
      return;
    }
    std::transform(numbers, numbers + shape.count(), result->data(),
                   [](Number number) { return static_cast<Scalar>(number); });
  }

  Call<Scalar>& call_;
  Status status_ = Status::ok;
};

}  // namespace

template <typename Scalar>
Status traceCall(Call<Scalar>& call) {
  CalledInput<Scalar> called;
  if (const Status status = readInput(call, called); status != Status::ok) return status;
  Workspace<Scalar> workspace;
  Trace<Scalar> trace;
  if (const Status status = computeTrace(called.input, workspace, trace); status != Status::ok) return status;

  const Shape& shape = called.input.shape;
  const TensorShape pairs{shape.queryCount, shape.keyCount};
  const TensorShape rows{shape.queryCount};
  Results<Scalar> results(call);
  results.add("scores", pairs, trace.scores);
  results.add("visible", pairs, trace.visible);
  results.add("logits", pairs, trace.logits);
  results.add("exponentials", pairs, trace.exponentials);
  results.add("exponentialSums", rows, trace.exponentialSums);
  results.add("shiftedExponentials", pairs, trace.shiftedExponentials);
  results.add("shiftedSums", rows, trace.shiftedSums);
  results.add("weights", pairs, trace.weights);
  results.add("weightSums", rows, trace.weightSums);
  results.add("context", {shape.queryCount, shape.valueDim}, trace.context);
  results.add("logSumExp", rows, trace.logSumExp);
  results.add("entropy", rows, trace.entropy);
  results.add("largestKey", rows, trace.largestKey);
  results.add("isEmpty", rows, trace.isEmpty);
  return results.status();
}

template <typename Scalar>
Status rowDetailCall(Call<Scalar>& call) {
  CalledInput<Scalar> called;
  if (const Status status = readInput(call, called); status != Status::ok) return status;
  const std::optional<int> queryIndex = call.whole("queryIndex", -1);
  if (!queryIndex) return Status::badValue;
  Workspace<Scalar> workspace;
  Trace<Scalar> trace;
  if (const Status status = computeTrace(called.input, workspace, trace); status != Status::ok) return status;
  RowDetail<Scalar> detail;
  if (const Status status = computeRowDetail(called.input, trace, *queryIndex, workspace, detail);
      status != Status::ok) {
    return status;
  }
  const Shape& shape = called.input.shape;
  Results<Scalar> results(call);
  results.add("termCount", detail.termCount);
  results.add("scale", detail.scale);
  // A tensor has no axis of size 0, and given scores have no terms.
  if (detail.termCount > 0) results.add("scoreTerms", {shape.keyCount, detail.termCount}, detail.scoreTerms);
  results.add("contributions", {shape.keyCount, shape.valueDim}, detail.contributions);
  return results.status();
}

template <typename Scalar>
Status runAnyOperation(std::string_view name, Call<Scalar>& call) {
  if (name == "trace") return traceCall(call);
  if (name == "rowDetail") return rowDetailCall(call);
  return runOperation(name, call);
}

template Status traceCall(Call<float>&);
template Status traceCall(Call<double>&);
template Status rowDetailCall(Call<float>&);
template Status rowDetailCall(Call<double>&);
template Status runAnyOperation(std::string_view, Call<float>&);
template Status runAnyOperation(std::string_view, Call<double>&);

}  // namespace attn
