#include "attn/unary.hpp"

#include <algorithm>
#include <cmath>

#include "unary_terms.hpp"

namespace attn {
namespace {

/// ½ (1 + erf(x / √2)) = ½ erfc(−x / √2), which keeps its digits where it is small.
double gelu(double x) { return timesShare(x, 0.5 * std::erfc(-x * std::sqrt(0.5))); }

/// ½ (1 + tanh z) = sigmoid(2 z), likewise.
double geluTanh(double x) { return timesShare(x, sigmoid(2 * std::sqrt(2 / kPi) * (x + 0.044715 * x * x * x))); }

double silu(double x) { return timesShare(x, sigmoid(x)); }

double relu(double x) { return x < 0 ? 0 : x; }

}  // namespace

template <typename Scalar>
Status computeUnary(UnaryFunction function, std::size_t count, const Scalar* x, Scalar* y) {
  const auto each = [&](auto apply) {
    std::transform(x, x + count, y,
                   [&](Scalar number) { return static_cast<Scalar>(apply(static_cast<double>(number))); });
    return Status::ok;
  };
  switch (function) {
    case UnaryFunction::exp:
      return each([](double number) { return std::exp(number); });
    case UnaryFunction::tanh:
      return each([](double number) { return std::tanh(number); });
    case UnaryFunction::sigmoid:
      return each(sigmoid);
    case UnaryFunction::relu:
      return each(relu);
    case UnaryFunction::gelu:
      return each(gelu);
    case UnaryFunction::geluTanh:
      return each(geluTanh);
    case UnaryFunction::silu:
      return each(silu);
  }
  return Status::badValue;
}

template Status computeUnary(UnaryFunction, std::size_t, const float*, float*);
template Status computeUnary(UnaryFunction, std::size_t, const double*, double*);

}  // namespace attn
