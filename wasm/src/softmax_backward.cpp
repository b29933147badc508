#include "softmax_backward.hpp"

#include <algorithm>

namespace attn {

template <typename Scalar>
void addGradientThroughWeights(const SoftmaxRow<Scalar>& row, const Scalar* weightsGradient, double* logits) {
  const auto gradient = [&](int i) { return static_cast<double>(weightsGradient[i]); };
  double mean = 0;
  for (int i = 0; i < row.keyCount; ++i) {
    if (row.weights[i] != 0) mean += row.weights[i] * gradient(i);
  }
  for (int i = 0; i < row.keyCount; ++i) {
    if (row.weights[i] != 0) logits[i] += row.weights[i] * (gradient(i) - mean);
  }
}

template <typename Scalar>
void addGradientThroughLogWeights(const SoftmaxRow<Scalar>& row, const Scalar* logWeightsGradient, double* logits) {
  const auto gradient = [&](int i) { return static_cast<double>(logWeightsGradient[i]); };
  double sum = 0;
  for (int i = 0; i < row.keyCount; ++i) {
    if (row.visible[i] != 0) sum += gradient(i);
  }
  for (int i = 0; i < row.keyCount; ++i) {
    if (row.visible[i] != 0) logits[i] += gradient(i) - (row.weights[i] == 0 ? 0 : row.weights[i] * sum);
  }
}

template <typename Scalar>
double gradientThroughTemperature(const SoftmaxRow<Scalar>& row, double* logits, Scalar* scores) {
  if (row.temperature == 0) {
    std::fill_n(logits, row.keyCount, 0.0);
    std::fill_n(scores, row.keyCount, Scalar(0));
    return 0;
  }
  const auto leader = std::max_element(row.weights, row.weights + row.keyCount) - row.weights;
  const double leaderScore = static_cast<double>(row.scores[leader]);
  double sum = 0;
  for (int i = 0; i < row.keyCount; ++i) {
    scores[i] = static_cast<Scalar>(logits[i] / row.temperature);
    if (logits[i] == 0) continue;
    // Σ ∂L/∂logit is 0, so that any score may be subtracted from all; the leader's spares the digits.
    const double score = static_cast<double>(row.scores[i]);
    const double distance = score == leaderScore ? 0 : score - leaderScore;
    sum += logits[i] * (distance / row.temperature);
  }
  return 0 - sum / row.temperature;
}

template void addGradientThroughWeights(const SoftmaxRow<float>&, const float*, double*);
template void addGradientThroughWeights(const SoftmaxRow<double>&, const double*, double*);
template void addGradientThroughLogWeights(const SoftmaxRow<float>&, const float*, double*);
template void addGradientThroughLogWeights(const SoftmaxRow<double>&, const double*, double*);
template double gradientThroughTemperature(const SoftmaxRow<float>&, double*, float*);
template double gradientThroughTemperature(const SoftmaxRow<double>&, double*, double*);

}  // namespace attn
