#include "attn/score_gradient.hpp"

#include <cmath>

#include "add_product.hpp"
#include "matrix.hpp"
#include "parallel.hpp"
#include "projection_backward.hpp"
#include "score.hpp"
#include "score_backward.hpp"
#include "unit_vectors.hpp"
#include "zeros.hpp"

namespace attn {
namespace {

/// score = scale · query · key, both of this width.
template <typename Scalar>
void addThroughProducts(const Shape& shape, int width, double scale, const Scalar* scoresGradient,
                        const Scalar* queries, const Scalar* keys, Scalar* queriesGradient, Scalar* keysGradient) {
  addProduct(scoresGradient, shape.queryCount, shape.keyCount, keys, width, scale, queriesGradient);
  addTransposedProduct(scoresGradient, shape.queryCount, shape.keyCount, queries, width, scale, keysGradient);
}

/// score = scale · (q W) · k
template <typename Scalar>
Status addThroughBilinear(const Input<Scalar>& input, double scale, const Scalar* scoresGradient,
                          ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient) {
  const Shape& shape = input.shape;
  if (!resizeToZeros(workspace.queries, rowOffset(shape.queryCount, shape.keyDim))) return Status::outOfMemory;
  addThroughProducts(shape, shape.keyDim, scale, scoresGradient, workspace.scores.queries.data(), input.keys,
                     workspace.queries.data(), gradient.keys);
  ProjectionWorkspace<Scalar> projection;
  return addThroughProjection(workspace.queries.data(), shape.queryCount, input.queries, shape.queryDim, input.W,
                              shape.keyDim, projection, gradient.queries, gradient.W);
}

/// score = scale · v · tanh(query + key), both already projected; the gradients of these and of v. The dimensions of v
/// are independent of one another and go to the threads.
template <typename Scalar>
void addThroughTanh(const Input<Scalar>& input, double scale, const Scalar* scoresGradient,
                    ScoreGradientWorkspace<Scalar>& workspace, Scalar* vGradient) {
  const Shape& shape = input.shape;
  const int width = shape.attentionDim;
  const MatrixView<Scalar> queries(workspace.scores.queries.data(), shape.queryCount, width);
  const MatrixView<Scalar> keys(workspace.scores.keys.data(), shape.keyCount, width);
  MatrixView<Scalar> queriesGradient(workspace.queries.data(), shape.queryCount, width);
  MatrixView<Scalar> keysGradient(workspace.keys.data(), shape.keyCount, width);
  // A tanh costs about as much as sixteen multiplications.
  const int grain = rowGrain(rowOffset(shape.queryCount, shape.keyCount) * 16);
  parallelFor(width, grain, [&](int begin, int end) {
    for (int j = begin; j < end; ++j) {
      Scalar sum = 0;
      for (int t = 0; t < shape.queryCount; ++t) {
        for (int i = 0; i < shape.keyCount; ++i) {
          const Scalar e = scoresGradient[rowOffset(t, shape.keyCount) + static_cast<std::size_t>(i)];
          if (e == 0) continue;
          const Scalar tanh = std::tanh(queries(t, j) + keys(i, j));
          const Scalar scaled = static_cast<Scalar>(scale) * e;
          const Scalar inner = scaled * input.v[j] * ((1 - tanh) * (1 + tanh));
          queriesGradient(t, j) += inner;
          keysGradient(i, j) += inner;
          sum += scaled * tanh;
        }
      }
      vGradient[j] += sum;
    }
  });
}

template <typename Scalar>
Status addThroughAdditive(const Input<Scalar>& input, double scale, const Scalar* scoresGradient,
                          ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient) {
  const Shape& shape = input.shape;
  if (!resizeToZeros(workspace.queries, rowOffset(shape.queryCount, shape.attentionDim)) ||
      !resizeToZeros(workspace.keys, rowOffset(shape.keyCount, shape.attentionDim))) {
    return Status::outOfMemory;
  }
  addThroughTanh(input, scale, scoresGradient, workspace, gradient.v);
  ProjectionWorkspace<Scalar> projection;
  if (const Status status =
          addThroughProjection(workspace.queries.data(), shape.queryCount, input.queries, shape.queryDim, input.W_q,
                               shape.attentionDim, projection, gradient.queries, gradient.W_q);
      status != Status::ok) {
    return status;
  }
  return addThroughProjection(workspace.keys.data(), shape.keyCount, input.keys, shape.keyDim, input.W_k,
                              shape.attentionDim, projection, gradient.keys, gradient.W_k);
}

/// From the gradients of unit vectors to those of the vectors: what is left of them across each unit vector, divided by
/// the vector's norm. Vectors whose unit gradient is zeros took no part.
template <typename Scalar>
void addAcrossUnitVectors(const Scalar* unitGradient, const Scalar* unit, const Scalar* vectors, int count, int width,
                          Scalar* vectorsGradient) {
  for (int i = 0; i < count; ++i) {
    const std::size_t offset = rowOffset(i, width);
    const ConstRowView<Scalar> gradient(unitGradient + offset, width);
    if ((gradient.array() == Scalar(0)).all()) continue;
    const ConstRowView<Scalar> direction(unit + offset, width);
    const Scalar norm = static_cast<Scalar>(vectorNorm(vectors + offset, width));
    RowView<Scalar>(vectorsGradient + offset, width) += (gradient - gradient.dot(direction) * direction) / norm;
  }
}

/// score = scale · q̂ · k̂
template <typename Scalar>
Status addThroughCosine(const Input<Scalar>& input, double scale, const Scalar* scoresGradient,
                        ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient) {
  const Shape& shape = input.shape;
  const int width = shape.keyDim;
  if (!workspace.pairs.resize(rowOffset(shape.queryCount, shape.keyCount)) ||
      !resizeToZeros(workspace.queries, rowOffset(shape.queryCount, width)) ||
      !resizeToZeros(workspace.keys, rowOffset(shape.keyCount, width))) {
    return Status::outOfMemory;
  }
  const MatrixView<Scalar> unitQueries(workspace.scores.queries.data(), shape.queryCount, width);
  const MatrixView<Scalar> unitKeys(workspace.scores.keys.data(), shape.keyCount, width);
  MatrixView<Scalar> pairs(workspace.pairs.data(), shape.queryCount, shape.keyCount);
  pairs = ConstMatrixView<Scalar>(scoresGradient, shape.queryCount, shape.keyCount);
  for (int t = 0; t < shape.queryCount; ++t) {
    if ((unitQueries.row(t).array() == Scalar(0)).all()) pairs.row(t).setZero();
  }
  for (int i = 0; i < shape.keyCount; ++i) {
    if ((unitKeys.row(i).array() == Scalar(0)).all()) pairs.col(i).setZero();
  }
  addThroughProducts(shape, width, scale, pairs.data(), unitQueries.data(), unitKeys.data(), workspace.queries.data(),
                     workspace.keys.data());
  addAcrossUnitVectors(workspace.queries.data(), unitQueries.data(), input.queries, shape.queryCount, width,
                       gradient.queries);
  addAcrossUnitVectors(workspace.keys.data(), unitKeys.data(), input.keys, shape.keyCount, width, gradient.keys);
  return Status::ok;
}

/// Σ e · score / scale, over the pairs that take part.
template <typename Scalar>
double gradientOfScale(const Scalar* scoresGradient, const Scalar* unscaledScores, std::size_t pairCount) {
  double sum = 0;
  for (std::size_t pair = 0; pair < pairCount; ++pair) {
    if (scoresGradient[pair] == 0) continue;
    sum += static_cast<double>(scoresGradient[pair]) * static_cast<double>(unscaledScores[pair]);
  }
  return sum;
}

}  // namespace

template <typename Scalar>
Status addScoreGradient(const Input<Scalar>& input, const Scalar* scoresGradient,
                        ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient) {
  const Shape& shape = input.shape;
  const std::size_t pairCount = rowOffset(shape.queryCount, shape.keyCount);
  const double scale = input.scale.value_or(defaultScale(input.scoreFunction, shape.keyDim));

  // The forward pass leaves the projected and the unit vectors in its workspace, which the formulas below read.
  Input<Scalar> unscaled = input;
  unscaled.scale = 1;
  if (!workspace.unscaledScores.resize(pairCount)) return Status::outOfMemory;
  if (const Status status = computeScores(unscaled, workspace.scores, workspace.unscaledScores.data());
      status != Status::ok) {
    return status;
  }
  gradient.scale += gradientOfScale(scoresGradient, workspace.unscaledScores.data(), pairCount);

  switch (input.scoreFunction) {
    case ScoreFunction::given:
      break;
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      addThroughProducts(shape, shape.keyDim, scale, scoresGradient, input.queries, input.keys, gradient.queries,
                         gradient.keys);
      return Status::ok;
    case ScoreFunction::bilinear:
      return addThroughBilinear(input, scale, scoresGradient, workspace, gradient);
    case ScoreFunction::additive:
      return addThroughAdditive(input, scale, scoresGradient, workspace, gradient);
    case ScoreFunction::cosine:
      return addThroughCosine(input, scale, scoresGradient, workspace, gradient);
  }
  return Status::badValue;
}

template <typename Scalar>
Status computeScoreGradient(const Input<Scalar>& input, const Scalar* scoresGradient,
                            ScoreGradientWorkspace<Scalar>& workspace, ScoreGradient<Scalar>& gradient) {
  if (const Status status = checkScoreInput(input); status != Status::ok) return status;
  return addScoreGradient(input, scoresGradient, workspace, gradient);
}

template Status addScoreGradient(const Input<float>&, const float*, ScoreGradientWorkspace<float>&,
                                 ScoreGradient<float>&);
template Status addScoreGradient(const Input<double>&, const double*, ScoreGradientWorkspace<double>&,
                                 ScoreGradient<double>&);
template Status computeScoreGradient(const Input<float>&, const float*, ScoreGradientWorkspace<float>&,
                                     ScoreGradient<float>&);
template Status computeScoreGradient(const Input<double>&, const double*, ScoreGradientWorkspace<double>&,
                                     ScoreGradient<double>&);

}  // namespace attn
