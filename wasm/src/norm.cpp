#include "attn/norm.hpp"

#include <cmath>

#include "number_checks.hpp"
#include "row_mean.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const NormInput<Scalar>& input) {
  if (input.rowCount < 1 || input.rowLength < 1 || input.x == nullptr) return Status::badShape;
  return std::isfinite(input.epsilon) && input.epsilon >= 0 ? Status::ok : Status::badValue;
}

template <typename Scalar>
double numberOr(const Scalar* numbers, int index, double fallback) {
  return numbers == nullptr ? fallback : static_cast<double>(numbers[index]);
}

}  // namespace

template <typename Scalar>
Status computeLayerNorm(const NormInput<Scalar>& input, Scalar* normalized, Scalar* mean, Scalar* inverseDeviation) {
  if (const Status status = check(input); status != Status::ok) return status;
  for (int row = 0; row < input.rowCount; ++row) {
    const Scalar* const x = input.x + area(row, input.rowLength);
    const double centre = meanOf(x, input.rowLength);
    double squares = 0;
    for (int i = 0; i < input.rowLength; ++i) {
      const double distance = static_cast<double>(x[i]) - centre;
      squares += distance * distance;
    }
    const double factor = 1 / std::sqrt(squares / input.rowLength + input.epsilon);
    mean[row] = static_cast<Scalar>(centre);
    inverseDeviation[row] = static_cast<Scalar>(factor);
    for (int i = 0; i < input.rowLength; ++i) {
      const double standard = (static_cast<double>(x[i]) - centre) * factor;
      *normalized++ = static_cast<Scalar>(standard * numberOr(input.gain, i, 1) + numberOr(input.bias, i, 0));
    }
  }
  return Status::ok;
}

template <typename Scalar>
Status computeRmsNorm(const NormInput<Scalar>& input, Scalar* normalized, Scalar* inverseRms) {
  if (const Status status = check(input); status != Status::ok) return status;
  for (int row = 0; row < input.rowCount; ++row) {
    const Scalar* const x = input.x + area(row, input.rowLength);
    double squares = 0;
    for (int i = 0; i < input.rowLength; ++i) squares += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    const double factor = 1 / std::sqrt(squares / input.rowLength + input.epsilon);
    inverseRms[row] = static_cast<Scalar>(factor);
    for (int i = 0; i < input.rowLength; ++i) {
      *normalized++ = static_cast<Scalar>(static_cast<double>(x[i]) * factor * numberOr(input.gain, i, 1));
    }
  }
  return Status::ok;
}

template Status computeLayerNorm(const NormInput<float>&, float*, float*, float*);
template Status computeLayerNorm(const NormInput<double>&, double*, double*, double*);
template Status computeRmsNorm(const NormInput<float>&, float*, float*);
template Status computeRmsNorm(const NormInput<double>&, double*, double*);

}  // namespace attn
