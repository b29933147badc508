#include "score.hpp"

#include <algorithm>

#include "activations.hpp"
#include "matrix.hpp"
#include "multiply.hpp"
#include "parallel.hpp"
#include "unit_vectors.hpp"

namespace attn {
namespace {

std::size_t area(int rows, int columns) { return rowOffset(rows, columns); }

/// scores = scale · queries · keysᵀ. [queryCount, width] × [keyCount, width]
template <typename Scalar>
Status scoreByDot(const Scalar* queries, const Scalar* keys, const Shape& shape, int width, double scale,
                  Buffer<Scalar>& transposed, Scalar* scores) {
  if (!transposed.resize(area(shape.keyCount, width))) return Status::outOfMemory;
  transpose(keys, shape.keyCount, width, transposed.data());
  multiply(queries, shape.queryCount, width, transposed.data(), shape.keyCount, scale, scores);
  return Status::ok;
}

template <typename Scalar>
bool isZero(const Scalar* vector, int width) {
  return (ConstRowView<Scalar>(vector, width).array() == Scalar(0)).all();
}

/// A vector of norm 0 has cosine 0 with every vector, also with one that holds NaN.
template <typename Scalar>
void clearScoresOfZeroVectors(const Input<Scalar>& input, Scalar* scores) {
  const Shape& shape = input.shape;
  MatrixView<Scalar> view(scores, shape.queryCount, shape.keyCount);
  for (int t = 0; t < shape.queryCount; ++t) {
    if (isZero(input.queries + rowOffset(t, shape.queryDim), shape.queryDim)) view.row(t).setZero();
  }
  for (int i = 0; i < shape.keyCount; ++i) {
    if (isZero(input.keys + rowOffset(i, shape.keyDim), shape.keyDim)) view.col(i).setZero();
  }
}

/// scores = scale · Σ_j v_j tanh(queries_j + keys_j), both already projected to attentionDim.
template <typename Scalar>
void scoreByTanh(const Scalar* queries, const Scalar* keys, const Scalar* v, const Shape& shape, double scale,
                 Scalar* scores) {
  const int width = shape.attentionDim;
  // A tanh costs about as much as sixteen multiplications.
  const int grain = rowGrain(area(shape.keyCount, width) * 16);
  parallelFor(shape.queryCount, grain, [=](int begin, int end) {
    for (int t = begin; t < end; ++t) {
      const Scalar* const q = queries + rowOffset(t, width);
      for (int i = 0; i < shape.keyCount; ++i) {
        const Scalar sum = sumOfTanh(v, q, keys + rowOffset(i, width), width);
        scores[rowOffset(t, shape.keyCount) + static_cast<std::size_t>(i)] = static_cast<Scalar>(scale) * sum;
      }
    }
  });
}

}  // namespace

template <typename Scalar>
Status computeScores(const Input<Scalar>& input, Workspace<Scalar>& workspace, Scalar* scores) {
  const Shape& shape = input.shape;
  const double scale = input.scale.value_or(defaultScale(input.scoreFunction, shape.keyDim));
  switch (input.scoreFunction) {
    case ScoreFunction::given:
      std::copy_n(input.scores, area(shape.queryCount, shape.keyCount), scores);
      return Status::ok;

    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      return scoreByDot(input.queries, input.keys, shape, shape.keyDim, scale, workspace.transposedKeys, scores);

    case ScoreFunction::bilinear:
      if (!workspace.queries.resize(area(shape.queryCount, shape.keyDim))) return Status::outOfMemory;
      multiply(input.queries, shape.queryCount, shape.queryDim, input.W, shape.keyDim, 1, workspace.queries.data());
      return scoreByDot(workspace.queries.data(), input.keys, shape, shape.keyDim, scale, workspace.transposedKeys,
                        scores);

    case ScoreFunction::cosine:
      if (!workspace.queries.resize(area(shape.queryCount, shape.queryDim)) ||
          !workspace.keys.resize(area(shape.keyCount, shape.keyDim))) {
        return Status::outOfMemory;
      }
      toUnitVectors(input.queries, shape.queryCount, shape.queryDim, workspace.queries.data());
      toUnitVectors(input.keys, shape.keyCount, shape.keyDim, workspace.keys.data());
      if (const Status status = scoreByDot(workspace.queries.data(), workspace.keys.data(), shape, shape.keyDim, scale,
                                           workspace.transposedKeys, scores);
          status != Status::ok) {
        return status;
      }
      clearScoresOfZeroVectors(input, scores);
      return Status::ok;

    case ScoreFunction::additive:
      if (!workspace.queries.resize(area(shape.queryCount, shape.attentionDim)) ||
          !workspace.keys.resize(area(shape.keyCount, shape.attentionDim))) {
        return Status::outOfMemory;
      }
      multiply(input.queries, shape.queryCount, shape.queryDim, input.W_q, shape.attentionDim, 1,
               workspace.queries.data());
      multiply(input.keys, shape.keyCount, shape.keyDim, input.W_k, shape.attentionDim, 1, workspace.keys.data());
      scoreByTanh(workspace.queries.data(), workspace.keys.data(), input.v, shape, scale, scores);
      return Status::ok;
  }
  return Status::badValue;
}

template Status computeScores(const Input<float>&, Workspace<float>&, float*);
template Status computeScores(const Input<double>&, Workspace<double>&, double*);

}  // namespace attn
