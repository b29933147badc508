#pragma once

namespace attn {

/// product [rowCount, outerDim] = scale · rows [rowCount, innerDim] · matrix [innerDim, outerDim], on all threads.
///
/// An entry of the product depends on its row and its column only: a NaN elsewhere does not reach it. Its terms are
/// added in the same order whatever the shape and the number of threads.
template <typename Scalar>
void multiply(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
              Scalar* product);

/// transposed [columnCount, rowCount] of matrix [rowCount, columnCount].
template <typename Scalar>
void transpose(const Scalar* matrix, int rowCount, int columnCount, Scalar* transposed);

}  // namespace attn
