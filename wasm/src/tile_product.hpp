#pragma once

#include "simd.hpp"

namespace attn {

/// The tile that stays in registers: 5 rows by 2 vectors. V8 keeps 15 vectors there; before Turboshaft it loaded all of
/// a step before it multiplied, so that two of the sums went to the stack and back. 4 and 6 rows, 2 by 4, and steps
/// that are written out four times measure the same.
constexpr int kTileRows = 5;
constexpr int kPanelVectors = 2;
template <typename Scalar>
constexpr int kPanelWidth = kPanelVectors* Simd<Scalar>::kLanes;

inline int roundUp(int number, int multiple) { return (number + multiple - 1) / multiple * multiple; }

enum class TileStart { zero, sums };

/// sums [kTileRows, kPanelWidth] = rows [kTileRows, depth] · panel [depth, kPanelWidth], added to what sums holds if so
/// asked. Row r, column c of rows stands at r · kRowStride + c · kDepthStride; sums has sumStride numbers a row.
template <TileStart kStart, int kRowStride, int kDepthStride, template <typename> class LanesOf = Simd, typename Scalar>
inline void multiplyTile(const Scalar* rows, const Scalar* panel, int depth, Scalar* sums, int sumStride) {
  using Lanes = LanesOf<Scalar>;
  using Vector = typename Lanes::Vector;
  constexpr int kLanes = Lanes::kLanes;
  Vector tile[kTileRows][kPanelVectors];
  for (int r = 0; r < kTileRows; ++r) {
    for (int c = 0; c < kPanelVectors; ++c) {
      tile[r][c] = kStart == TileStart::zero ? Lanes::splat(0) : loadAs<Vector>(sums + r * sumStride + c * kLanes);
    }
  }
  for (int k = 0; k < depth; ++k) {
    Vector columns[kPanelVectors];
    for (int c = 0; c < kPanelVectors; ++c) columns[c] = loadAs<Vector>(panel + c * kLanes);
    for (int r = 0; r < kTileRows; ++r) {
      const Vector row = Lanes::splat(rows[r * kRowStride]);
      for (int c = 0; c < kPanelVectors; ++c) tile[r][c] = multiplyAdd(row, columns[c], tile[r][c]);
    }
    rows += kDepthStride;
    panel += kPanelVectors * kLanes;
  }
  for (int r = 0; r < kTileRows; ++r) {
    for (int c = 0; c < kPanelVectors; ++c) std::memcpy(sums + r * sumStride + c * kLanes, &tile[r][c], sizeof(Vector));
  }
}

}  // namespace attn
