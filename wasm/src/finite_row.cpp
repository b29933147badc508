#include "finite_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "exp.hpp"

namespace attn {
namespace {

using Lanes = Simd<float>;
using Vector = Lanes::Vector;
constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// Calls body(vector of four numbers) for the row and stores what it gives; the last numbers are filled up with
/// `filling`.
template <typename Body>
void forEachVector(const float* from, int count, float filling, float* to, const Body& body) {
  int i = 0;
  for (; i + Lanes::kLanes <= count; i += Lanes::kLanes) store<float>(body(load(from + i)), to + i);
  if (i == count) return;
  float last[Lanes::kLanes] = {filling, filling, filling, filling};
  std::copy(from + i, from + count, last);
  store<float>(body(load(last)), last);
  std::copy_n(last, count - i, to + i);
}

using Pair = double __attribute__((vector_size(16)));

/// The numbers in double, the second two added to the first two.
Pair inDouble(Vector numbers) {
  using Half = float __attribute__((vector_size(8)));
  const Half low = __builtin_shufflevector(numbers, numbers, 0, 1);
  const Half high = __builtin_shufflevector(numbers, numbers, 2, 3);
  return __builtin_convertvector(low, Pair) + __builtin_convertvector(high, Pair);
}

/// In two chains: each maximum waits for the one before.
float largestOf(const float* scores, int count) {
  constexpr int kStep = 2 * Lanes::kLanes;
  Vector even = Lanes::splat(kHidden);
  Vector odd = even;
  int i = 0;
  for (; i + kStep <= count; i += kStep) {
    even = atLeast(even, load(scores + i));
    odd = atLeast(odd, load(scores + i + Lanes::kLanes));
  }
  float lanes[Lanes::kLanes];
  store<float>(atLeast(even, odd), lanes);
  float largest = *std::max_element(lanes, lanes + Lanes::kLanes);
  for (; i < count; ++i) largest = std::max(largest, scores[i]);
  return largest;
}

}  // namespace

bool weighFiniteRow(const float* scores, const std::uint8_t* visible, int keyCount, double temperature, float* weights,
                    double& logSumExp) {
  const float rate = static_cast<float>(1 / temperature);
  if (!std::isnormal(rate)) return false;
  if (visible != nullptr) {
    for (int i = 0; i < keyCount; ++i) weights[i] = visible[i] == 0 ? kHidden : scores[i];
    scores = weights;
  }
  const float largest = largestOf(scores, keyCount);

  const Vector top = Lanes::splat(largest);
  const Vector rates = Lanes::splat(rate);
  const auto weigh = [&](Vector row) { return expOfDistance((row - top) * rates); };
  Pair sums = {0, 0};
  constexpr int kStep = 4 * Lanes::kLanes;
  int i = 0;
  for (; i + kStep <= keyCount; i += kStep) {
    const Vector first = weigh(load(scores + i));
    const Vector second = weigh(load(scores + i + Lanes::kLanes));
    const Vector third = weigh(load(scores + i + 2 * Lanes::kLanes));
    const Vector fourth = weigh(load(scores + i + 3 * Lanes::kLanes));
    store<float>(first, weights + i);
    store<float>(second, weights + i + Lanes::kLanes);
    store<float>(third, weights + i + 2 * Lanes::kLanes);
    store<float>(fourth, weights + i + 3 * Lanes::kLanes);
    sums += inDouble(first + second) + inDouble(third + fourth);
  }
  forEachVector(scores + i, keyCount - i, kHidden, weights + i, [&](Vector row) {
    const Vector weight = weigh(row);
    sums += inDouble(weight);
    return weight;
  });
  const double sum = sums[0] + sums[1];
  // NaN where a score was not finite, or all were −∞: ∞ − ∞ is, and stays.
  if (!std::isfinite(sum)) return false;
  const Vector share = Lanes::splat(static_cast<float>(1 / sum));
  forEachVector(weights, keyCount, 0, weights, [&](Vector weight) { return weight * share; });
  logSumExp = static_cast<double>(largest) / temperature + std::log(sum);
  return true;
}

}  // namespace attn
