#include "projection_backward.hpp"

#include <algorithm>

#include "add_product.hpp"
#include "matrix.hpp"
#include "multiply.hpp"

namespace attn {

template <typename Scalar>
Status addThroughProjection(const Scalar* gradient, int count, const Scalar* inputs, int inDim, const Scalar* matrix,
                            int outDim, ProjectionWorkspace<Scalar>& workspace, Scalar* inputsGradient,
                            Scalar* matrixGradient) {
  const std::size_t size = rowOffset(inDim, outDim);
  if (!workspace.transposed.resize(size) || !workspace.gradient.resize(size)) return Status::outOfMemory;
  transpose(matrix, inDim, outDim, workspace.transposed.data());
  addProduct(gradient, count, outDim, workspace.transposed.data(), inDim, 1, inputsGradient);
  // g stands on the left of the product, whose zeros there hide what they meet: hence gᵀ x and not xᵀ g.
  std::fill_n(workspace.gradient.data(), size, Scalar(0));
  addTransposedProduct(gradient, count, outDim, inputs, inDim, 1, workspace.gradient.data());
  MatrixView<Scalar>(matrixGradient, inDim, outDim) +=
      ConstMatrixView<Scalar>(workspace.gradient.data(), outDim, inDim).transpose();
  return Status::ok;
}

template Status addThroughProjection(const float*, int, const float*, int, const float*, int,
                                     ProjectionWorkspace<float>&, float*, float*);
template Status addThroughProjection(const double*, int, const double*, int, const double*, int,
                                     ProjectionWorkspace<double>&, double*, double*);

}  // namespace attn
