#pragma once

#include "attn/status.hpp"

namespace attn {

/// encoding [positionCount, dim]: sin(position · base^(−2i / dim)) and the cosine of the same angle (Vaswani et al.
/// 2017, §3.5). interleaved: sin, cos, sin, cos …; else all sines, then all cosines. Where dim is odd the last cosine
/// is left out. positions [positionCount], finite; base positive and finite. badShape, badValue.
template <typename Scalar>
Status computeSinusoidalEncoding(int positionCount, const Scalar* positions, int dim, double base, bool interleaved,
                                 Scalar* encoding);

/// encoding [positionCount, dim]: rows of table [tableLength, dim]. positions [positionCount] whole numbers 0 …
/// tableLength − 1. badShape, badValue.
template <typename Scalar>
Status computeLearnedEncoding(int tableLength, int dim, const Scalar* table, int positionCount, const Scalar* positions,
                              Scalar* encoding);

/// cosines, sines [positionCount, rotaryDim / 2] of the angles position · base^(−2i / rotaryDim) (Su et al. 2021,
/// eq. 15). badShape; badValue: rotaryDim odd, base, a position that is not finite.
template <typename Scalar>
Status computeRotaryTable(int positionCount, const Scalar* positions, int rotaryDim, double base, Scalar* cosines,
                          Scalar* sines);

template <typename Scalar>
struct RotaryInput {
  int batchCount = 0;
  int headCount = 0;
  int positionCount = 0;
  int dim = 0;
  int rotaryDim = 0;  ///< even, 2 … dim; the other numbers stay as they are
  /// true: vectors [batchCount, headCount, positionCount, dim]; false: [batchCount, positionCount, headCount · dim].
  bool hasHeadsFirst = true;
  /// true: pairs are neighbours, 2i and 2i + 1; false: i and i + rotaryDim / 2.
  bool interleaved = false;
  const Scalar* vectors = nullptr;
  int tableLength = 0;              ///< rows of the tables, with positions
  const Scalar* cosines = nullptr;  ///< [tableLength, rotaryDim / 2]; without positions [batchCount, positionCount, …]
  const Scalar* sines = nullptr;    ///< likewise
  const Scalar* positions = nullptr;  ///< [batchCount, positionCount] whole numbers 0 … tableLength − 1, or nullptr
};

/// rotated, shaped as vectors: each pair (a, b) becomes (a cos − b sin, a sin + b cos). ONNX operator RotaryEmbedding,
/// opset 23. badShape, badValue.
template <typename Scalar>
Status computeRotaryEncoding(const RotaryInput<Scalar>& input, Scalar* rotated);

}  // namespace attn
