#include "completed_wishes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "number_checks.hpp"

namespace attn {

template <typename Scalar>
Status checkWishes(const Scalar* wishes, int keyCount, double smallestWeight) {
  // One key alone has weight 1 whatever is wished.
  if (!isPositive(smallestWeight) || (keyCount > 1 && smallestWeight * keyCount >= 1)) return Status::badValue;
  double sum = 0;
  int wishCount = 0;
  for (int key = 0; key < keyCount; ++key) {
    const double wish = static_cast<double>(wishes[key]);
    if (std::isnan(wish)) continue;
    if (!(wish >= 0 && wish <= 1)) return Status::badValue;
    sum += wish;
    ++wishCount;
  }
  const bool isFulfillable = wishCount == keyCount ? sum > 0 : sum < 1;
  return isFulfillable ? Status::ok : Status::badValue;
}

template <typename Scalar>
void completeWishes(const Scalar* wishes, const double* logits, int keyCount, double smallestWeight,
                    double* logWeights) {
  double sum = 0;
  int unwishedCount = 0;
  double largestLogit = -std::numeric_limits<double>::infinity();
  for (int key = 0; key < keyCount; ++key) {
    if (std::isnan(wishes[key])) {
      ++unwishedCount;
      largestLogit = std::max(largestLogit, logits[key]);
    } else {
      sum += std::max(static_cast<double>(wishes[key]), smallestWeight);
    }
  }

  double rest = 0;
  double logShared = 0;
  if (unwishedCount > 0) {
    // What was raised may leave too little: then the wishes make room.
    rest = unwishedCount == keyCount ? 1 : std::max(1 - sum, unwishedCount * smallestWeight);
    double shifted = 0;
    for (int key = 0; key < keyCount; ++key) {
      if (std::isnan(wishes[key])) shifted += std::exp(logits[key] - largestLogit);
    }
    logShared = std::log(rest) - (largestLogit + std::log(shifted));
  }
  const double factor = unwishedCount > 0 && sum + rest <= 1 ? 1 : (1 - rest) / sum;
  for (int key = 0; key < keyCount; ++key) {
    logWeights[key] = std::isnan(wishes[key])
                          ? logits[key] + logShared
                          : std::log(factor * std::max(static_cast<double>(wishes[key]), smallestWeight));
  }
}

void softmaxOfFinite(const double* logits, int count, double* weights) {
  const double largest = *std::max_element(logits, logits + count);
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    weights[i] = std::exp(logits[i] - largest);
    sum += weights[i];
  }
  for (int i = 0; i < count; ++i) weights[i] /= sum;
}

template Status checkWishes(const float*, int, double);
template Status checkWishes(const double*, int, double);
template void completeWishes(const float*, const double*, int, double, double*);
template void completeWishes(const double*, const double*, int, double, double*);

}  // namespace attn
