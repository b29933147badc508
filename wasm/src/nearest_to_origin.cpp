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

/// [dim, keptCount − 1] from the first kept row to each other, as columns.
Eigen::MatrixXd edgesOf(const Eigen::MatrixXd& rows, const std::vector<Kept>& kept) {
  Eigen::MatrixXd edges(rows.cols(), static_cast<Eigen::Index>(kept.size()) - 1);
  for (Eigen::Index i = 0; i < edges.cols(); ++i) {
    edges.col(i) = (rows.row(kept[static_cast<std::size_t>(i) + 1].row) - rows.row(kept[0].row)).transpose();
  }
  return edges;
}

/// How much of each edge takes the point nearest to the origin.
Eigen::VectorXd alongEdges(const Eigen::MatrixXd& edges, const Eigen::VectorXd& point) {
  return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(edges).solve(-point);
}

/// Shares of sum 1, of any sign, whose mixture of the kept rows is nearest to the origin.
Eigen::VectorXd sharesInPlane(const Eigen::MatrixXd& rows, const std::vector<Kept>& kept) {
  const Eigen::Index count = static_cast<Eigen::Index>(kept.size());
  Eigen::VectorXd shares = Eigen::VectorXd::Ones(count);
  if (count == 1) return shares;
  shares.tail(count - 1) = alongEdges(edgesOf(rows, kept), rows.row(kept[0].row).transpose());
  shares(0) = 1 - shares.tail(count - 1).sum();
  return shares;
}

/// The part of the point that is perpendicular to the plane through the kept rows. A mixture is off by the rounding of
/// its rows, which in a short vector turns its direction; this is exact in proportion to its length.
Eigen::VectorXd acrossPlane(const Eigen::MatrixXd& rows, const std::vector<Kept>& kept, const Eigen::VectorXd& point) {
  if (kept.size() == 1) return point;
  const Eigen::MatrixXd edges = edgesOf(rows, kept);
  return point + edges * alongEdges(edges, point);
}

/// Drops rows until the nearest point of the plane through the kept ones lies between them.
void settle(const Eigen::MatrixXd& rows, std::vector<Kept>& kept) {
  while (kept.size() > 1) {
    const Eigen::VectorXd wished = sharesInPlane(rows, kept);
    std::size_t leaving = kept.size();
    double part = 1;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const double wish = wished(static_cast<Eigen::Index>(i));
      if (wish > 0) continue;
      const double way = kept[i].share == 0 ? 0 : kept[i].share / (kept[i].share - wish);
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

  // Rows that, rounded, bring the point no nearer: the next best has its turn.
  std::vector<bool> passed(static_cast<std::size_t>(rows.rows()), false);
  const auto isOut = [&](Eigen::Index row) {
    return passed[static_cast<std::size_t>(row)] ||
           std::any_of(kept.begin(), kept.end(), [&](const Kept& each) { return each.row == row; });
  };
  for (Eigen::Index step = 0; step < 100 + 10 * rows.rows(); ++step) {
    const Eigen::VectorXd direction = acrossPlane(rows, kept, point);
    const Eigen::VectorXd reaches = rows * direction;
    Eigen::Index joining = kept[0].row;
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
      if (!isOut(row) && (isOut(joining) || reaches(row) < reaches(joining))) joining = row;
    }
    const double gain = reaches(kept[0].row) - reaches(joining);
    if (isOut(joining) || !(gain > kRoundingShare * direction.stableNorm() * size)) break;
    std::vector<Kept> next = kept;
    next.push_back({joining, 0});
    settle(rows, next);
    const Eigen::VectorXd nearer = mixtureOf(rows, next);
    if (nearer.stableNorm() < point.stableNorm()) {
      kept = next;
      point = nearer;
      passed.assign(passed.size(), false);
    } else {
      passed[static_cast<std::size_t>(joining)] = true;
    }
  }

  Eigen::VectorXd weights = Eigen::VectorXd::Zero(rows.rows());
  for (const Kept& each : kept) weights(each.row) = each.share;
  return {weights, point};
}

}  // namespace attn
