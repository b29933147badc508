#include "exact_scores.hpp"

#include <cmath>
#include <limits>

#include "matrix.hpp"

namespace attn {
namespace {

/// Σ left · right, of numbers that are one and rightStride apart.
template <typename Left, typename Right>
double dot(const Left* left, const Right* right, int count, int rightStride = 1) {
  double sum = 0;
  for (int c = 0; c < count; ++c)
    sum += static_cast<double>(left[c]) * static_cast<double>(right[rowOffset(c, rightStride)]);
  return sum;
}

}  // namespace

template <typename Scalar>
void ExactScores<Scalar>::projectQuery(std::size_t row, double* projected) const {
  const FusedAttentionShape& s = input_.shape;
  const Scalar* const given = input_.queries + row * static_cast<std::size_t>(s.queryDim);
  const bool isAdditive = input_.scoreFunction == ScoreFunction::additive;
  for (int c = 0; c < width(); ++c) {
    projected[c] = isAdditive ? dot(given, input_.W_q + c, s.queryDim, s.attentionDim) : static_cast<double>(given[c]);
  }
}

template <typename Scalar>
void ExactScores<Scalar>::projectKey(std::size_t row, double* projected) const {
  const FusedAttentionShape& s = input_.shape;
  const Scalar* const given = input_.keys + row * static_cast<std::size_t>(s.keyDim);
  for (int c = 0; c < width(); ++c) {
    switch (input_.scoreFunction) {
      case ScoreFunction::additive:
        projected[c] = dot(given, input_.W_k + c, s.keyDim, s.attentionDim);
        break;
      case ScoreFunction::bilinear:
        projected[c] = dot(given, input_.W + rowOffset(c, s.keyDim), s.keyDim);
        break;
      default:
        projected[c] = static_cast<double>(given[c]);
    }
  }
}

template <typename Scalar>
double ExactScores<Scalar>::score(const double* query, const double* key) const {
  if (input_.scoreFunction != ScoreFunction::additive) return scale_ * dot(query, key, width());
  double sum = 0;
  for (int k = 0; k < width(); ++k) sum += static_cast<double>(input_.v[k]) * std::tanh(query[k] + key[k]);
  return scale_ * sum;
}

template <typename Scalar>
double ExactScores<Scalar>::shift(int head, int queryIndex, int key) const {
  const auto read = [&](const HeadMask<Scalar>& mask) {
    return static_cast<double>(mask.row(head, queryIndex)[static_cast<std::size_t>(key) * mask.keyStride]);
  };
  if (input_.keepMask.data != nullptr && read(input_.keepMask) == 0) return -std::numeric_limits<double>::infinity();
  return input_.additiveMask.data != nullptr ? read(input_.additiveMask) : 0;
}

template class ExactScores<float>;
template class ExactScores<double>;

}  // namespace attn
