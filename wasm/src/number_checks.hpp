#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace attn {

template <typename Scalar>
bool areFinite(const Scalar* numbers, std::size_t count) {
  return std::all_of(numbers, numbers + count, [](Scalar number) { return std::isfinite(number); });
}

/// Finite and 0 or more.
template <typename Scalar>
bool areWeights(const Scalar* numbers, std::size_t count) {
  return std::all_of(numbers, numbers + count, [](Scalar number) { return std::isfinite(number) && number >= 0; });
}

/// Finite and 0 or more, or NaN.
template <typename Scalar>
bool areWeightsOrNaN(const Scalar* numbers, std::size_t count) {
  return std::all_of(numbers, numbers + count,
                     [](Scalar number) { return std::isnan(number) || (std::isfinite(number) && number >= 0); });
}

/// Whole numbers 0 … end − 1.
template <typename Scalar>
bool areIndices(const Scalar* numbers, std::size_t count, int end) {
  return std::all_of(numbers, numbers + count, [end](Scalar number) {
    return number >= 0 && number < static_cast<Scalar>(end) && number == std::trunc(number);
  });
}

inline bool isPositive(double number) { return std::isfinite(number) && number > 0; }

inline std::size_t area(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

}  // namespace attn
