#include "softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename Scalar>
RowSummary fillEmptyRow(int keyCount, double* row, Scalar* shifted, Scalar* weights) {
  std::fill_n(row, keyCount, 0.0);
  std::fill_n(shifted, keyCount, Scalar(0));
  std::fill_n(weights, keyCount, Scalar(0));
  return {0, 0, -kInfinity, 0, -1};
}

template <typename Scalar>
RowSummary fillUnknownRow(const std::uint8_t* visible, int keyCount, double* row, Scalar* shifted, Scalar* weights) {
  for (int i = 0; i < keyCount; ++i) {
    row[i] = visible[i] != 0 ? kNaN : 0;
    shifted[i] = weights[i] = static_cast<Scalar>(row[i]);
  }
  return {kNaN, kNaN, kNaN, kNaN, -1};
}

}  // namespace

template <typename Scalar>
RowSummary computeSoftmax(const RowLogits& logits, const std::uint8_t* visible, int keyCount, double* row,
                          Scalar* shifted, Scalar* weights) {
  if (logits.isEmpty) return fillEmptyRow(keyCount, row, shifted, weights);
  if (logits.hasNaN) return fillUnknownRow(visible, keyCount, row, shifted, weights);

  RowSummary summary{};
  double weightedDistance = 0;
  for (int i = 0; i < keyCount; ++i) {
    const double distance = row[i];
    row[i] = std::exp(distance);
    shifted[i] = static_cast<Scalar>(row[i]);
    summary.shiftedSum += row[i];
    // A term that has underflowed adds nothing, while 0 · −∞ would be NaN.
    if (row[i] > 0) weightedDistance += row[i] * distance;
  }
  for (int i = 0; i < keyCount; ++i) {
    row[i] /= summary.shiftedSum;
    weights[i] = static_cast<Scalar>(row[i]);
    summary.weightSum += row[i];
    if (row[i] > row[summary.largestKey]) summary.largestKey = i;
  }
  // log α = distance − log Σ, so −Σ α log α = log Σ − Σ α · distance: one logarithm for the row.
  const double logSum = std::log(summary.shiftedSum);
  summary.logSumExp = logits.largestLogit + logSum;
  summary.entropy = std::max(0.0, logSum - weightedDistance / summary.shiftedSum);
  return summary;
}

template RowSummary computeSoftmax(const RowLogits&, const std::uint8_t*, int, double*, float*, float*);
template RowSummary computeSoftmax(const RowLogits&, const std::uint8_t*, int, double*, double*, double*);

}  // namespace attn
