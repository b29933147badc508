#pragma once

#include <cmath>
#include <numeric>

namespace attn {

/// The mean of a row, and then that of what it leaves: so the mean of equal numbers is that number, to the last digit.
template <typename Scalar>
double meanOf(const Scalar* row, int length) {
  const double mean = std::accumulate(row, row + length, 0.0) / length;
  double left = 0;
  for (int i = 0; i < length; ++i) left += static_cast<double>(row[i]) - mean;
  return std::isfinite(left) ? mean + left / length : mean;
}

}  // namespace attn
