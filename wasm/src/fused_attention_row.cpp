#include "fused_attention_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// What decides a row before any of its weights is known.
struct Leader {
  double score = -kInfinity;
  int key = -1;  ///< the lowest of those with the largest score; −1: all visible scores are −∞
  bool hasNaN = false;
};

template <typename Score>
Leader findLeader(KeyReach reach, const Score& score) {
  Leader leader;
  for (int i = reach.first; i <= reach.last; ++i) {
    const double found = score(i);
    leader.hasNaN = leader.hasNaN || std::isnan(found);
    if (found > leader.score) leader = {found, i, leader.hasNaN};
  }
  return leader;
}

template <typename Scalar>
void fillRow(const FusedAttentionOutput<Scalar>& output, std::size_t row, int valueDim, double number,
             double logSumExp) {
  const std::size_t width = static_cast<std::size_t>(valueDim);
  std::fill_n(output.context + row * width, width, static_cast<Scalar>(number));
  output.logSumExp[row] = static_cast<Scalar>(logSumExp);
  output.entropy[row] = static_cast<Scalar>(number);
  output.largestKey[row] = -1;
}

}  // namespace

template <typename Scalar>
void clearFusedAttentionRow(int valueDim, std::size_t row, const FusedAttentionOutput<Scalar>& output) {
  fillRow(output, row, valueDim, 0, -kInfinity);
}

template <typename Scalar>
void computeFusedAttentionRow(const FusedAttentionInput<Scalar>& input, double scale, std::size_t row, KeyReach reach,
                              const FusedAttentionOutput<Scalar>& output) {
  const FusedAttentionShape& s = input.shape;
  const std::size_t keyDim = static_cast<std::size_t>(s.keyDim);
  const std::size_t valueDim = static_cast<std::size_t>(s.valueDim);
  const std::size_t firstKey = row / static_cast<std::size_t>(s.queryCount) * static_cast<std::size_t>(s.keyCount);
  const auto score = [&](int i) {
    const Scalar* const query = input.queries + row * keyDim;
    const Scalar* const key = input.keys + (firstKey + static_cast<std::size_t>(i)) * keyDim;
    double sum = 0;
    for (std::size_t c = 0; c < keyDim; ++c) sum += static_cast<double>(query[c]) * static_cast<double>(key[c]);
    return scale * sum;
  };
  const Leader leader = findLeader(reach, score);
  if (leader.hasNaN) return fillRow(output, row, s.valueDim, kNaN, kNaN);
  if (leader.key < 0) return clearFusedAttentionRow(s.valueDim, row, output);

  // ∞ − ∞ would be NaN: equal scores stand at distance 0, whatever they are.
  const auto distance = [&](int i) {
    const double found = score(i);
    return found == leader.score ? 0 : found - leader.score;
  };
  double sum = 0;
  double distanceSum = 0;
  for (int i = reach.first; i <= reach.last; ++i) {
    const double weight = std::exp(distance(i));
    sum += weight;
    if (weight != 0) distanceSum += weight * distance(i);
  }
  Scalar* const context = output.context + row * valueDim;
  std::fill_n(context, valueDim, Scalar(0));
  for (int i = reach.first; i <= reach.last; ++i) {
    const double weight = std::exp(distance(i)) / sum;
    // 0 · NaN would be NaN.
    if (static_cast<Scalar>(weight) == 0) continue;
    const Scalar* const value = input.values + (firstKey + static_cast<std::size_t>(i)) * valueDim;
    for (std::size_t c = 0; c < valueDim; ++c) {
      context[c] = static_cast<Scalar>(static_cast<double>(context[c]) + weight * static_cast<double>(value[c]));
    }
  }
  output.logSumExp[row] = static_cast<Scalar>(leader.score + std::log(sum));
  output.entropy[row] = static_cast<Scalar>(std::max(0.0, std::log(sum) - distanceSum / sum));
  output.largestKey[row] = static_cast<Scalar>(leader.key);
}

template void computeFusedAttentionRow(const FusedAttentionInput<float>&, double, std::size_t, KeyReach,
                                       const FusedAttentionOutput<float>&);
template void computeFusedAttentionRow(const FusedAttentionInput<double>&, double, std::size_t, KeyReach,
                                       const FusedAttentionOutput<double>&);
template void clearFusedAttentionRow(int, std::size_t, const FusedAttentionOutput<float>&);
template void clearFusedAttentionRow(int, std::size_t, const FusedAttentionOutput<double>&);

}  // namespace attn
