#pragma once

#include <cstddef>

namespace attn {

/// rows · matrix, in float on four lanes and in double on two, out of the packed tiles of tile_product.hpp.
template <typename Scalar>
struct ProductTask {
  /// Entry (row, inner) stands at row · rowStride + inner · innerStride, so that a transpose is rows too.
  const Scalar* rows;
  std::size_t rowStride;
  std::size_t innerStride;
  const Scalar* matrix;  ///< [innerDim, outerDim]
  int rowCount;
  int innerDim;
  int outerDim;
  Scalar scale;
  Scalar* out;  ///< [rowCount, outerDim]
};

/// out = scale · (rows · matrix), on all threads. See multiply.hpp for what an entry depends on.
template <typename Scalar>
void writeProduct(const ProductTask<Scalar>& task);

/// out += (scale · rows) · matrix, on all threads. See add_product.hpp for what a 0 in the rows means.
template <typename Scalar>
void addToProduct(const ProductTask<Scalar>& task);

}  // namespace attn
