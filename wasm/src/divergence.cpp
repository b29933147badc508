#include "attn/divergence.hpp"

#include <cmath>

#include "number_checks.hpp"
#include "row_share.hpp"

namespace attn {
namespace {

/// One summand of Σ p (log p − log r): the difference of logarithms, as p / r may overflow.
double relativeEntropyTerm(double p, double logR) { return p == 0 ? 0 : p * (std::log(p) - logR); }

/// Rounding alone puts a divergence below 0; a NaN stays.
double nonNegative(double sum) { return sum <= 0 ? 0 : sum; }

}  // namespace

template <typename Scalar>
Status computeDivergence(const DivergenceInput<Scalar>& input, const DivergenceOutput<Scalar>& output) {
  if (input.rowCount < 1 || input.count < 1 || input.p == nullptr || input.q == nullptr) return Status::badShape;
  if (input.base && !(std::isfinite(*input.base) && *input.base > 1)) return Status::badValue;
  const std::size_t size = area(input.rowCount, input.count);
  if (!areWeightsOrNaN(input.p, size) || !areWeightsOrNaN(input.q, size)) return Status::badValue;

  const double unit = input.base ? std::log(*input.base) : 1;
  const double log2 = std::log(2.0);
  for (int row = 0; row < input.rowCount; ++row) {
    const Scalar* const rowOfP = input.p + area(row, input.count);
    const Scalar* const rowOfQ = input.q + area(row, input.count);
    const RowShare shareOfP(rowOfP, input.count, input.normalize);
    const RowShare shareOfQ(rowOfQ, input.count, input.normalize);
    double kullbackLeibler = 0;
    double fromP = 0;
    double fromQ = 0;
    for (int i = 0; i < input.count; ++i) {
      const double p = shareOfP.of(static_cast<double>(rowOfP[i]));
      const double q = shareOfQ.of(static_cast<double>(rowOfQ[i]));
      // log((p + q) / 2) without a half that underflows.
      const double logMean = std::log(p + q) - log2;
      // Where p is 0 a NaN in q would pass unseen.
      kullbackLeibler += std::isnan(q) ? q : relativeEntropyTerm(p, std::log(q));
      fromP += std::isnan(q) ? q : relativeEntropyTerm(p, logMean);
      fromQ += std::isnan(p) ? p : relativeEntropyTerm(q, logMean);
    }
    output.kullbackLeibler[row] = static_cast<Scalar>(nonNegative(kullbackLeibler) / unit);
    output.jensenShannon[row] = static_cast<Scalar>(nonNegative((fromP + fromQ) / 2) / unit);
  }
  return Status::ok;
}

template Status computeDivergence(const DivergenceInput<float>&, const DivergenceOutput<float>&);
template Status computeDivergence(const DivergenceInput<double>&, const DivergenceOutput<double>&);

}  // namespace attn
