#include "row_logits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// ∞ − ∞ would be NaN; equal numbers are at distance 0 whatever they are.
double difference(double a, double b) { return a == b ? 0 : a - b; }

}  // namespace

template <typename Scalar>
RowLogits computeRowLogits(const ScoreRow<Scalar>& row, Scalar* logits, Scalar* exponentials, double* distances) {
  const bool isCold = row.temperature == 0;
  const auto score = [&](int i) { return static_cast<double>(row.scores[i]); };
  const auto added = [&](int i) {
    return isCold || row.additiveMask == nullptr ? 0.0 : static_cast<double>(row.additiveMask[i]);
  };

  // Judged by the score: at a tiny temperature the logit of a finite score may be −∞ too.
  const auto takesPart = [&](int i) { return row.visible[i] != 0 && score(i) != -kInfinity; };

  // Logits, kept in `distances` for now. Cold ones all start equal, so that the scores alone find the leader.
  int leader = -1;
  bool hasNaN = false;
  for (int i = 0; i < row.keyCount; ++i) {
    double logit = -kInfinity;
    if (takesPart(i)) {
      logit = isCold && !std::isnan(score(i)) ? 0 : score(i) / row.temperature + added(i);
      if (std::isnan(logit)) {
        hasNaN = true;
      } else if (leader < 0 || logit > distances[leader] || (logit == distances[leader] && score(i) > score(leader))) {
        leader = i;
      }
    }
    distances[i] = logit;
  }

  RowLogits result{};
  result.isEmpty = leader < 0 && !hasNaN;
  result.hasNaN = hasNaN;
  result.largestLogit = hasNaN ? std::numeric_limits<double>::quiet_NaN() : leader < 0 ? -kInfinity : distances[leader];
  for (int i = 0; i < row.keyCount; ++i) {
    double logit = distances[i];
    if (takesPart(i) && !std::isnan(logit)) {
      const double scoreDistance = difference(score(i), score(leader));
      // 0 / 0 would be NaN at temperature 0.
      const double tempered = scoreDistance == 0 ? 0 : scoreDistance / row.temperature;
      distances[i] = std::min(0.0, tempered + difference(added(i), added(leader)));
      if (isCold) logit = distances[i];
    }
    const double exponential = std::exp(logit);
    logits[i] = static_cast<Scalar>(logit);
    exponentials[i] = static_cast<Scalar>(exponential);
    result.exponentialSum += exponential;
  }
  return result;
}

template RowLogits computeRowLogits(const ScoreRow<float>&, float*, float*, double*);
template RowLogits computeRowLogits(const ScoreRow<double>&, double*, double*, double*);

}  // namespace attn
