#include "attn/query_for_weights.hpp"

#include <cmath>
#include <limits>

#include "completed_wishes.hpp"
#include "matrix.hpp"
#include "number_checks.hpp"
#include "singular_values.hpp"

namespace attn {
namespace {

template <typename Scalar>
Status check(const QueryWishInput<Scalar>& input) {
  const bool isBilinear = input.scoreFunction == ScoreFunction::bilinear;
  if (input.keyCount < 1 || input.keyDim < 1 || input.queryDim < 1) return Status::badShape;
  if (input.keys == nullptr || input.wishes == nullptr || isBilinear != (input.W != nullptr)) return Status::badShape;
  if (!isBilinear && input.queryDim != input.keyDim) return Status::badShape;
  if (input.keyCount > kMaxWishedKeyCount || input.keyDim > kMaxWishedDim || input.queryDim > kMaxWishedDim) {
    return Status::tooLarge;
  }
  const bool hasProducts =
      isBilinear || input.scoreFunction == ScoreFunction::dot || input.scoreFunction == ScoreFunction::scaledDot;
  const double scale = input.scale.value_or(1);
  if (!hasProducts || !std::isfinite(scale) || scale == 0 || !isPositive(input.temperature)) return Status::badValue;
  if (!areFinite(input.keys, area(input.keyCount, input.keyDim)) ||
      (isBilinear && !areFinite(input.W, area(input.queryDim, input.keyDim))) ||
      (input.query != nullptr && !areFinite(input.query, area(1, input.queryDim)))) {
    return Status::badValue;
  }
  return checkWishes(input.wishes, input.keyCount, input.smallestWeight);
}

/// [keyCount, queryDim] rows whose product with a query is the logit.
template <typename Scalar>
Eigen::MatrixXd logitRowsOf(const QueryWishInput<Scalar>& input) {
  Eigen::MatrixXd rows = ConstMatrixView<Scalar>(input.keys, input.keyCount, input.keyDim).template cast<double>();
  if (input.W != nullptr) {
    const Eigen::MatrixXd W = ConstMatrixView<Scalar>(input.W, input.queryDim, input.keyDim).template cast<double>();
    rows = Eigen::MatrixXd(rows * W.transpose());
  }
  const double scale = input.scale.value_or(defaultScale(input.scoreFunction, input.keyDim));
  return rows * (scale / input.temperature);
}

Eigen::VectorXd centred(const Eigen::VectorXd& numbers) { return numbers.array() - numbers.mean(); }

}  // namespace

template <typename Scalar>
Status computeQueryForWeights(const QueryWishInput<Scalar>& input, const QueryWishOutput<Scalar>& output) {
  if (const Status status = check(input); status != Status::ok) return status;
  const int keyCount = input.keyCount;
  const Eigen::MatrixXd rows = logitRowsOf(input);
  Eigen::VectorXd query = Eigen::VectorXd::Zero(input.queryDim);
  if (input.query != nullptr) {
    query = ConstRowView<Scalar>(input.query, input.queryDim).transpose().template cast<double>();
  }

  const Eigen::VectorXd before = rows * query;
  Eigen::VectorXd target(keyCount);
  completeWishes(input.wishes, before.data(), keyCount, input.smallestWeight, target.data());
  // Over the constant of the row as well: all is seen from its mean over the keys.
  const Eigen::MatrixXd centredRows = rows.rowwise() - rows.colwise().mean();
  constexpr double kRoundingUnit = static_cast<double>(std::numeric_limits<Scalar>::epsilon()) / 2;
  query += leastSquares(centredRows, centred(target - before), 8 * std::max(keyCount, input.queryDim) * kRoundingUnit);

  const Eigen::VectorXd logits = rows * query;
  Eigen::VectorXd weights(keyCount);
  Eigen::VectorXd wishes(keyCount);
  softmaxOfFinite(logits.data(), keyCount, weights.data());
  softmaxOfFinite(target.data(), keyCount, wishes.data());
  RowView<Scalar>(output.query, input.queryDim) = query.transpose().template cast<Scalar>();
  RowView<Scalar>(output.scores, keyCount) = (logits * input.temperature).transpose().template cast<Scalar>();
  RowView<Scalar>(output.weights, keyCount) = weights.transpose().template cast<Scalar>();
  RowView<Scalar>(output.wishes, keyCount) = wishes.transpose().template cast<Scalar>();
  *output.residual = static_cast<Scalar>(centred(logits - target).norm());
  *output.largestError = static_cast<Scalar>((weights - wishes).cwiseAbs().maxCoeff());
  return Status::ok;
}

template Status computeQueryForWeights(const QueryWishInput<float>&, const QueryWishOutput<float>&);
template Status computeQueryForWeights(const QueryWishInput<double>&, const QueryWishOutput<double>&);

}  // namespace attn
