#include <cmath>

#include "matrix.hpp"
#include "multiply.hpp"
#include "score.hpp"
#include "unit_vectors.hpp"

namespace attn {

int scoreTermCount(const Shape& shape, ScoreFunction scoreFunction) {
  switch (scoreFunction) {
    case ScoreFunction::given:
      return 0;
    case ScoreFunction::bilinear:
      return shape.queryDim;
    case ScoreFunction::additive:
      return shape.attentionDim;
    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
    case ScoreFunction::cosine:
      break;
  }
  return shape.keyDim;
}

template <typename Scalar>
Status computeScoreTerms(const Input<Scalar>& input, int queryIndex, Workspace<Scalar>& workspace,
                         RowDetail<Scalar>& detail) {
  const Shape& shape = input.shape;
  if (input.scoreFunction == ScoreFunction::given) return Status::ok;

  const Scalar* const query = input.queries + rowOffset(queryIndex, shape.queryDim);
  const ConstMatrixView<Scalar> keys(input.keys, shape.keyCount, shape.keyDim);
  MatrixView<Scalar> terms(detail.scoreTerms.data(), shape.keyCount, detail.termCount);

  switch (input.scoreFunction) {
    case ScoreFunction::given:
      break;

    case ScoreFunction::dot:
    case ScoreFunction::scaledDot:
      terms = keys.array().rowwise() * ConstRowView<Scalar>(query, shape.queryDim).array();
      break;

    case ScoreFunction::bilinear:
      // Coefficient by coefficient: Eigen's blocked product would add its kernels to the module for this one line.
      terms = keys.lazyProduct(ConstMatrixView<Scalar>(input.W, shape.queryDim, shape.keyDim).transpose());
      terms.array().rowwise() *= ConstRowView<Scalar>(query, shape.queryDim).array();
      break;

    case ScoreFunction::cosine: {
      if (!workspace.queries.resize(static_cast<std::size_t>(shape.queryDim))) return Status::outOfMemory;
      toUnitVectors(query, 1, shape.queryDim, workspace.queries.data());
      toUnitVectors(input.keys, shape.keyCount, shape.keyDim, detail.scoreTerms.data());
      const RowView<Scalar> unitQuery(workspace.queries.data(), shape.queryDim);
      const bool isZeroQuery = (unitQuery.array() == Scalar(0)).all();
      for (int i = 0; i < shape.keyCount; ++i) {
        // As for the score: a vector of norm 0 has cosine 0 with every vector.
        if (isZeroQuery || (terms.row(i).array() == Scalar(0)).all()) {
          terms.row(i).setZero();
        } else {
          terms.row(i).array() *= unitQuery.array();
        }
      }
      break;
    }

    case ScoreFunction::additive: {
      if (!workspace.queries.resize(static_cast<std::size_t>(shape.attentionDim))) return Status::outOfMemory;
      const Scalar* const projected = workspace.queries.data();
      multiply(query, 1, shape.queryDim, input.W_q, shape.attentionDim, 1, workspace.queries.data());
      multiply(input.keys, shape.keyCount, shape.keyDim, input.W_k, shape.attentionDim, 1, detail.scoreTerms.data());
      for (int i = 0; i < shape.keyCount; ++i) {
        for (int j = 0; j < shape.attentionDim; ++j) {
          terms(i, j) = input.v[j] * std::tanh(projected[j] + terms(i, j));
        }
      }
      break;
    }
  }
  return Status::ok;
}

template Status computeScoreTerms(const Input<float>&, int, Workspace<float>&, RowDetail<float>&);
template Status computeScoreTerms(const Input<double>&, int, Workspace<double>&, RowDetail<double>&);

}  // namespace attn
