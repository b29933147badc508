#include "attn/unary_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "unary_terms.hpp"

namespace attn {
namespace {

/// σ(x) (1 − σ(x)) = σ(x) σ(−x), which keeps its digits on both sides.
double sigmoidSlope(double x) { return sigmoid(x) * sigmoid(-x); }

/// 1 − tanh² x
double tanhSlope(double x) { return 4 * sigmoidSlope(2 * x); }

double reluSlope(double x) { return x > 0 ? 1 : std::isnan(x) ? x : 0; }

double geluSlope(double x) {
  return 0.5 * std::erfc(-x * std::sqrt(0.5)) + timesShare(x, std::exp(-x * x / 2) / std::sqrt(2 * kPi));
}

/// x σ(u) with u = √(8/π) (x + 0.044715 x³).
double geluTanhSlope(double x) {
  const double u = std::sqrt(8 / kPi) * (x + 0.044715 * x * x * x);
  const double share = sigmoidSlope(u);
  const double uSlope = std::sqrt(8 / kPi) * (1 + 3 * 0.044715 * x * x);
  return sigmoid(u) + (share == 0 ? 0 : x * share * uSlope);
}

double siluSlope(double x) { return sigmoid(x) + timesShare(x, sigmoidSlope(x)); }

double expSlope(double x) { return std::exp(x); }

using Slope = double (*)(double);

Slope slopeOf(UnaryFunction function) {
  switch (function) {
    case UnaryFunction::exp:
      return expSlope;
    case UnaryFunction::tanh:
      return tanhSlope;
    case UnaryFunction::sigmoid:
      return sigmoidSlope;
    case UnaryFunction::relu:
      return reluSlope;
    case UnaryFunction::gelu:
      return geluSlope;
    case UnaryFunction::geluTanh:
      return geluTanhSlope;
    case UnaryFunction::silu:
      return siluSlope;
  }
  return nullptr;
}

}  // namespace

template <typename Scalar>
Status computeUnaryGradient(UnaryFunction function, std::size_t count, const Scalar* x, const Scalar* yGradient,
                            Scalar* xGradient) {
  const Slope slope = slopeOf(function);
  if (slope == nullptr) return Status::badValue;
  std::transform(x, x + count, yGradient, xGradient, [=](Scalar number, Scalar gradient) {
    const double passed = gradient == 0 ? 0 : static_cast<double>(gradient) * slope(static_cast<double>(number));
    return static_cast<Scalar>(passed);
  });
  return Status::ok;
}

template Status computeUnaryGradient(UnaryFunction, std::size_t, const float*, const float*, float*);
template Status computeUnaryGradient(UnaryFunction, std::size_t, const double*, const double*, double*);

}  // namespace attn
