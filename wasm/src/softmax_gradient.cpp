#include "attn/softmax_gradient.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "attn/buffer.hpp"
#include "matrix.hpp"
#include "parallel.hpp"
#include "row_logits.hpp"
#include "softmax.hpp"
#include "softmax_backward.hpp"

namespace attn {
namespace {

/// What one thread needs for its rows, one after another. All arrays are [keyCount].
template <typename Scalar>
struct RowScratch {
  Buffer<std::uint8_t> visible;
  Buffer<double> weights;
  Buffer<double> logitsGradient;
  Buffer<Scalar> unused;

  bool resize(std::size_t keyCount) {
    return visible.resize(keyCount) && weights.resize(keyCount) && logitsGradient.resize(keyCount) &&
           unused.resize(keyCount);
  }
};

/// The forward pass of one row, which leaves weights in float64.
template <typename Scalar>
SoftmaxRow<Scalar> weighRow(const SoftmaxInput<Scalar>& input, int row, RowScratch<Scalar>& scratch) {
  const std::size_t offset = rowOffset(row, input.keyCount);
  const Scalar* const keep = input.keepMask == nullptr ? nullptr : input.keepMask + offset;
  const Scalar* const added = input.additiveMask == nullptr ? nullptr : input.additiveMask + offset;
  for (int i = 0; i < input.keyCount; ++i) {
    const bool isHidden =
        (keep != nullptr && keep[i] == 0) || (added != nullptr && added[i] == -std::numeric_limits<Scalar>::infinity());
    scratch.visible[static_cast<std::size_t>(i)] = isHidden ? 0 : 1;
  }
  const std::uint8_t* const visible = scratch.visible.data();
  Scalar* const unused = scratch.unused.data();
  const Scalar* const scores = input.scores + offset;
  const RowLogits logits = computeRowLogits(ScoreRow<Scalar>{input.keyCount, scores, added, visible, input.temperature},
                                            unused, unused, scratch.weights.data());
  computeSoftmax(logits, visible, input.keyCount, scratch.weights.data(), unused, unused);
  return {input.keyCount, scores, scratch.weights.data(), visible, input.temperature};
}

/// Calls body(row index, row, scratch) for every row, on all threads.
template <typename Scalar, typename Body>
Status forEachRow(const SoftmaxInput<Scalar>& input, std::size_t multiplicationsPerRow, Body&& body) {
  if (input.rowCount < 1 || input.keyCount < 1 || input.scores == nullptr) return Status::badShape;
  if (!std::isfinite(input.temperature) || input.temperature < 0) return Status::badValue;
  std::atomic<bool> hasMemory{true};
  parallelFor(input.rowCount, rowGrain(multiplicationsPerRow), [&](int begin, int end) {
    RowScratch<Scalar> scratch;
    if (!scratch.resize(static_cast<std::size_t>(input.keyCount))) {
      hasMemory = false;
      return;
    }
    for (int row = begin; row < end; ++row) body(row, weighRow(input, row, scratch), scratch);
  });
  return hasMemory ? Status::ok : Status::outOfMemory;
}

/// One row's matrix [keyCount, keyCount].
template <typename Scalar>
void fillJacobian(const SoftmaxRow<Scalar>& row, Scalar* jacobian) {
  std::fill_n(jacobian, rowOffset(row.keyCount, row.keyCount), Scalar(0));
  if (row.temperature == 0) return;
  for (int i = 0; i < row.keyCount; ++i) {
    if (row.weights[i] == 0) continue;
    // Σ_{j≠i} α_j and not 1 − α_i, of which nothing is left where α_i is nearly 1.
    double others = 0;
    Scalar* const out = jacobian + rowOffset(i, row.keyCount);
    for (int j = 0; j < row.keyCount; ++j) {
      if (j == i || row.weights[j] == 0) continue;
      out[j] = static_cast<Scalar>(-row.weights[i] * row.weights[j] / row.temperature);
      others += row.weights[j];
    }
    out[i] = static_cast<Scalar>(row.weights[i] * others / row.temperature);
  }
}

}  // namespace

template <typename Scalar>
Status computeSoftmaxJacobian(const SoftmaxInput<Scalar>& input, Scalar* jacobian) {
  const std::size_t keyCount = static_cast<std::size_t>(std::max(0, input.keyCount));
  return forEachRow(input, keyCount * (keyCount + 30),
                    [&](int index, const SoftmaxRow<Scalar>& row, RowScratch<Scalar>&) {
                      fillJacobian(row, jacobian + static_cast<std::size_t>(index) * keyCount * keyCount);
                    });
}

template <typename Scalar>
Status computeSoftmaxGradient(const SoftmaxInput<Scalar>& input, const SoftmaxOutputGradient<Scalar>& output,
                              SoftmaxGradient<Scalar>& gradient) {
  // One sum for each row, so that the total does not depend on the threads.
  Buffer<double> temperatures;
  if (!temperatures.resize(static_cast<std::size_t>(std::max(0, input.rowCount)))) return Status::outOfMemory;
  const std::size_t keyCount = static_cast<std::size_t>(std::max(0, input.keyCount));
  const Status status =
      forEachRow(input, keyCount * 40, [&](int index, const SoftmaxRow<Scalar>& row, RowScratch<Scalar>& scratch) {
        const std::size_t offset = rowOffset(index, input.keyCount);
        double* const logits = scratch.logitsGradient.data();
        std::fill_n(logits, keyCount, 0.0);
        if (output.probabilities != nullptr) addGradientThroughWeights(row, output.probabilities + offset, logits);
        if (output.logProbabilities != nullptr) {
          addGradientThroughLogWeights(row, output.logProbabilities + offset, logits);
        }
        temperatures[static_cast<std::size_t>(index)] =
            gradientThroughTemperature(row, logits, gradient.scores + offset);
        if (gradient.additiveMask == nullptr) return;
        std::transform(logits, logits + keyCount, gradient.additiveMask + offset,
                       [](double logit) { return static_cast<Scalar>(logit); });
      });
  if (status != Status::ok) return status;
  gradient.temperature = 0;
  for (std::size_t row = 0; row < temperatures.size(); ++row) gradient.temperature += temperatures[row];
  return Status::ok;
}

template Status computeSoftmaxJacobian(const SoftmaxInput<float>&, float*);
template Status computeSoftmaxJacobian(const SoftmaxInput<double>&, double*);
template Status computeSoftmaxGradient(const SoftmaxInput<float>&, const SoftmaxOutputGradient<float>&,
                                       SoftmaxGradient<float>&);
template Status computeSoftmaxGradient(const SoftmaxInput<double>&, const SoftmaxOutputGradient<double>&,
                                       SoftmaxGradient<double>&);

}  // namespace attn
