#include "attn/entropy.hpp"

#include <cmath>

#include "number_checks.hpp"
#include "row_share.hpp"

namespace attn {

template <typename Scalar>
Status computeEntropy(const EntropyInput<Scalar>& input, const EntropyOutput<Scalar>& output) {
  if (input.rowCount < 1 || input.count < 1 || input.weights == nullptr) return Status::badShape;
  if (input.base && !(std::isfinite(*input.base) && *input.base > 1)) return Status::badValue;
  if (!areWeightsOrNaN(input.weights, area(input.rowCount, input.count))) return Status::badValue;

  const double unit = input.base ? std::log(*input.base) : 1;
  for (int row = 0; row < input.rowCount; ++row) {
    const Scalar* const weights = input.weights + area(row, input.count);
    const RowShare share(weights, input.count, input.normalize);
    double sum = 0;
    double nats = 0;
    double squares = 0;
    for (int i = 0; i < input.count; ++i) {
      const double weight = share.of(static_cast<double>(weights[i]));
      sum += weight;
      squares += weight * weight;
      if (weight != 0) nats -= weight * std::log(weight);
    }
    // Also turns −0 into 0; a NaN stays.
    if (nats <= 0) nats = 0;
    output.entropy[row] = static_cast<Scalar>(nats / unit);
    output.effectiveCount[row] = static_cast<Scalar>(sum == 0 ? 0 : std::exp(nats));
    output.participationCount[row] = static_cast<Scalar>(squares == 0 ? 0 : 1 / squares);
  }
  return Status::ok;
}

template Status computeEntropy(const EntropyInput<float>&, const EntropyOutput<float>&);
template Status computeEntropy(const EntropyInput<double>&, const EntropyOutput<double>&);

}  // namespace attn
