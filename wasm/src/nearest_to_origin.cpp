#include "nearest_to_origin.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

namespace attn {
namespace {

/// How much of the largest length counts as rounding.
constexpr double kRoundingShare = 1e-13;

struct Kept {
  Eigen::Index row;
  double share;
};

/// Shares of sum 1, of any sign, whose mixture of the kept rows is nearest to the origin.
Eigen::VectorXd sharesInPlane(const Eigen::MatrixXd& rows, const std::vector<Kept>& kept) {
  const Eigen::Index count = static_cast<Eigen::Index>(kept.size());
  Eigen::VectorXd shares = Eigen::VectorXd::Ones(count);
  if (count == 1) return shares;
  Eigen::MatrixXd edges(rows.cols(), count - 1);
  for (Eigen::Index i = 1; i < count; ++i) {
    edges.col(i - 1) = (rows.row(kept[static_cast<std::size_t>(i)].row) - rows.row(kept[0].row)).transpose();
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(edges);
  shares.tail(count - 1) = decomposition.solve(-rows.row(kept[0].row).transpose());
  shares(0) = 1 - shares.tail(count - 1).sum();
  return shares;
}

/// Drops rows until the nearest point of the plane through the kept ones lies between them.
void settle(const Eigen::MatrixXd& rows, std::vector<Kept>& kept) {
  while (kept.size() > 1) {
    const Eigen::VectorXd wished = sharesInPlane(rows, kept);
    std::size_t leaving = kept.size();
    double part = 1;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const double wish = wished(static_cast<Eigen::Index>(i));
      if (wish > kRoundingShare) continue;
      const double way = kept[i].share / (kept[i].share - wish);
      if (leaving == kept.size() || way < part) {
        part = way;
        leaving = i;
      }
    }
    if (leaving == kept.size()) {
      for (std::size_t i = 0; i < kept.size(); ++i) kept[i].share = wished(static_cast<Eigen::Index>(i));
      return;
    }
    part = std::clamp(part, 0.0, 1.0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      kept[i].share += part * (wished(static_cast<Eigen::Index>(i)) - kept[i].share);
    }
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(leaving));
  }
  kept[0].share = 1;
}

Eigen::VectorXd mixtureOf(const Eigen::MatrixXd& rows, const std::vector<Kept>& kept) {
  Eigen::VectorXd mixture = Eigen::VectorXd::Zero(rows.cols());
  for (const Kept& each : kept) mixture += each.share * rows.row(each.row).transpose();
  return mixture;
}

}  // namespace

NearestPoint nearestToOrigin(const Eigen::MatrixXd& rows) {
  const double size = rows.rowwise().stableNorm().maxCoeff();
  Eigen::Index start = 0;
  rows.rowwise().squaredNorm().minCoeff(&start);
  std::vector<Kept> kept{{start, 1}};
  Eigen::VectorXd point = rows.row(start).transpose();

  for (Eigen::Index step = 0; step < 100 + 10 * rows.rows(); ++step) {
    const double length = point.stableNorm();
    Eigen::Index joining = 0;
    const double reach = (rows * point).minCoeff(&joining);
    if (length * length - reach <= kRoundingShare * length * size) break;
    if (std::any_of(kept.begin(), kept.end(), [&](const Kept& each) { return each.row == joining; })) break;
    std::vector<Kept> next = kept;
    next.push_back({joining, 0});
    settle(rows, next);
    const Eigen::VectorXd nearer = mixtureOf(rows, next);
    if (!(nearer.stableNorm() < length)) break;
    kept = next;
    point = nearer;
  }

  Eigen::VectorXd weights = Eigen::VectorXd::Zero(rows.rows());
  for (const Kept& each : kept) weights(each.row) = each.share;
  return {weights, point};
}

}  // namespace attn
