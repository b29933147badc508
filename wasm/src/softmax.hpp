#pragma once

#include <cstdint>

#include "row_logits.hpp"

namespace attn {

/// The numbers of one row that are not one per key.
struct RowSummary {
  double shiftedSum;
  double weightSum;
  double logSumExp;
  double entropy;
  int largestKey;
};

/// The softmax of one row, by the row's largest logit so that nothing overflows. `row` comes as the distances of
/// computeRowLogits and goes as the weights in float64. All arrays are [keyCount].
template <typename Scalar>
RowSummary computeSoftmax(const RowLogits& logits, const std::uint8_t* visible, int keyCount, double* row,
                          Scalar* shifted, Scalar* weights);

}  // namespace attn
