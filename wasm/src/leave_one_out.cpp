#include "attn/leave_one_out.hpp"

#include <algorithm>
#include <cmath>

#include "attn/buffer.hpp"
#include "attn/limits.hpp"
#include "completed_wishes.hpp"
#include "number_checks.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const LeaveOneOutInput<Scalar>& input) {
  const bool hasOutput = input.outputDim > 0;
  if (input.queryCount < 1 || input.keyCount < 1 || input.valueDim < 1 || input.stateDim < 0 || input.outputDim < 0) {
    return Status::badShape;
  }
  if (input.weights == nullptr || input.values == nullptr || hasOutput != (input.W != nullptr) ||
      (input.stateDim > 0) != (input.states != nullptr) ||
      (!hasOutput && (input.stateDim > 0 || input.softmaxOutput))) {
    return Status::badShape;
  }
  const double pairs = static_cast<double>(input.queryCount) * input.keyCount;
  if (pairs * std::max({input.keyCount, input.valueDim, input.outputDim}) > kMaxTraceScores) return Status::tooLarge;
  if (!areWeights(input.weights, area(input.queryCount, input.keyCount))) return Status::badValue;
  if (!hasOutput) return Status::ok;
  const bool isFinite = areFinite(input.W, area(input.stateDim + input.valueDim, input.outputDim)) &&
                        (input.b == nullptr || areFinite(input.b, area(1, input.outputDim)));
  return isFinite ? Status::ok : Status::badValue;
}

/// What the others sum to is added up anew: 1 − weight would lose its digits where the word has nearly all.
template <typename Scalar>
void leaveOut(const Scalar* weights, int keyCount, int left, double* others) {
  double rest = 0;
  for (int key = 0; key < keyCount; ++key) rest += key == left ? 0 : static_cast<double>(weights[key]);
  for (int key = 0; key < keyCount; ++key) {
    others[key] = key == left || rest == 0 ? 0 : static_cast<double>(weights[key]) / rest;
  }
}

/// A weight of 0 adds 0 whatever the value.
template <typename Weight, typename Scalar>
void mix(const Weight* weights, const LeaveOneOutInput<Scalar>& input, double* context) {
  std::fill_n(context, input.valueDim, 0.0);
  for (int key = 0; key < input.keyCount; ++key) {
    const double weight = static_cast<double>(weights[key]);
    if (weight == 0) continue;
    const Scalar* const value = input.values + area(key, input.valueDim);
    for (int d = 0; d < input.valueDim; ++d) context[d] += weight * static_cast<double>(value[d]);
  }
}

/// output [outputDim] = [state; context] W + b, or its softmax.
template <typename Scalar>
void computeOutput(const LeaveOneOutInput<Scalar>& input, int query, const double* context, double* output) {
  for (int column = 0; column < input.outputDim; ++column) {
    output[column] = input.b == nullptr ? 0 : static_cast<double>(input.b[column]);
  }
  const auto add = [&](double number, int row) {
    const Scalar* const rowOfW = input.W + area(row, input.outputDim);
    for (int column = 0; column < input.outputDim; ++column) {
      output[column] += number * static_cast<double>(rowOfW[column]);
    }
  };
  for (int j = 0; j < input.stateDim; ++j) {
    add(static_cast<double>(input.states[area(query, input.stateDim) + static_cast<std::size_t>(j)]), j);
  }
  for (int d = 0; d < input.valueDim; ++d) add(context[d], input.stateDim + d);
  if (input.softmaxOutput) softmaxOfFinite(output, input.outputDim, output);
}

/// changes [count] = after − before; returns their Euclidean length.
template <typename Scalar>
double subtract(const double* after, const double* before, int count, Scalar* changes) {
  double length = 0;
  for (int i = 0; i < count; ++i) {
    const double change = after[i] - before[i];
    length = std::hypot(length, change);
    changes[i] = static_cast<Scalar>(change);
  }
  return length;
}

}  // namespace

template <typename Scalar>
Status computeLeaveOneOut(const LeaveOneOutInput<Scalar>& input, const LeaveOneOutOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  Buffer<double> others, context, contextWithout, result, resultWithout;
  if (!others.resize(area(1, input.keyCount)) || !context.resize(area(1, input.valueDim)) ||
      !contextWithout.resize(area(1, input.valueDim)) || !result.resize(area(1, input.outputDim)) ||
      !resultWithout.resize(area(1, input.outputDim))) {
    return Status::outOfMemory;
  }

  for (int query = 0; query < input.queryCount; ++query) {
    const Scalar* const weights = input.weights + area(query, input.keyCount);
    mix(weights, input, context.data());
    if (input.outputDim > 0) {
      computeOutput(input, query, context.data(), result.data());
      std::transform(result.data(), result.data() + input.outputDim, output.outputs + area(query, input.outputDim),
                     [](double number) { return static_cast<Scalar>(number); });
    }
    for (int left = 0; left < input.keyCount; ++left) {
      const int entry = query * input.keyCount + left;
      leaveOut(weights, input.keyCount, left, others.data());
      const bool hasOthers = std::any_of(others.data(), others.data() + input.keyCount, [](double x) { return x > 0; });
      output.isEmpty[entry] = hasOthers ? Scalar(0) : Scalar(1);
      std::transform(others.data(), others.data() + input.keyCount, output.weights + area(entry, input.keyCount),
                     [](double number) { return static_cast<Scalar>(number); });

      mix(others.data(), input, contextWithout.data());
      output.contextEffects[entry] = static_cast<Scalar>(subtract(contextWithout.data(), context.data(), input.valueDim,
                                                                  output.contextChanges + area(entry, input.valueDim)));
      if (input.outputDim == 0) continue;
      computeOutput(input, query, contextWithout.data(), resultWithout.data());
      output.outputEffects[entry] = static_cast<Scalar>(subtract(resultWithout.data(), result.data(), input.outputDim,
                                                                 output.outputChanges + area(entry, input.outputDim)));
    }
  }
  return Status::ok;
}

template Status computeLeaveOneOut(const LeaveOneOutInput<float>&, const LeaveOneOutOutput<float>&);
template Status computeLeaveOneOut(const LeaveOneOutInput<double>&, const LeaveOneOutOutput<double>&);

}  // namespace attn
