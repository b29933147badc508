#include "context.hpp"

#include <algorithm>

#include "matrix.hpp"

namespace attn {
namespace {

template <typename Scalar>
bool isPadding(const Input<Scalar>& input, int queryIndex) {
  return input.mask.queryMask != nullptr && input.mask.queryMask[queryIndex] == 0;
}

}  // namespace

template <typename Scalar>
void computeContext(const Input<Scalar>& input, int queryIndex, const double* weights, Scalar* context) {
  const int valueDim = input.shape.valueDim;
  if (isPadding(input, queryIndex)) {
    std::fill_n(context, valueDim, Scalar(0));
    return;
  }
  // Columns in strips, whose float64 sums fit on the stack.
  constexpr int kStrip = 128;
  Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, kStrip> sums;
  for (int first = 0; first < valueDim; first += kStrip) {
    const int width = std::min(kStrip, valueDim - first);
    sums.setZero(width);
    for (int i = 0; i < input.shape.keyCount; ++i) {
      if (weights[i] == 0) continue;
      const Scalar* const value = input.values + rowOffset(i, valueDim) + first;
      sums += weights[i] * ConstRowView<Scalar>(value, width).template cast<double>();
    }
    RowView<Scalar>(context + first, width) = sums.template cast<Scalar>();
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

template void computeContext(const Input<float>&, int, const double*, float*);
template void computeContext(const Input<double>&, int, const double*, double*);
template void computeContributions(const Input<float>&, int, const float*, float*);
template void computeContributions(const Input<double>&, int, const double*, double*);

}  // namespace attn
