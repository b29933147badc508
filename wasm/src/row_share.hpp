#pragma once

#include <cmath>
#include <numeric>

namespace attn {

/// Weights of a row as they are, or each as its share of their sum. A row of zeros stays.
class RowShare {
 public:
  template <typename Scalar>
  RowShare(const Scalar* row, int count, bool normalize) {
    if (!normalize) return;
    sum_ = std::accumulate(row, row + count, 0.0);
    // Finite weights, of which there are less than 2³², may still have a sum that is not.
    if (std::isinf(sum_)) {
      factor_ = 0x1p-32;
      sum_ = std::accumulate(row, row + count, 0.0,
                             [](double sum, Scalar weight) { return sum + 0x1p-32 * static_cast<double>(weight); });
    }
    if (sum_ == 0) sum_ = 1;
  }

  double of(double weight) const { return factor_ * weight / sum_; }

 private:
  double factor_ = 1;
  double sum_ = 1;
};

}  // namespace attn
