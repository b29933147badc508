#include "attn/same_context_weights.hpp"

#include "attn/limits.hpp"
#include "number_checks.hpp"
#include "vertex_tableau.hpp"

namespace attn {
namespace {

/// A distance up to this share of Σ α is rounding.
constexpr double kRoundingShare = 1e-9;
/// What a step must gain at least to be one.
constexpr double kLeastGain = 1e-12;

template <typename Scalar>
Status check(int keyCount, int valueDim, const Scalar* weights, const Scalar* values) {
  if (keyCount < 1 || valueDim < 1 || weights == nullptr || values == nullptr) return Status::badShape;
  if (keyCount > kMaxSameContextKeyCount || valueDim > kMaxDim) return Status::tooLarge;
  const bool isGood = areWeights(weights, area(1, keyCount)) && areFinite(values, area(keyCount, valueDim));
  return isGood ? Status::ok : Status::badValue;
}

/// Total variation.
double distanceBetween(const Eigen::VectorXd& a, const Eigen::VectorXd& b) { return (a - b).cwiseAbs().sum() / 2; }

/// Σ β is the first row; then for each dimension Σ β (value − context), scaled to 1 at most. values [keyCount,
/// valueDim].
Matrix<double> constraintsOf(const Eigen::MatrixXd& values, const Eigen::VectorXd& context) {
  const Eigen::MatrixXd centred = values.rowwise() - context.transpose();
  const double size = centred.cwiseAbs().maxCoeff();
  Matrix<double> constraints = Matrix<double>::Zero(values.cols() + 1, values.rows());
  constraints.row(0).setOnes();
  if (size > 0) constraints.bottomRows(values.cols()) = centred.transpose() / size;
  return constraints;
}

/// Each set of words that gain is a linear programme from the same corner.
class FarthestSearch {
 public:
  FarthestSearch(const VertexTableau& start, const Eigen::VectorXd& given)
      : start_(start), given_(given), farthest_{given, 0} {}

  const Eigen::VectorXd& farthest() const { return farthest_.weights; }

  void tryAllSets() {
    const unsigned setCount = 1u << static_cast<unsigned>(given_.size());
    for (unsigned set = 1; set + 1 < setCount; ++set) {
      keep(forGainers([set](Eigen::Index word) { return (set >> static_cast<unsigned>(word) & 1u) != 0; }));
    }
  }

  /// From each single word and each word left out, then from the best set with one word exchanged, as long as it helps.
  void climbFromFewSets() {
    for (Eigen::Index each = 0; each < given_.size(); ++each) {
      keep(climb(forGainers([each](Eigen::Index word) { return word == each; })));
      keep(climb(forGainers([each](Eigen::Index word) { return word != each; })));
    }
    double reached = -1;
    while (farthest_.distance != reached) {
      reached = farthest_.distance;
      const Eigen::VectorXd weights = farthest_.weights;
      for (Eigen::Index each = 0; each < given_.size(); ++each) {
        keep(climb(forGainers([&](Eigen::Index word) { return (weights(word) > given_(word)) != (word == each); })));
      }
    }
  }

 private:
  struct Found {
    Eigen::VectorXd weights;
    double distance;
  };

  template <typename IsGainer>
  Found forGainers(IsGainer isGainer) const {
    Eigen::VectorXd gains(given_.size());
    for (Eigen::Index word = 0; word < gains.size(); ++word) gains(word) = isGainer(word) ? 1 : 0;
    const Eigen::VectorXd weights = maximise(start_, gains);
    return {weights, distanceBetween(given_, weights)};
  }

  /// Those who gained may gain more among themselves, until nothing gains.
  Found climb(Found found) const {
    for (;;) {
      Found next = forGainers([&](Eigen::Index word) { return found.weights(word) > given_(word); });
      if (!(next.distance > found.distance + kLeastGain)) return found;
      found = next;
    }
  }

  void keep(const Found& found) {
    if (found.distance > farthest_.distance + kLeastGain) farthest_ = found;
  }

  const VertexTableau& start_;
  const Eigen::VectorXd& given_;
  Found farthest_;
};

}  // namespace

template <typename Scalar>
Status computeSameContextWeights(int keyCount, int valueDim, const Scalar* weights, const Scalar* values,
                                 const SameContextOutput<Scalar>& output) {
  if (const Status status = check(keyCount, valueDim, weights, values); status != Status::ok) return status;
  const Eigen::VectorXd given = ConstRowView<Scalar>(weights, keyCount).transpose().template cast<double>();
  const Eigen::MatrixXd points = ConstMatrixView<Scalar>(values, keyCount, valueDim).template cast<double>();
  const Eigen::VectorXd context = points.transpose() * given;

  const VertexTableau start = vertexFrom(constraintsOf(points, context), given);
  const int freedom = keyCount - static_cast<int>(start.basis.size());
  FarthestSearch search(start, given);
  if (freedom > 0 && keyCount <= kExactSearchCount) search.tryAllSets();
  if (freedom > 0 && keyCount > kExactSearchCount) search.climbFromFewSets();

  const bool isUnique = distanceBetween(given, search.farthest()) <= kRoundingShare * given.sum();
  // A line of weights has two ends, and the search has seen both.
  const bool isFarthest = isUnique || keyCount <= kExactSearchCount || freedom <= 1;
  const Eigen::VectorXd& found = isUnique ? given : search.farthest();
  RowView<Scalar>(output.weights, keyCount) = found.transpose().template cast<Scalar>();
  RowView<Scalar>(output.context, valueDim) = context.transpose().template cast<Scalar>();
  *output.distance = static_cast<Scalar>(distanceBetween(given, found));
  *output.isUnique = isUnique ? Scalar(1) : Scalar(0);
  *output.isFarthest = isFarthest ? Scalar(1) : Scalar(0);
  *output.contextError = static_cast<Scalar>((points.transpose() * found - context).cwiseAbs().maxCoeff());
  return Status::ok;
}

template Status computeSameContextWeights(int, int, const float*, const float*, const SameContextOutput<float>&);
template Status computeSameContextWeights(int, int, const double*, const double*, const SameContextOutput<double>&);

}  // namespace attn
