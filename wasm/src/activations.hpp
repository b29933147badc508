#pragma once

namespace attn {

/// tanh and sigmoid(x) = 1 / (1 + e^−x) of many numbers, in place. In float on four lanes, off by at most
/// kActivationUnits units in the last place of tanh, and of the sigmoid down to e^kVanishingDistance of exp.hpp, below
/// which it is 0. NaN stays NaN.
///
/// Both come from z = e^−2|x| or e^−|x|, which cannot overflow: tanh |x| = (1 − z) / (1 + z). Near 0, where that
/// difference loses its digits, tanh is x + x³ P(x²), P of degree 5 through Chebyshev's points, off by 7e-10.
constexpr double kActivationUnits = 4;

template <typename Scalar>
void applyTanh(Scalar* numbers, int count);
template <typename Scalar>
void applySigmoid(Scalar* numbers, int count);

/// Σ v tanh(a + b), all [count], the score of additive attention.
template <typename Scalar>
Scalar sumOfTanh(const Scalar* v, const Scalar* a, const Scalar* b, int count);

}  // namespace attn
