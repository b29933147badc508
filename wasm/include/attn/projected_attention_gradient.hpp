#pragma once

#include "attn/attention_gradient.hpp"
#include "attn/projected_attention.hpp"

namespace attn {

template <typename Scalar>
struct ProjectionGradient {
  Scalar* matrix = nullptr;  ///< [inDim, outDim]; where the projection has a matrix
  Scalar* bias = nullptr;    ///< [outDim]; nullptr: not wanted
};

/// Where the gradients of a ProjectedAttentionInput go; added to what stands there, begin with zeros.
template <typename Scalar>
struct ProjectedAttentionGradient {
  AttentionGradient<Scalar> attention;  ///< all but queries, keys and values, which are made here
  /// Shaped as the inputs. Inputs that are the same array may have the same gradient, which then is the sum.
  Scalar* queryInputs = nullptr;
  Scalar* keyInputs = nullptr;
  Scalar* valueInputs = nullptr;
  ProjectionGradient<Scalar> queryProjection;
  ProjectionGradient<Scalar> keyProjection;
  ProjectionGradient<Scalar> valueProjection;
  ProjectionGradient<Scalar> outputProjection;
};

/// The backward pass of computeProjectedAttention, from ∂L/∂output, outputGradient [batchCount, queryCount, outDim],
/// and where L takes something from the weights beside it, weightsGradient [batchCount, queryHeadCount, queryCount,
/// keyCount], else nullptr: that of computeAttention between those of the projections y = x P + b, which are
/// ∂L/∂x = ∂L/∂y Pᵀ, ∂L/∂P = xᵀ ∂L/∂y and ∂L/∂b = Σ ∂L/∂y. Status as for computeProjectedAttention.
template <typename Scalar>
Status computeProjectedAttentionGradient(const ProjectedAttentionInput<Scalar>& input, const Scalar* outputGradient,
                                         const Scalar* weightsGradient, ProjectedAttentionGradient<Scalar>& gradient);

}  // namespace attn
