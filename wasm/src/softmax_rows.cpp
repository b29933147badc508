#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "attn/buffer.hpp"
#include "attn/softmax.hpp"
#include "finite_row.hpp"
#include "fully_masked.hpp"
#include "matrix.hpp"
#include "parallel.hpp"
#include "row_logits.hpp"
#include "softmax.hpp"

namespace attn {
namespace {

/// What one thread needs for its rows, one after another. All arrays are [keyCount].
template <typename Scalar>
struct RowScratch {
  Buffer<std::uint8_t> visible;
  Buffer<double> distances;
  Buffer<Scalar> unused;

  bool resize(std::size_t keyCount) {
    return visible.resize(keyCount) && distances.resize(keyCount) && unused.resize(keyCount);
  }
};

template <typename Scalar>
Scalar softmaxRow(const SoftmaxInput<Scalar>& input, int row, RowScratch<Scalar>& scratch, Scalar* probabilities) {
  const std::size_t offset = rowOffset(row, input.keyCount);
  const Scalar* const keep = input.keepMask == nullptr ? nullptr : input.keepMask + offset;
  const Scalar* const added = input.additiveMask == nullptr ? nullptr : input.additiveMask + offset;
  const bool isMasked = keep != nullptr || added != nullptr;
  double logSumExp = 0;
  const auto weigh = [&](const std::uint8_t* visible) {
    return weighFiniteRow(input.scores + offset, visible, input.keyCount, input.temperature, probabilities + offset,
                          logSumExp);
  };
  if (!isMasked && weigh(nullptr)) return static_cast<Scalar>(logSumExp);

  constexpr Scalar kNever = -std::numeric_limits<Scalar>::infinity();
  bool addsNumbers = false;
  for (int i = 0; i < input.keyCount; ++i) {
    const bool isHidden = (keep != nullptr && keep[i] == 0) || (added != nullptr && added[i] == kNever);
    scratch.visible[static_cast<std::size_t>(i)] = isHidden ? 0 : 1;
    addsNumbers = addsNumbers || (added != nullptr && !isHidden && added[i] != 0);
  }
  const std::uint8_t* const visible = scratch.visible.data();
  if (isMasked && !addsNumbers && weigh(visible)) return static_cast<Scalar>(logSumExp);

  Scalar* const unused = scratch.unused.data();
  const ScoreRow<Scalar> scores{input.keyCount, input.scores + offset, added, visible, input.temperature};
  const RowLogits logits = computeRowLogits(scores, unused, unused, scratch.distances.data());
  const RowSummary summary =
      computeSoftmax(logits, visible, input.keyCount, scratch.distances.data(), unused, probabilities + offset);
  if (logits.isEmpty) {
    std::fill_n(probabilities + offset, input.keyCount, emptyRowWeight<Scalar>(input.fullyMasked, input.keyCount));
  }
  return static_cast<Scalar>(summary.logSumExp);
}

}  // namespace

template <typename Scalar>
Status computeSoftmaxRows(const SoftmaxInput<Scalar>& input, Scalar* probabilities, Scalar* logSumExp) {
  if (input.rowCount < 1 || input.keyCount < 1 || input.scores == nullptr) return Status::badShape;
  if (!std::isfinite(input.temperature) || input.temperature < 0) return Status::badValue;
  std::atomic<bool> hasMemory{true};
  // Two exponentials a score cost about as much as thirty multiplications.
  parallelFor(input.rowCount, rowGrain(rowOffset(input.keyCount, 30)), [&](int begin, int end) {
    RowScratch<Scalar> scratch;
    if (!scratch.resize(static_cast<std::size_t>(input.keyCount))) {
      hasMemory = false;
      return;
    }
    for (int row = begin; row < end; ++row) logSumExp[row] = softmaxRow(input, row, scratch, probabilities);
  });
  return hasMemory ? Status::ok : Status::outOfMemory;
}

template Status computeSoftmaxRows(const SoftmaxInput<float>&, float*, float*);
template Status computeSoftmaxRows(const SoftmaxInput<double>&, double*, double*);

}  // namespace attn
