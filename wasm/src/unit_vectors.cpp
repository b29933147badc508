#include "unit_vectors.hpp"

#include <algorithm>
#include <cmath>

#include "matrix.hpp"
#include "parallel.hpp"

namespace attn {

template <typename Scalar>
double vectorNorm(const Scalar* vector, int width) {
  double largest = 0;
  for (int j = 0; j < width; ++j) largest = std::max(largest, std::abs(static_cast<double>(vector[j])));
  if (largest == 0) {
    // All zeros, or nothing but NaN, which the comparison passes over.
    return std::any_of(vector, vector + width, [](Scalar x) { return std::isnan(x); }) ? std::nan("") : 0;
  }
  if (std::isinf(largest)) return largest;
  double sum = 0;
  for (int j = 0; j < width; ++j) {
    const double part = static_cast<double>(vector[j]) / largest;
    sum += part * part;
  }
  // Divided by the largest number before squaring.
  return largest * std::sqrt(sum);
}

template <typename Scalar>
void toUnitVectors(const Scalar* vectors, int count, int width, Scalar* unit) {
  parallelFor(count, rowGrain(static_cast<std::size_t>(width)), [=](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const Scalar* const vector = vectors + rowOffset(i, width);
      Scalar* const out = unit + rowOffset(i, width);
      const double norm = vectorNorm(vector, width);
      for (int j = 0; j < width; ++j) {
        out[j] = norm == 0 ? Scalar(0) : static_cast<Scalar>(static_cast<double>(vector[j]) / norm);
      }
    }
  });
}

template double vectorNorm(const float*, int);
template double vectorNorm(const double*, int);
template void toUnitVectors(const float*, int, int, float*);
template void toUnitVectors(const double*, int, int, double*);

}  // namespace attn
