#include <algorithm>
#include <cmath>

#include "activations.hpp"
#include "cell.hpp"

namespace attn {
namespace {

/// The four gates of an lstm in an array [4 · stateDim].
template <typename Scalar>
struct LstmGates {
  LstmGates(Scalar* gates, int stateDim)
      : input(gates), output(gates + stateDim), forget(gates + 2 * stateDim), candidate(gates + 3 * stateDim) {}
  Scalar* input;
  Scalar* output;
  Scalar* forget;
  Scalar* candidate;
};

}  // namespace

template <typename Scalar>
void Cell<Scalar>::stepLstm(const CellStep<Scalar>& step) const {
  const int stateDim = options_.stateDim;
  computeRecurrentParts(step.stateBefore, step.recurrentParts);
  for (int row = 0; row < 4 * stateDim; ++row) step.gates[row] += step.recurrentParts[row];
  applySigmoid(step.gates, 3 * stateDim);
  applyTanh(step.gates + 3 * stateDim, stateDim);
  const LstmGates<const Scalar> gates(step.gates, stateDim);
  for (int j = 0; j < stateDim; ++j) {
    step.cell[j] = gates.forget[j] * step.cellBefore[j] + gates.input[j] * gates.candidate[j];
    step.state[j] = step.cell[j];
  }
  applyTanh(step.state, stateDim);
  for (int j = 0; j < stateDim; ++j) step.state[j] *= gates.output[j];
}

template <typename Scalar>
void Cell<Scalar>::stepLstmBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back,
                                const PartsGradient& parts, Scalar* R) const {
  const int stateDim = options_.stateDim;
  const LstmGates<const Scalar> gates(step.gates, stateDim);
  const LstmGates<Scalar> sums(parts.inputParts, stateDim);
  for (int j = 0; j < stateDim; ++j) {
    const Scalar tanh = std::tanh(step.cell[j]);
    const Scalar cell = back.cell[j] + back.state[j] * gates.output[j] * (1 - tanh * tanh);
    sums.input[j] = cell * gates.candidate[j] * gates.input[j] * (1 - gates.input[j]);
    sums.output[j] = back.state[j] * tanh * gates.output[j] * (1 - gates.output[j]);
    sums.forget[j] = cell * step.cellBefore[j] * gates.forget[j] * (1 - gates.forget[j]);
    sums.candidate[j] = cell * gates.input[j] * (1 - gates.candidate[j] * gates.candidate[j]);
    back.cellBefore[j] = cell * gates.forget[j];
  }
  std::copy_n(parts.inputParts, 4 * stateDim, parts.recurrentParts);
  std::fill_n(back.stateBefore, stateDim, Scalar(0));
  addRecurrentGradient(parts.recurrentParts, 4 * stateDim, step.stateBefore, back.stateBefore, R);
}

template void Cell<float>::stepLstm(const CellStep<float>&) const;
template void Cell<double>::stepLstm(const CellStep<double>&) const;
template void Cell<float>::stepLstmBack(const CellStep<float>&, const CellStepBack<float>&, const PartsGradient&,
                                        float*) const;
template void Cell<double>::stepLstmBack(const CellStep<double>&, const CellStepBack<double>&, const PartsGradient&,
                                         double*) const;

}  // namespace attn
