#pragma once

#include <string_view>

#include "attn/attention_gradient.hpp"
#include "attn/call.hpp"

namespace attn::operations {

/// A result of zeros with the shape of a tensor of the request.
template <typename Scalar>
Status addZerosLike(Call<Scalar>& call, std::string_view resultName, std::string_view name, Scalar*& numbers);

/// Makes the results that `attentionGradient` and `projectedAttentionGradient` have in common but the two numbers, and
/// points to them.
template <typename Scalar>
Status addAttentionOptionResults(Call<Scalar>& call, const AttentionInput<Scalar>& input,
                                 AttentionGradient<Scalar>& gradient);

/// The two numbers, once they are known.
template <typename Scalar>
Status addAttentionNumberResults(Call<Scalar>& call, const AttentionGradient<Scalar>& gradient);

}  // namespace attn::operations
