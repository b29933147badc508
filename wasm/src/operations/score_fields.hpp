#pragma once

#include <string_view>

#include "attn/call.hpp"
#include "attn/score_gradient.hpp"

namespace attn::operations {

/// Reads scoreFunction, scores, queries, keys, W, W_q, W_k, v and scale into the input, with the sizes that they bring
/// along: queryCount, keyCount, queryDim, keyDim and attentionDim. The input then points into the call. badShape: a
/// tensor that the score function needs is missing or its shape does not fit.
template <typename Scalar>
Status readScoreFields(const Call<Scalar>& call, Input<Scalar>& input);

/// A tensor of the result, all zeros.
template <typename Scalar>
Status addZeros(Call<Scalar>& call, std::string_view name, const TensorShape& shape, Scalar*& numbers);

/// A tensor [] of the result.
template <typename Scalar>
Status addNumberResult(Call<Scalar>& call, std::string_view name, double number);

/// Adds a result of zeros for each gradient of what the input's score function reads, and points to them. The scale's
/// is added by addNumberResult when it is known.
template <typename Scalar>
Status addScoreGradientResults(Call<Scalar>& call, const Input<Scalar>& input, ScoreGradient<Scalar>& gradient);

}  // namespace attn::operations
