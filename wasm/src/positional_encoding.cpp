#include "attn/positional_encoding.hpp"

#include <algorithm>
#include <cmath>

#include "number_checks.hpp"

namespace attn {
namespace {

/// The angle by which pair i of `width` numbers turns.
double angleOf(double position, double base, int pair, int width) {
  return position * std::pow(base, -2.0 * pair / width);
}

}  // namespace

template <typename Scalar>
Status computeSinusoidalEncoding(int positionCount, const Scalar* positions, int dim, double base, bool interleaved,
                                 Scalar* encoding) {
  if (positionCount < 1 || positions == nullptr || dim < 1) return Status::badShape;
  if (!isPositive(base) || !areFinite(positions, area(positionCount, 1))) return Status::badValue;
  const int sineCount = (dim + 1) / 2;
  for (int row = 0; row < positionCount; ++row) {
    for (int column = 0; column < dim; ++column) {
      const bool isSine = interleaved ? column % 2 == 0 : column < sineCount;
      const int pair = interleaved ? column / 2 : column % sineCount;
      const double angle = angleOf(static_cast<double>(positions[row]), base, pair, dim);
      *encoding++ = static_cast<Scalar>(isSine ? std::sin(angle) : std::cos(angle));
    }
  }
  return Status::ok;
}

template <typename Scalar>
Status computeLearnedEncoding(int tableLength, int dim, const Scalar* table, int positionCount, const Scalar* positions,
                              Scalar* encoding) {
  if (tableLength < 1 || dim < 1 || table == nullptr || positionCount < 1 || positions == nullptr) {
    return Status::badShape;
  }
  if (!areIndices(positions, area(positionCount, 1), tableLength)) return Status::badValue;
  for (int row = 0; row < positionCount; ++row) {
    std::copy_n(table + area(static_cast<int>(positions[row]), dim), dim, encoding + area(row, dim));
  }
  return Status::ok;
}

template <typename Scalar>
Status computeRotaryTable(int positionCount, const Scalar* positions, int rotaryDim, double base, Scalar* cosines,
                          Scalar* sines) {
  if (positionCount < 1 || positions == nullptr) return Status::badShape;
  if (rotaryDim < 2 || rotaryDim % 2 != 0 || !isPositive(base)) return Status::badValue;
  if (!areFinite(positions, area(positionCount, 1))) return Status::badValue;
  for (int row = 0; row < positionCount; ++row) {
    for (int pair = 0; pair < rotaryDim / 2; ++pair) {
      const double angle = angleOf(static_cast<double>(positions[row]), base, pair, rotaryDim);
      *cosines++ = static_cast<Scalar>(std::cos(angle));
      *sines++ = static_cast<Scalar>(std::sin(angle));
    }
  }
  return Status::ok;
}

namespace {

template <typename Scalar>
Status check(const RotaryInput<Scalar>& input) {
  if (input.batchCount < 1 || input.headCount < 1 || input.positionCount < 1 || input.dim < 1) return Status::badShape;
  if (input.vectors == nullptr || input.cosines == nullptr || input.sines == nullptr) return Status::badShape;
  if (input.rotaryDim < 2 || input.rotaryDim % 2 != 0 || input.rotaryDim > input.dim) return Status::badValue;
  if (input.positions == nullptr) return Status::ok;
  if (input.tableLength < 1) return Status::badShape;
  const std::size_t count = area(input.batchCount, input.positionCount);
  return areIndices(input.positions, count, input.tableLength) ? Status::ok : Status::badValue;
}

template <typename Scalar>
void rotateVector(const RotaryInput<Scalar>& input, const Scalar* cosines, const Scalar* sines, const Scalar* vector,
                  Scalar* rotated) {
  const int pairCount = input.rotaryDim / 2;
  std::copy_n(vector, input.dim, rotated);
  for (int pair = 0; pair < pairCount; ++pair) {
    const int first = input.interleaved ? 2 * pair : pair;
    const int second = first + (input.interleaved ? 1 : pairCount);
    const double a = static_cast<double>(vector[first]);
    const double b = static_cast<double>(vector[second]);
    const double cosine = static_cast<double>(cosines[pair]);
    const double sine = static_cast<double>(sines[pair]);
    rotated[first] = static_cast<Scalar>(a * cosine - b * sine);
    rotated[second] = static_cast<Scalar>(a * sine + b * cosine);
  }
}

}  // namespace

template <typename Scalar>
Status computeRotaryEncoding(const RotaryInput<Scalar>& input, Scalar* rotated) {
  if (const Status status = check(input); status != Status::ok) return status;
  for (int batch = 0; batch < input.batchCount; ++batch) {
    for (int t = 0; t < input.positionCount; ++t) {
      const int place = batch * input.positionCount + t;
      const int row = input.positions == nullptr ? place : static_cast<int>(input.positions[place]);
      const std::size_t angles = area(row, input.rotaryDim / 2);
      for (int head = 0; head < input.headCount; ++head) {
        const int vector = input.hasHeadsFirst ? (batch * input.headCount + head) * input.positionCount + t
                                               : place * input.headCount + head;
        const std::size_t offset = area(vector, input.dim);
        rotateVector(input, input.cosines + angles, input.sines + angles, input.vectors + offset, rotated + offset);
      }
    }
  }
  return Status::ok;
}

template Status computeSinusoidalEncoding(int, const float*, int, double, bool, float*);
template Status computeSinusoidalEncoding(int, const double*, int, double, bool, double*);
template Status computeLearnedEncoding(int, int, const float*, int, const float*, float*);
template Status computeLearnedEncoding(int, int, const double*, int, const double*, double*);
template Status computeRotaryTable(int, const float*, int, double, float*, float*);
template Status computeRotaryTable(int, const double*, int, double, double*, double*);
template Status computeRotaryEncoding(const RotaryInput<float>&, float*);
template Status computeRotaryEncoding(const RotaryInput<double>&, double*);

}  // namespace attn
