#pragma once

#include "attn/score_gradient.hpp"

namespace attn {

/// computeScoreGradient for an input that has been checked, of any size.
template <typename Scalar>
Status addScoreGradient(const Input<Scalar>& input, const Scalar* scoresGradient,
                        ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient);

}  // namespace attn
