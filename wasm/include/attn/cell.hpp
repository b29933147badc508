#pragma once

namespace attn {

/// How a state h becomes the next one, h′, with an input x. a = W x + inputBias is the input's part of a gate, u = R h
/// + recurrentBias the state's. σ is the logistic function, ⊙ goes entry by entry.
///
///   rnn   h′ = tanh(a + u)                                                        Elman 1990
///   gru   z = σ(a + u), r = σ(a + u), h̃ as in Reset, h′ = (1 − z) ⊙ h̃ + z ⊙ h     Cho et al. 2014, arXiv:1406.1078
///   lstm  i, o, f = σ(a + u), c̃ = tanh(a + u), c′ = f ⊙ c + i ⊙ c̃, h′ = o ⊙ tanh(c′), without peepholes
///         Hochreiter and Schmidhuber 1997; Gers, Schmidhuber and Cummins 2000
///
/// An lstm's gates stand in the order i, o, f, c̃ in W, R and biases; a gru's as GateOrder says. The order of these
/// enumerations is that of web/contract/operations/cell.ts.
enum class CellKind : int { rnn, gru, lstm };

/// before: h̃ = tanh(a + R (r ⊙ h) + recurrentBias), the paper's, ONNX linear_before_reset 0.
/// after:  h̃ = tanh(a + r ⊙ u), cuDNN's, ONNX linear_before_reset 1, Keras reset_after.
enum class Reset : int { before, after };

/// Update, reset, candidate (ONNX, Keras), or reset, update, candidate (PyTorch).
enum class GateOrder : int { zrh, rzn };

/// 1 for rnn, 3 for gru, 4 for lstm.
int gateCount(CellKind kind);

/// What a cell is told. reset and gateOrder are read for a gru only.
struct CellOptions {
  CellKind kind = CellKind::rnn;
  Reset reset = Reset::before;
  GateOrder gateOrder = GateOrder::zrh;
  int inputDim = 0;
  int stateDim = 0;

  int gateRows() const { return gateCount(kind) * stateDim; }
  bool hasCells() const { return kind == CellKind::lstm; }
};

/// Views of the caller's arrays. A bias that is nullptr is zeros.
template <typename Scalar>
struct CellParameters {
  const Scalar* W = nullptr;              ///< [gateRows, inputDim], applied as W x
  const Scalar* R = nullptr;              ///< [gateRows, stateDim], applied as R h
  const Scalar* inputBias = nullptr;      ///< [gateRows]
  const Scalar* recurrentBias = nullptr;  ///< [gateRows]
};

/// The caller's arrays for the gradients of the parameters, all of them needed.
template <typename Scalar>
struct CellGradient {
  Scalar* W = nullptr;              ///< [gateRows, inputDim]
  Scalar* R = nullptr;              ///< [gateRows, stateDim]
  Scalar* inputBias = nullptr;      ///< [gateRows]
  Scalar* recurrentBias = nullptr;  ///< [gateRows]
};

}  // namespace attn
