#pragma once

namespace attn {

/// sum [rowCount, outerDim] += scale · rows [rowCount, innerDim] · matrix [innerDim, outerDim], on all threads.
///
/// A 0 in `rows` adds nothing whatever it meets: backward passes say by a 0 that something took no part, and a NaN or ∞
/// behind a mask stays there.
template <typename Scalar>
void addProduct(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
                Scalar* sum);

/// The same with the transpose of `columns` [innerDim, rowCount] as the rows.
template <typename Scalar>
void addTransposedProduct(const Scalar* columns, int innerDim, int rowCount, const Scalar* matrix, int outerDim,
                          double scale, Scalar* sum);

}  // namespace attn
