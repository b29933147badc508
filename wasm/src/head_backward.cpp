#include "head_backward.hpp"

#include <algorithm>

#include "add_product.hpp"
#include "matrix.hpp"
#include "multiply.hpp"
#include "parallel.hpp"
#include "softmax_backward.hpp"

namespace attn {
namespace {

/// Σ_t α_ti c_t
template <typename Scalar>
Status addGradientOfValues(const AttendedHead<Scalar>& head, const Scalar* contextGradient,
                           HeadBackwardWorkspace<Scalar>& workspace, Scalar* values) {
  const std::size_t pairCount = rowOffset(head.queryCount, head.keyCount);
  if (!workspace.roundedWeights.resize(pairCount)) return Status::outOfMemory;
  std::transform(head.weights, head.weights + pairCount, workspace.roundedWeights.data(),
                 [](double weight) { return static_cast<Scalar>(weight); });
  addTransposedProduct(workspace.roundedWeights.data(), head.queryCount, head.keyCount, contextGradient, head.valueDim,
                       1, values);
  return Status::ok;
}

/// c_t · value_i, and what L takes from the weights themselves.
template <typename Scalar>
Status computeGradientOfWeights(const AttendedHead<Scalar>& head, const HeadOutputGradient<Scalar>& output,
                                HeadBackwardWorkspace<Scalar>& workspace, Scalar* weights) {
  const std::size_t pairCount = rowOffset(head.queryCount, head.keyCount);
  if (!workspace.transposedValues.resize(rowOffset(head.keyCount, head.valueDim))) return Status::outOfMemory;
  transpose(head.values, head.keyCount, head.valueDim, workspace.transposedValues.data());
  if (output.weights == nullptr) {
    std::fill_n(weights, pairCount, Scalar(0));
  } else {
    std::copy_n(output.weights, pairCount, weights);
  }
  addProduct(output.context, head.queryCount, head.valueDim, workspace.transposedValues.data(), head.keyCount, 1,
             weights);
  for (std::size_t pair = 0; pair < pairCount; ++pair) {
    if (head.visible[pair] == 0) weights[pair] = 0;
  }
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status gradientThroughHead(const AttendedHead<Scalar>& head, const HeadOutputGradient<Scalar>& output,
                           HeadBackwardWorkspace<Scalar>& workspace, HeadGradient<Scalar>& gradient) {
  const std::size_t pairCount = rowOffset(head.queryCount, head.keyCount);
  if (!workspace.logits.resize(pairCount) ||
      !workspace.temperatures.resize(static_cast<std::size_t>(head.queryCount))) {
    return Status::outOfMemory;
  }
  if (const Status status = addGradientOfValues(head, output.context, workspace, gradient.values);
      status != Status::ok) {
    return status;
  }
  if (const Status status = computeGradientOfWeights(head, output, workspace, gradient.weights); status != Status::ok) {
    return status;
  }
  std::fill_n(workspace.logits.data(), pairCount, 0.0);
  parallelFor(head.queryCount, rowGrain(rowOffset(head.keyCount, 8)), [&](int begin, int end) {
    for (int t = begin; t < end; ++t) {
      const std::size_t offset = rowOffset(t, head.keyCount);
      const SoftmaxRow<Scalar> row{head.keyCount, head.scores + offset, head.weights + offset, head.visible + offset,
                                   head.temperature};
      double* const logits = workspace.logits.data() + offset;
      addGradientThroughWeights(row, gradient.weights + offset, logits);
      workspace.temperatures[static_cast<std::size_t>(t)] =
          gradientThroughTemperature(row, logits, gradient.scores + offset);
    }
  });
  std::transform(workspace.logits.data(), workspace.logits.data() + pairCount, gradient.logits,
                 [](double logit) { return static_cast<Scalar>(logit); });
  for (int t = 0; t < head.queryCount; ++t) gradient.temperature += workspace.temperatures[static_cast<std::size_t>(t)];
  return Status::ok;
}

template Status gradientThroughHead(const AttendedHead<float>&, const HeadOutputGradient<float>&,
                                    HeadBackwardWorkspace<float>&, HeadGradient<float>&);
template Status gradientThroughHead(const AttendedHead<double>&, const HeadOutputGradient<double>&,
                                    HeadBackwardWorkspace<double>&, HeadGradient<double>&);

}  // namespace attn
