#include "add_product.hpp"

#include "matrix.hpp"
#include "parallel.hpp"

namespace attn {
namespace {

/// Factor (row, inner) stands at row · rowStride + inner · innerStride.
template <typename Scalar>
struct Factors {
  const Scalar* numbers;
  std::size_t rowStride;
  std::size_t innerStride;
};

template <typename Scalar>
void addRows(const Factors<Scalar>& factors, int rowCount, int innerDim, const Scalar* matrix, int outerDim,
             double scale, Scalar* sum) {
  parallelFor(rowCount, rowGrain(rowOffset(innerDim, outerDim)), [=](int begin, int end) {
    for (int row = begin; row < end; ++row) {
      RowView<Scalar> out(sum + rowOffset(row, outerDim), outerDim);
      const Scalar* factor = factors.numbers + static_cast<std::size_t>(row) * factors.rowStride;
      for (int j = 0; j < innerDim; ++j, factor += factors.innerStride) {
        if (*factor == 0) continue;
        out += static_cast<Scalar>(scale * static_cast<double>(*factor)) *
               ConstRowView<Scalar>(matrix + rowOffset(j, outerDim), outerDim);
      }
    }
  });
}

}  // namespace

template <typename Scalar>
void addProduct(const Scalar* rows, int rowCount, int innerDim, const Scalar* matrix, int outerDim, double scale,
                Scalar* sum) {
  addRows(Factors<Scalar>{rows, static_cast<std::size_t>(innerDim), 1}, rowCount, innerDim, matrix, outerDim, scale,
          sum);
}

template <typename Scalar>
void addTransposedProduct(const Scalar* columns, int innerDim, int rowCount, const Scalar* matrix, int outerDim,
                          double scale, Scalar* sum) {
  addRows(Factors<Scalar>{columns, 1, static_cast<std::size_t>(rowCount)}, rowCount, innerDim, matrix, outerDim, scale,
          sum);
}

template void addProduct(const float*, int, int, const float*, int, double, float*);
template void addProduct(const double*, int, int, const double*, int, double, double*);
template void addTransposedProduct(const float*, int, int, const float*, int, double, float*);
template void addTransposedProduct(const double*, int, int, const double*, int, double, double*);

}  // namespace attn
