#include "score_operands.hpp"

#include <algorithm>

#include "multiply.hpp"
#include "tile_product.hpp"
#include "zeros.hpp"

namespace attn {
namespace {

constexpr double kTwoLog2e = 2.88539008177792681;

template <typename Scalar>
int widthOf(const FusedAttentionInput<Scalar>& input) {
  // Whole vectors for directTanhSum, whole tiles for multiply.
  return input.scoreFunction == ScoreFunction::additive ? roundUp(input.shape.attentionDim, 8) : input.shape.queryDim;
}

/// filled [rowCount, filledWidth] = the matrix [rowCount, width] with zeros to the right.
template <typename Scalar>
bool fillUp(const Scalar* matrix, int rowCount, int width, int filledWidth, Buffer<Scalar>& filled) {
  if (!resizeToZeros(filled, rowOffset(rowCount, filledWidth))) return false;
  for (int r = 0; r < rowCount; ++r) {
    std::copy_n(matrix + rowOffset(r, width), width, filled.data() + rowOffset(r, filledWidth));
  }
  return true;
}

}  // namespace

template <typename Scalar>
ScoreOperands<Scalar>::ScoreOperands(const FusedAttentionInput<Scalar>& input)
    : input_(input), width_(widthOf(input)) {}

template <typename Scalar>
bool ScoreOperands<Scalar>::resize(int queryHeadCount, int keyHeadCount) {
  const FusedAttentionShape& s = input_.shape;
  const bool isAdditive = input_.scoreFunction == ScoreFunction::additive;
  if (!isAdditive && input_.scoreFunction != ScoreFunction::bilinear) return true;
  if (!projectedKeys_.resize(rowOffset(keyHeadCount, s.keyCount) * rowSize())) return false;
  if (isAdditive) {
    return projectedQueries_.resize(rowOffset(queryHeadCount, s.queryCount) * rowSize()) &&
           fillUp(input_.W_q, s.queryDim, s.attentionDim, width_, W_q_) &&
           fillUp(input_.W_k, s.keyDim, s.attentionDim, width_, W_k_);
  }
  if (!W_k_.resize(rowOffset(s.keyDim, s.queryDim))) return false;
  transpose(input_.W, s.queryDim, s.keyDim, W_k_.data());
  return true;
}

template <typename Scalar>
void ScoreOperands<Scalar>::project(int firstQueryHead, int queryHeadCount, int firstKeyHead, int keyHeadCount) {
  const FusedAttentionShape& s = input_.shape;
  const auto rowsOf = [](const Scalar* rows, int head, int count, int dim) {
    return rows + rowOffset(head, count) * static_cast<std::size_t>(dim);
  };
  queries_ = rowsOf(input_.queries, firstQueryHead, s.queryCount, s.queryDim);
  keys_ = rowsOf(input_.keys, firstKeyHead, s.keyCount, s.keyDim);
  const bool isAdditive = input_.scoreFunction == ScoreFunction::additive;
  if (!isAdditive && input_.scoreFunction != ScoreFunction::bilinear) return;
  const double factor = isAdditive ? kTwoLog2e : 1;
  multiply(keys_, keyHeadCount * s.keyCount, s.keyDim, W_k_.data(), width_, factor, projectedKeys_.data());
  keys_ = projectedKeys_.data();
  if (!isAdditive) return;
  multiply(queries_, queryHeadCount * s.queryCount, s.queryDim, W_q_.data(), width_, factor, projectedQueries_.data());
  queries_ = projectedQueries_.data();
}

template class ScoreOperands<float>;
template class ScoreOperands<double>;

}  // namespace attn
