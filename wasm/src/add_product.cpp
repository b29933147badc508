#include "add_product.hpp"

#include "packed_product.hpp"

namespace attn {

template <typename Scalar>
void addProduct(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
                Scalar* sum) {
  addToProduct(ProductTask<Scalar>{rows, static_cast<std::size_t>(innerDim), 1, matrix, rowCount, innerDim, outerDim,
                                   static_cast<Scalar>(scale), sum});
}

template <typename Scalar>
void addTransposedProduct(const Scalar* columns, int innerDim, int rowCount, const Scalar* matrix, int outerDim,
                          double scale, Scalar* sum) {
  addToProduct(ProductTask<Scalar>{columns, 1, static_cast<std::size_t>(rowCount), matrix, rowCount, innerDim, outerDim,
                                   static_cast<Scalar>(scale), sum});
}

template void addProduct(const float*, int, int, const float*, int, double, float*);
template void addProduct(const double*, int, int, const double*, int, double, double*);
template void addTransposedProduct(const float*, int, int, const float*, int, double, float*);
template void addTransposedProduct(const double*, int, int, const double*, int, double, double*);

}  // namespace attn
