#pragma once

#include "attn/buffer.hpp"
#include "attn/status.hpp"

namespace attn {

template <typename Scalar>
struct ProjectionWorkspace {
  Buffer<Scalar> transposed;  ///< [outDim, inDim] the matrix
  Buffer<Scalar> gradient;    ///< [outDim, inDim] of the matrix
};

/// From y = x P to its factors: inputsGradient [count, inDim] += g Pᵀ and matrixGradient [inDim, outDim] += xᵀ g, with
/// g = ∂L/∂y, gradient [count, outDim]; inputs x [count, inDim], matrix P [inDim, outDim]. A row of zeros in g takes no
/// part, whatever its x.
template <typename Scalar>
Status addThroughProjection(const Scalar* gradient, int count, const Scalar* inputs, int inDim, const Scalar* matrix,
                            int outDim, ProjectionWorkspace<Scalar>& workspace, Scalar* inputsGradient,
                            Scalar* matrixGradient);

}  // namespace attn
