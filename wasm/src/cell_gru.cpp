#include <algorithm>

#include "activations.hpp"
#include "add_product.hpp"
#include "cell.hpp"
#include "matrix.hpp"

namespace attn {

template <typename Scalar>
void Cell<Scalar>::stepGru(const CellStep<Scalar>& step) const {
  const int stateDim = options_.stateDim;
  const Scalar* const h = step.stateBefore;
  computeRecurrentParts(h, step.recurrentParts);
  for (int row = 0; row < 2 * stateDim; ++row) step.gates[row] += step.recurrentParts[row];
  applySigmoid(step.gates, 2 * stateDim);

  const Scalar* const z = step.gates + updateRow();
  const Scalar* const r = step.gates + resetRow();
  Scalar* const candidate = step.gates + 2 * stateDim;
  Scalar* const candidatePart = step.recurrentParts + 2 * stateDim;
  if (options_.reset == Reset::after) {
    computeCandidatePart(h, candidatePart);
    for (int j = 0; j < stateDim; ++j) candidate[j] += r[j] * candidatePart[j];
  } else {
    // The reset state stands where the new state will.
    for (int j = 0; j < stateDim; ++j) step.state[j] = r[j] * h[j];
    computeCandidatePart(step.state, candidatePart);
    for (int j = 0; j < stateDim; ++j) candidate[j] += candidatePart[j];
  }
  applyTanh(candidate, stateDim);
  for (int j = 0; j < stateDim; ++j) step.state[j] = (1 - z[j]) * candidate[j] + z[j] * h[j];
}

template <typename Scalar>
void Cell<Scalar>::stepGruBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back,
                               const PartsGradient& parts, Scalar* R) const {
  const int stateDim = options_.stateDim;
  const bool resetsAfter = options_.reset == Reset::after;
  const std::size_t candidateRows = rowOffset(2 * stateDim, stateDim);
  const Scalar* const h = step.stateBefore;
  const Scalar* const z = step.gates + updateRow();
  const Scalar* const r = step.gates + resetRow();
  const Scalar* const candidate = step.gates + 2 * stateDim;
  Scalar* const candidateSum = parts.inputParts + 2 * stateDim;
  Scalar* const candidatePart = parts.recurrentParts + 2 * stateDim;
  Scalar* const read = back.scratch + 2 * options_.gateRows();
  Scalar* const readGradient = read + stateDim;

  for (int j = 0; j < stateDim; ++j) {
    parts.inputParts[updateRow() + j] = back.state[j] * (h[j] - candidate[j]) * z[j] * (1 - z[j]);
    candidateSum[j] = back.state[j] * (1 - z[j]) * (1 - candidate[j] * candidate[j]);
    candidatePart[j] = resetsAfter ? candidateSum[j] * r[j] : candidateSum[j];
    back.stateBefore[j] = back.state[j] * z[j];
    // What the candidate's product read: the state itself, or the reset state.
    read[j] = resetsAfter ? h[j] : r[j] * h[j];
  }
  std::fill_n(readGradient, stateDim, Scalar(0));
  addProduct(candidatePart, 1, stateDim, parameters_.R + candidateRows, stateDim, 1, readGradient);
  addTransposedProduct(candidatePart, 1, stateDim, read, stateDim, 1, R + candidateRows);

  for (int j = 0; j < stateDim; ++j) {
    const Scalar reset = resetsAfter ? candidateSum[j] * step.recurrentParts[2 * stateDim + j] : readGradient[j] * h[j];
    parts.inputParts[resetRow() + j] = reset * r[j] * (1 - r[j]);
    back.stateBefore[j] += resetsAfter ? readGradient[j] : readGradient[j] * r[j];
  }
  // z and r read the state itself.
  std::copy_n(parts.inputParts, 2 * stateDim, parts.recurrentParts);
  addRecurrentGradient(parts.recurrentParts, 2 * stateDim, h, back.stateBefore, R);
}

template void Cell<float>::stepGru(const CellStep<float>&) const;
template void Cell<double>::stepGru(const CellStep<double>&) const;
template void Cell<float>::stepGruBack(const CellStep<float>&, const CellStepBack<float>&, const PartsGradient&,
                                       float*) const;
template void Cell<double>::stepGruBack(const CellStep<double>&, const CellStepBack<double>&, const PartsGradient&,
                                        double*) const;

}  // namespace attn
