#include "multiply.hpp"

#include "matrix.hpp"
#include "packed_product.hpp"

namespace attn {

template <typename Scalar>
void multiply(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
              Scalar* product) {
  writeProduct(ProductTask<Scalar>{rows, static_cast<std::size_t>(innerDim), 1, matrix, rowCount, innerDim, outerDim,
                                   static_cast<Scalar>(scale), product});
}

template <typename Scalar>
void transpose(const Scalar* matrix, int rowCount, int columnCount, Scalar* transposed) {
  MatrixView<Scalar>(transposed, columnCount, rowCount) =
      ConstMatrixView<Scalar>(matrix, rowCount, columnCount).transpose();
}

template void multiply(const float*, int, int, const float*, int, double, float*);
template void multiply(const double*, int, int, const double*, int, double, double*);
template void transpose(const float*, int, int, float*);
template void transpose(const double*, int, int, double*);

}  // namespace attn
