#pragma once

#include "attn/buffer.hpp"
#include "attn/cell.hpp"

namespace attn {

/// One step, all arrays the caller's. What it reads and what it writes must not overlap.
template <typename Scalar>
struct CellStep {
  const Scalar* input;        ///< [inputDim]
  const Scalar* stateBefore;  ///< [stateDim]
  const Scalar* cellBefore;   ///< [stateDim], for lstm
  Scalar* state;              ///< [stateDim]
  Scalar* cell;               ///< [stateDim], for lstm
  Scalar* gates;              ///< [gateRows] what σ and tanh gave
  /// [gateRows] the state's part u of each gate; of the candidate of a gru that resets before, R (r ⊙ h) +
  /// recurrentBias.
  Scalar* recurrentParts;
};

/// The gradient of one step, from what it wrote to what it read.
template <typename Scalar>
struct CellStepBack {
  const Scalar* state;  ///< [stateDim]
  const Scalar* cell;   ///< [stateDim], for lstm
  Scalar* input;        ///< [inputDim] is added to
  Scalar* stateBefore;  ///< [stateDim] is overwritten
  Scalar* cellBefore;   ///< [stateDim], for lstm, is overwritten
  Scalar* scratch;      ///< [Cell::scratchCount()]
};

/// The parameters of one direction, made ready for many steps. They must outlive it.
///
/// Forward, a step adds rows of transposed matrices: along a row the loop becomes vector instructions, which a sum down
/// to one number would not without changing its rounding.
template <typename Scalar>
class Cell {
 public:
  /// False when memory runs out.
  [[nodiscard]] bool prepare(const CellOptions& options, const CellParameters<Scalar>& parameters);

  void step(const CellStep<Scalar>& step) const;

  /// `step` as step() left it. Adds to the parameters' gradients.
  void stepBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back,
                const CellGradient<Scalar>& gradient) const;

  const CellOptions& options() const { return options_; }
  std::size_t scratchCount() const;

 private:
  void stepRnn(const CellStep<Scalar>& step) const;
  void stepGru(const CellStep<Scalar>& step) const;
  void stepLstm(const CellStep<Scalar>& step) const;

  /// The gradients of a gate's two parts, a and u, both [gateRows].
  struct PartsGradient {
    Scalar* inputParts;
    Scalar* recurrentParts;
  };
  void stepRnnBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back, const PartsGradient& parts,
                   Scalar* R) const;
  void stepGruBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back, const PartsGradient& parts,
                   Scalar* R) const;
  void stepLstmBack(const CellStep<Scalar>& step, const CellStepBack<Scalar>& back, const PartsGradient& parts,
                    Scalar* R) const;

  /// recurrentParts = R h + recurrentBias; of a gru for z and r only.
  void computeRecurrentParts(const Scalar* state, Scalar* recurrentParts) const;
  /// The same for the candidate of a gru, its last gate.
  void computeCandidatePart(const Scalar* state, Scalar* candidatePart) const;
  /// For the gates from row 0 to `rowCount`, which all read `state`: stateGradient += Rᵀ parts, R's gradient += parts
  /// stateᵀ.
  void addRecurrentGradient(const Scalar* parts, int rowCount, const Scalar* state, Scalar* stateGradient,
                            Scalar* R) const;

  /// Where z and r of a gru begin.
  int updateRow() const { return options_.gateOrder == GateOrder::zrh ? 0 : options_.stateDim; }
  int resetRow() const { return options_.gateOrder == GateOrder::zrh ? options_.stateDim : 0; }

  CellOptions options_;
  CellParameters<Scalar> parameters_;
  Buffer<Scalar> transposedW_;  ///< [inputDim, gateRows]
  /// [stateDim, gateRows]; of a gru [stateDim, 2 · stateDim] for z and r, then [stateDim, stateDim] for the candidate,
  /// which may read another vector.
  Buffer<Scalar> transposedR_;
};

}  // namespace attn
