#include <algorithm>
#include <cmath>
#include <numeric>

#include "attn/buffer.hpp"
#include "attn/hull.hpp"
#include "attn/limits.hpp"
#include "number_checks.hpp"

namespace attn {
namespace {

template <typename Scalar>
class Plane {
 public:
  /// Differences are taken in units of a power of two about as large as the largest coordinate, by which dividing is
  /// exact: their products neither overflow nor vanish.
  Plane(const Scalar* points, int pointCount) : points_(points) {
    double largest = 0;
    for (std::size_t i = 0; i < area(pointCount, 2); ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(points[i])));
    }
    if (largest > 0) unit_ = std::ldexp(1, std::ilogb(largest));
  }

  double x(int index) const { return static_cast<double>(points_[area(index, 2)]); }
  double y(int index) const { return static_cast<double>(points_[area(index, 2) + 1]); }
  bool isBefore(int a, int b) const {
    if (x(a) != x(b)) return x(a) < x(b);
    if (y(a) != y(b)) return y(a) < y(b);
    return a < b;
  }
  bool isSame(int a, int b) const { return x(a) == x(b) && y(a) == y(b); }
  /// Above 0 where the way from a over b to c turns left.
  double turn(int a, int b, int c) const { return xStep(a, b) * yStep(a, c) - yStep(a, b) * xStep(a, c); }

 private:
  double xStep(int from, int to) const { return x(to) / unit_ - x(from) / unit_; }
  double yStep(int from, int to) const { return y(to) / unit_ - y(from) / unit_; }

  const Scalar* points_;
  double unit_ = 1;
};

/// Adds a point to the chain that starts at corners[begin], which turns left only; returns its new end.
template <typename Scalar>
int extend(const Plane<Scalar>& plane, int* corners, int begin, int end, int index) {
  while (end - begin > 1 && plane.turn(corners[end - 2], corners[end - 1], index) <= 0) --end;
  corners[end] = index;
  return end + 1;
}

}  // namespace

template <typename Scalar>
Status computeHullCorners(int pointCount, const Scalar* points, int* corners, int& cornerCount) {
  if (pointCount < 1 || points == nullptr) return Status::badShape;
  if (pointCount > kMaxCount) return Status::tooLarge;
  if (!areFinite(points, area(pointCount, 2))) return Status::badValue;
  Buffer<int> order;
  Buffer<int> chain;
  // Both chains, with the first point at either end.
  if (!order.resize(area(pointCount, 1)) || !chain.resize(area(pointCount, 1) + 1)) return Status::outOfMemory;

  const Plane<Scalar> plane(points, pointCount);
  int* const first = order.data();
  std::iota(first, first + pointCount, 0);
  std::sort(first, first + pointCount, [&](int a, int b) { return plane.isBefore(a, b); });
  int* const last = std::unique(first, first + pointCount, [&](int a, int b) { return plane.isSame(a, b); });
  const int count = static_cast<int>(last - first);

  int end = 0;
  for (int i = 0; i < count; ++i) end = extend(plane, chain.data(), 0, end, first[i]);
  const int upper = end - 1;
  // A corner below is none above, as rounding could have it of a point that is all but on an edge between two others.
  int below = upper - 1;
  for (int i = count - 2; i >= 0; --i) {
    if (below > 0 && first[i] == chain[static_cast<std::size_t>(below)]) {
      --below;
    } else {
      end = extend(plane, chain.data(), upper, end, first[i]);
    }
  }
  cornerCount = std::max(1, end - 1);
  std::copy_n(chain.data(), cornerCount, corners);
  return Status::ok;
}

template Status computeHullCorners(int, const float*, int*, int&);
template Status computeHullCorners(int, const double*, int*, int&);

}  // namespace attn
