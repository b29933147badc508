#include "context.hpp"

#include <algorithm>

#include "matrix.hpp"
#include "multiply.hpp"

namespace attn {
namespace {

template <typename Scalar>
bool isPadding(const Input<Scalar>& input, int queryIndex) {
  return input.mask.queryMask != nullptr && input.mask.queryMask[queryIndex] == 0;
}

/// Whole vectors at once, with a test of each weight.
template <typename Scalar>
void computeContextWithGaps(const Input<Scalar>& input, const Scalar* weights, Scalar* context) {
  const Shape& shape = input.shape;
  const ConstMatrixView<Scalar> values(input.values, shape.keyCount, shape.valueDim);
  MatrixView<Scalar> out(context, shape.queryCount, shape.valueDim);
  out.setZero();
  for (int t = 0; t < shape.queryCount; ++t) {
    const Scalar* const row = weights + rowOffset(t, shape.keyCount);
    for (int i = 0; i < shape.keyCount; ++i) {
      if (row[i] != 0) out.row(t) += row[i] * values.row(i);
    }
  }
}

}  // namespace

template <typename Scalar>
void computeContext(const Input<Scalar>& input, const Scalar* weights, Scalar* context) {
  const Shape& shape = input.shape;
  // In a matrix product 0 · NaN would be NaN. Values that are all finite, as nearly always, allow it.
  if (ConstMatrixView<Scalar>(input.values, shape.keyCount, shape.valueDim).allFinite()) {
    multiply(weights, shape.queryCount, shape.keyCount, input.values, shape.valueDim, 1, context);
  } else {
    computeContextWithGaps(input, weights, context);
  }
  for (int t = 0; t < shape.queryCount; ++t) {
    if (isPadding(input, t)) std::fill_n(context + rowOffset(t, shape.valueDim), shape.valueDim, Scalar(0));
  }
}

template <typename Scalar>
void computeContributions(const Input<Scalar>& input, int queryIndex, const Scalar* weights, Scalar* contributions) {
  const Shape& shape = input.shape;
  const ConstMatrixView<Scalar> values(input.values, shape.keyCount, shape.valueDim);
  MatrixView<Scalar> out(contributions, shape.keyCount, shape.valueDim);
  const bool isZero = isPadding(input, queryIndex);
  for (int i = 0; i < shape.keyCount; ++i) {
    if (isZero || weights[i] == 0) {
      out.row(i).setZero();
    } else {
      out.row(i) = weights[i] * values.row(i);
    }
  }
}

template void computeContext(const Input<float>&, const float*, float*);
template void computeContext(const Input<double>&, const double*, double*);
template void computeContributions(const Input<float>&, int, const float*, float*);
template void computeContributions(const Input<double>&, int, const double*, double*);

}  // namespace attn
