#include "attn/norm_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "attn/buffer.hpp"
#include "number_checks.hpp"
#include "row_mean.hpp"

namespace attn {
namespace {

/// Sums over all rows, in float64.
struct Sums {
  Buffer<double> gain;
  Buffer<double> bias;

  bool resizeToZeros(std::size_t size) {
    if (!gain.resize(size) || !bias.resize(size)) return false;
    std::fill_n(gain.data(), size, 0.0);
    std::fill_n(bias.data(), size, 0.0);
    return true;
  }
};

/// One row; without its mean for the RMS norm.
template <typename Scalar>
void computeRow(const NormInput<Scalar>& input, bool isCentred, const Scalar* x, const Scalar* normalizedGradient,
                Scalar* xGradient, Sums& sums) {
  const int length = input.rowLength;
  const double centre = isCentred ? meanOf(x, length) : 0;
  double squares = 0;
  for (int i = 0; i < length; ++i) {
    const double distance = static_cast<double>(x[i]) - centre;
    squares += distance * distance;
  }
  const double factor = 1 / std::sqrt(squares / length + input.epsilon);
  const auto standard = [&](int i) { return (static_cast<double>(x[i]) - centre) * factor; };
  const auto gained = [&](int i) {
    const double gradient = static_cast<double>(normalizedGradient[i]);
    return input.gain == nullptr ? gradient : gradient * static_cast<double>(input.gain[i]);
  };
  double mean = 0;
  double meanOfProducts = 0;
  for (int i = 0; i < length; ++i) {
    const std::size_t place = static_cast<std::size_t>(i);
    const double gradient = static_cast<double>(normalizedGradient[i]);
    if (isCentred) mean += gained(i) / length;
    meanOfProducts += gained(i) * standard(i) / length;
    sums.gain[place] += gradient * standard(i);
    sums.bias[place] += gradient;
  }
  for (int i = 0; i < length; ++i) {
    xGradient[i] = static_cast<Scalar>(factor * (gained(i) - mean - standard(i) * meanOfProducts));
  }
}

template <typename Scalar>
void roundTo(const Buffer<double>& sums, Scalar* rounded) {
  if (rounded == nullptr) return;
  std::transform(sums.data(), sums.data() + sums.size(), rounded, [](double sum) { return static_cast<Scalar>(sum); });
}

template <typename Scalar>
Status compute(const NormInput<Scalar>& input, bool isCentred, const Scalar* normalizedGradient,
               NormGradient<Scalar>& gradient) {
  if (input.rowCount < 1 || input.rowLength < 1 || input.x == nullptr || normalizedGradient == nullptr) {
    return Status::badShape;
  }
  if (!std::isfinite(input.epsilon) || input.epsilon < 0) return Status::badValue;
  Sums sums;
  if (!sums.resizeToZeros(static_cast<std::size_t>(input.rowLength))) return Status::outOfMemory;
  for (int row = 0; row < input.rowCount; ++row) {
    const std::size_t offset = area(row, input.rowLength);
    computeRow(input, isCentred, input.x + offset, normalizedGradient + offset, gradient.x + offset, sums);
  }
  roundTo(sums.gain, gradient.gain);
  roundTo(sums.bias, gradient.bias);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeLayerNormGradient(const NormInput<Scalar>& input, const Scalar* normalizedGradient,
                                NormGradient<Scalar>& gradient) {
  return compute(input, true, normalizedGradient, gradient);
}

template <typename Scalar>
Status computeRmsNormGradient(const NormInput<Scalar>& input, const Scalar* normalizedGradient,
                              NormGradient<Scalar>& gradient) {
  return compute(input, false, normalizedGradient, gradient);
}

template Status computeLayerNormGradient(const NormInput<float>&, const float*, NormGradient<float>&);
template Status computeLayerNormGradient(const NormInput<double>&, const double*, NormGradient<double>&);
template Status computeRmsNormGradient(const NormInput<float>&, const float*, NormGradient<float>&);
template Status computeRmsNormGradient(const NormInput<double>&, const double*, NormGradient<double>&);

}  // namespace attn
