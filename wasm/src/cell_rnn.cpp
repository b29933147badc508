#include <algorithm>

#include "activations.hpp"
#include "cell.hpp"

namespace attn {

template <typename Scalar>
void Cell<Scalar>::stepRnn(const CellStep<Scalar>& step) const {
  computeRecurrentParts(step.stateBefore, step.recurrentParts);
  const int stateDim = options_.stateDim;
  for (int j = 0; j < stateDim; ++j) step.gates[j] += step.recurrentParts[j];
  applyTanh(step.gates, stateDim);
  std::copy_n(step.gates, stateDim, step.state);
}

template <typename Scalar>
void Cell<Scalar>::stepRnnBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back,
                               const PartsGradient& parts, Scalar* R) const {
  const int stateDim = options_.stateDim;
  for (int j = 0; j < stateDim; ++j) {
    parts.inputParts[j] = parts.recurrentParts[j] = back.state[j] * (1 - step.gates[j] * step.gates[j]);
  }
  std::fill_n(back.stateBefore, stateDim, Scalar(0));
  addRecurrentGradient(parts.recurrentParts, stateDim, step.stateBefore, back.stateBefore, R);
}

template void Cell<float>::stepRnn(const CellStep<float>&) const;
template void Cell<double>::stepRnn(const CellStep<double>&) const;
template void Cell<float>::stepRnnBack(const CellStep<float>&, const CellStepBack<float>&, const PartsGradient&,
                                       float*) const;
template void Cell<double>::stepRnnBack(const CellStep<double>&, const CellStepBack<double>&, const PartsGradient&,
                                        double*) const;

}  // namespace attn
