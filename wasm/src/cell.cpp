#include "cell.hpp"

#include <algorithm>

#include "add_product.hpp"
#include "matrix.hpp"
#include "multiply.hpp"

namespace attn {
namespace {

template <typename Scalar>
void fillBias(const Scalar* bias, int count, Scalar* parts) {
  if (bias == nullptr) {
    std::fill_n(parts, count, Scalar(0));
  } else {
    std::copy_n(bias, count, parts);
  }
}

template <typename Scalar>
void addTo(const Scalar* summand, int count, Scalar* sum) {
  for (int j = 0; j < count; ++j) sum[j] += summand[j];
}

}  // namespace

int gateCount(CellKind kind) {
  switch (kind) {
    case CellKind::rnn:
      return 1;
    case CellKind::gru:
      return 3;
    case CellKind::lstm:
      break;
  }
  return 4;
}

template <typename Scalar>
bool Cell<Scalar>::prepare(const CellOptions& options, const CellParameters<Scalar>& parameters) {
  options_ = options;
  parameters_ = parameters;
  const int rows = options.gateRows();
  const int stateDim = options.stateDim;
  if (!transposedW_.resize(rowOffset(rows, options.inputDim)) || !transposedR_.resize(rowOffset(rows, stateDim))) {
    return false;
  }
  transpose(parameters.W, rows, options.inputDim, transposedW_.data());
  const int firstRows = options.kind == CellKind::gru ? 2 * stateDim : rows;
  const std::size_t split = rowOffset(firstRows, stateDim);
  transpose(parameters.R, firstRows, stateDim, transposedR_.data());
  if (firstRows < rows) transpose(parameters.R + split, rows - firstRows, stateDim, transposedR_.data() + split);
  return true;
}

template <typename Scalar>
void Cell<Scalar>::step(const CellStep<Scalar>& step) const {
  fillBias(parameters_.inputBias, options_.gateRows(), step.gates);
  addProduct(step.input, 1, options_.inputDim, transposedW_.data(), options_.gateRows(), 1, step.gates);
  switch (options_.kind) {
    case CellKind::rnn:
      return stepRnn(step);
    case CellKind::gru:
      return stepGru(step);
    case CellKind::lstm:
      return stepLstm(step);
  }
}

template <typename Scalar>
std::size_t Cell<Scalar>::scratchCount() const {
  // Both parts of each gate; a gru also needs what its candidate read, and the gradient of that.
  return static_cast<std::size_t>(2 * options_.gateRows()) + static_cast<std::size_t>(2 * options_.stateDim);
}

template <typename Scalar>
void Cell<Scalar>::stepBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back,
                            const CellGradient<Scalar>& gradient) const {
  const int rows = options_.gateRows();
  const PartsGradient parts{back.scratch, back.scratch + rows};
  switch (options_.kind) {
    case CellKind::rnn:
      stepRnnBack(step, back, parts, gradient.R);
      break;
    case CellKind::gru:
      stepGruBack(step, back, parts, gradient.R);
      break;
    case CellKind::lstm:
      stepLstmBack(step, back, parts, gradient.R);
      break;
  }
  addTo(parts.inputParts, rows, gradient.inputBias);
  addTo(parts.recurrentParts, rows, gradient.recurrentBias);
  addTransposedProduct(parts.inputParts, 1, rows, step.input, options_.inputDim, 1, gradient.W);
  addProduct(parts.inputParts, 1, rows, parameters_.W, options_.inputDim, 1, back.input);
}

template <typename Scalar>
void Cell<Scalar>::computeRecurrentParts(const Scalar* state, Scalar* recurrentParts) const {
  const int rows = options_.kind == CellKind::gru ? 2 * options_.stateDim : options_.gateRows();
  fillBias(parameters_.recurrentBias, rows, recurrentParts);
  addProduct(state, 1, options_.stateDim, transposedR_.data(), rows, 1, recurrentParts);
}

template <typename Scalar>
void Cell<Scalar>::computeCandidatePart(const Scalar* state, Scalar* candidatePart) const {
  const int stateDim = options_.stateDim;
  const Scalar* const bias = parameters_.recurrentBias;
  fillBias(bias == nullptr ? nullptr : bias + 2 * stateDim, stateDim, candidatePart);
  addProduct(state, 1, stateDim, transposedR_.data() + rowOffset(2 * stateDim, stateDim), stateDim, 1, candidatePart);
}

template <typename Scalar>
void Cell<Scalar>::addRecurrentGradient(const Scalar* parts, int rowCount, const Scalar* state, Scalar* stateGradient,
                                        Scalar* R) const {
  addProduct(parts, 1, rowCount, parameters_.R, options_.stateDim, 1, stateGradient);
  addTransposedProduct(parts, 1, rowCount, state, options_.stateDim, 1, R);
}

template class Cell<float>;
template class Cell<double>;

}  // namespace attn
