#include "attn/scores_for_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attn/buffer.hpp"
#include "completed_wishes.hpp"
#include "number_checks.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const WishInput<Scalar>& input) {
  if (input.rowCount < 1 || input.keyCount < 1 || input.wishes == nullptr) return Status::badShape;
  if (!isPositive(input.temperature)) return Status::badValue;
  for (int row = 0; row < input.rowCount; ++row) {
    const Scalar* const wishes = input.wishes + area(row, input.keyCount);
    if (const Status status = checkWishes(wishes, input.keyCount, input.smallestWeight); status != Status::ok) {
      return status;
    }
  }
  const bool areScoresFinite = input.scores == nullptr || areFinite(input.scores, area(input.rowCount, input.keyCount));
  return areScoresFinite ? Status::ok : Status::badValue;
}

/// What is added to the wished scores: it leaves those of keys without a wish where they are, or else the mean.
template <typename Scalar>
double constantOf(const Scalar* wishes, const double* before, const double* wished, int keyCount) {
  double difference = 0;
  for (int key = 0; key < keyCount; ++key) {
    if (std::isnan(wishes[key])) return before[key] - wished[key];
    difference += before[key] - wished[key];
  }
  return difference / keyCount;
}

/// Where all keys have a wish, the wishes are shares of their sum.
template <typename Scalar>
double largestErrorOf(const Scalar* wishes, const double* weights, int keyCount) {
  const double total = std::accumulate(wishes, wishes + keyCount, 0.0);
  const double sum = std::isnan(total) ? 1 : total;
  double largest = 0;
  for (int key = 0; key < keyCount; ++key) {
    if (!std::isnan(wishes[key])) {
      largest = std::max(largest, std::abs(weights[key] - static_cast<double>(wishes[key]) / sum));
    }
  }
  return largest;
}

}  // namespace

template <typename Scalar>
Status computeScoresForWeights(const WishInput<Scalar>& input, Scalar* scores, Scalar* weights, Scalar* largestErrors) {
  if (const Status status = check(input); status != Status::ok) return status;
  const int keyCount = input.keyCount;
  Buffer<double> before;
  Buffer<double> wished;
  const std::size_t rowSize = area(1, keyCount);
  if (!before.resize(rowSize) || !wished.resize(rowSize)) return Status::outOfMemory;

  for (int row = 0; row < input.rowCount; ++row) {
    const std::size_t offset = area(row, keyCount);
    const Scalar* const wishes = input.wishes + offset;
    for (std::size_t key = 0; key < rowSize; ++key) {
      const double score = input.scores == nullptr ? 0 : static_cast<double>(input.scores[offset + key]);
      before[key] = score / input.temperature;
    }
    completeWishes(wishes, before.data(), keyCount, input.smallestWeight, wished.data());
    const double constant = constantOf(wishes, before.data(), wished.data(), keyCount);
    for (std::size_t key = 0; key < rowSize; ++key) {
      const bool isKept = std::isnan(wishes[key]);
      const double logit = isKept ? before[key] : wished[key] + constant;
      scores[offset + key] = isKept && input.scores != nullptr ? input.scores[offset + key]
                                                               : static_cast<Scalar>(logit * input.temperature);
    }
    softmaxOfFinite(wished.data(), keyCount, wished.data());
    for (std::size_t key = 0; key < rowSize; ++key) weights[offset + key] = static_cast<Scalar>(wished[key]);
    largestErrors[row] = static_cast<Scalar>(largestErrorOf(wishes, wished.data(), keyCount));
  }
  return Status::ok;
}

template Status computeScoresForWeights(const WishInput<float>&, float*, float*, float*);
template Status computeScoresForWeights(const WishInput<double>&, double*, double*, double*);

}  // namespace attn
