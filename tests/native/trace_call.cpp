#include "trace_call.hpp"

#include <algorithm>

#include "attn/trace.hpp"
#include "operations/single_head_request.hpp"

namespace attn {
namespace {

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
  operations::MaskBytes bytes;
  Input<Scalar> input;
  if (const Status status = operations::readInput(call, bytes, input); status != Status::ok) return status;
  Workspace<Scalar> workspace;
  Trace<Scalar> trace;
  if (const Status status = computeTrace(input, workspace, trace); status != Status::ok) return status;

  const Shape& shape = input.shape;
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
  operations::MaskBytes bytes;
  Input<Scalar> input;
  if (const Status status = operations::readInput(call, bytes, input); status != Status::ok) return status;
  const std::optional<int> queryIndex = call.whole("queryIndex", -1);
  if (!queryIndex) return Status::badValue;
  Workspace<Scalar> workspace;
  Trace<Scalar> trace;
  if (const Status status = computeTrace(input, workspace, trace); status != Status::ok) return status;
  RowDetail<Scalar> detail;
  if (const Status status = computeRowDetail(input, trace, *queryIndex, workspace, detail); status != Status::ok) {
    return status;
  }
  const Shape& shape = input.shape;
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
