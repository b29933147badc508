#include "weight_tile_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fused_tiles.hpp"
#include "parallel.hpp"
#include "tile_mask.hpp"

namespace attn {
namespace {

template <typename Scalar>
constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();

/// Log-sum-exp within ± this leaves room for its distance from any finite score that a mask has cut off.
template <typename Scalar>
constexpr Scalar kLargestLogSumExp = std::numeric_limits<Scalar>::max() / 4;

/// The weights of a query whose log-sum-exp does not tell them.
template <typename Scalar>
void forget(const Scalar* shifts, int width, Scalar* weights) {
  for (int i = 0; i < width; ++i) {
    weights[i] = shifts[i] == kHidden<Scalar> ? Scalar(0) : std::numeric_limits<Scalar>::quiet_NaN();
  }
}

/// From so many queries a cell on, a piece of work may start inside a tile of queries, which is then computed for the
/// piece before too. Below, pieces are whole tiles.
constexpr int kManyQueries = 64;
/// Pieces of a tile: enough that threads end together, and that a slice of few rows of cells keeps them busy.
constexpr int kPieces = 32;

}  // namespace

template <typename Scalar>
WeightTilePass<Scalar>::WeightTilePass(const WeightTileInput<Scalar>& input, double scale,
                                       const WeightTileOutput<Scalar>& output)
    : input_(input),
      unit_(isOfScores() ? 1 : kLog2e),
      scores_(input.region, scale * unit_),
      exact_(input.region, scale),
      sizes_{input.region.shape.queryCount, input.region.shape.keyCount, scores_.depth(), 0},
      cells_(input, output) {}

template <typename Scalar>
bool WeightTilePass<Scalar>::resize() {
  return scores_.resize(1, 1) && packed_.resize(sizes_, 1, 1) && cells_.resize() &&
         isUnfinished_.resize(static_cast<std::size_t>(input_.cellRowCount()));
}

template <typename Scalar>
int WeightTilePass<Scalar>::grain() const {
  const int queries = input_.queriesPerCell;
  const int unit = queries >= kManyQueries || queries % kTileRows == 0 ? 1 : kTileRows;
  const int least = (rowGrain(rowOffset(sizes_.keyCount, sizes_.depth)) + queries - 1) / queries;
  return roundUp(std::max(least, (input_.cellRowCount() + kPieces - 1) / kPieces), unit);
}

template <typename Scalar>
void WeightTilePass<Scalar>::run() {
  pack();
  parallelFor(input_.cellRowCount(), grain(), [&](int begin, int end) {
    std::fill(isUnfinished_.data() + begin, isUnfinished_.data() + end, std::uint8_t(0));
    poolCellRows(begin, end, false);
  });
}

template <typename Scalar>
bool WeightTilePass<Scalar>::redo() {
  const std::uint8_t* const marks = isUnfinished_.data();
  if (std::find(marks, marks + input_.cellRowCount(), 1) == marks + input_.cellRowCount()) return true;
  if (!exactQueries_.resize(rowOffset(sizes_.queryCount, exact_.width())) ||
      !exactKeys_.resize(rowOffset(sizes_.keyCount, exact_.width()))) {
    return false;
  }
  projectExactly();
  parallelFor(input_.cellRowCount(), 1, [&](int begin, int) {
    if (isUnfinished_[static_cast<std::size_t>(begin)] != 0) poolCellRows(begin, begin + 1, true);
  });
  return true;
}

template <typename Scalar>
void WeightTilePass<Scalar>::pack() {
  scores_.project(0, 1, 0, 1);
  const int blockCount = sizes_.blockCount();
  const int groupCount = (sizes_.tileCount() + kTilesPerGroup - 1) / kTilesPerGroup;
  parallelFor(blockCount + groupCount, rowGrain(rowOffset(kKeyBlock, sizes_.depth)), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      if (i < blockCount) {
        scores_.packKeys(0, i, packed_);
        continue;
      }
      const int first = (i - blockCount) * kTilesPerGroup;
      const int last = std::min(first + kTilesPerGroup, sizes_.tileCount());
      for (int tile = first; tile < last; ++tile) scores_.packQueries(0, tile, packed_);
    }
  });
}

template <typename Scalar>
void WeightTilePass<Scalar>::projectExactly() {
  const int width = exact_.width();
  const int depth = std::max(input_.region.shape.queryDim, input_.region.shape.keyDim);
  parallelFor(sizes_.queryCount + sizes_.keyCount, rowGrain(rowOffset(depth, width)), [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const int key = i - sizes_.queryCount;
      if (key < 0) {
        exact_.projectQuery(static_cast<std::size_t>(i), exactQueries_.data() + rowOffset(i, width));
      } else {
        exact_.projectKey(static_cast<std::size_t>(key), exactKeys_.data() + rowOffset(key, width));
      }
    }
  });
}

template <typename Scalar>
void WeightTilePass<Scalar>::poolCellRows(int begin, int end, bool isExact) {
  for (int cellRow = begin; cellRow < end; ++cellRow) cells_.start(cellRow);
  const int firstRow = begin * input_.queriesPerCell;
  const int endRow = std::min(end * input_.queriesPerCell, sizes_.queryCount);
  const int endTile = (endRow + kTileRows - 1) / kTileRows;
  for (int first = firstRow / kTileRows; first < endTile; first += kTilesPerGroup) {
    Tile tiles[kTilesPerGroup];
    const int tileCount = std::min(kTilesPerGroup, endTile - first);
    KeyReach any{sizes_.keyCount, -1};
    for (int i = 0; i < tileCount; ++i) {
      tiles[i] = start(first + i, firstRow, endRow);
      any = {std::min(any.first, tiles[i].any.first), std::max(any.last, tiles[i].any.last)};
    }
    for (int block = any.first / kKeyBlock; block * kKeyBlock <= any.last; ++block) {
      for (int i = 0; i < tileCount; ++i) take(tiles[i], block, isExact);
    }
  }
  for (int cellRow = begin; cellRow < end; ++cellRow) cells_.finish(cellRow);
}

template <typename Scalar>
typename WeightTilePass<Scalar>::Tile WeightTilePass<Scalar>::start(int index, int firstRow, int endRow) const {
  Tile tile{};
  tile.index = index;
  tile.firstRow = std::max(firstRow, index * kTileRows);
  tile.endRow = std::min(endRow, (index + 1) * kTileRows);
  tile.any = {sizes_.keyCount, -1};
  for (int query = tile.firstRow; query < tile.endRow; ++query) {
    const int r = query - index * kTileRows;
    tile.reach[r] = fusedAttentionReach(input_.region, query);
    if (!isOfScores()) {
      const Scalar logSumExp = input_.logSumExp[query];
      if (logSumExp == kHidden<Scalar>) tile.reach[r] = {sizes_.keyCount, -1};
      tile.logSumExp[r] = static_cast<Scalar>(unit_ * static_cast<double>(logSumExp));
    }
    tile.any.first = std::min(tile.any.first, tile.reach[r].first);
    tile.any.last = std::max(tile.any.last, tile.reach[r].last);
  }
  return tile;
}

template <typename Scalar>
void WeightTilePass<Scalar>::take(const Tile& tile, int block, bool isExact) {
  const int firstKey = block * kKeyBlock;
  const int width = packed_.blockWidth(block);
  if (tile.any.last < firstKey || tile.any.first >= firstKey + width) return;

  Scalar shifts[kTileRows * kKeyBlock];
  bool sees[kTileRows] = {};
  bool seesAny = false;
  for (int query = tile.firstRow; query < tile.endRow; ++query) {
    const int r = query - tile.index * kTileRows;
    Scalar* const rowShifts = shifts + r * kKeyBlock;
    if (seesAll(tile.reach[r], firstKey, width)) {
      std::fill_n(rowShifts, width, Scalar(0));
      sees[r] = true;
    } else {
      sees[r] = fillShifts(input_.region, 0, query, tile.reach[r], firstKey, width, unit_, rowShifts);
    }
    seesAny = seesAny || sees[r];
  }
  if (!seesAny) return;

  Scalar scores[kTileRows * kKeyBlock];
  scores_.compute(packed_, 0, tile.index, 0, block, scores);
  const int keyCount = std::min(width, sizes_.keyCount - firstKey);
  KeyColumns<Scalar> columns(input_.quantity);
  for (int query = tile.firstRow; query < tile.endRow;) {
    const int cellRow = query / input_.queriesPerCell;
    const int end = std::min(tile.endRow, (cellRow + 1) * input_.queriesPerCell);
    columns.clear();
    for (; query < end; ++query) {
      const int r = query - tile.index * kTileRows;
      if (!sees[r]) continue;
      Scalar* const row = scores + r * kKeyBlock;
      const Scalar* const rowShifts = shifts + r * kKeyBlock;
      if (!isOfScores() && !std::isfinite(input_.logSumExp[query])) {
        forget(rowShifts, width, row);
      } else if (!toNumbers(rowShifts, tile.logSumExp[r], width, row)) {
        isUnfinished_[static_cast<std::size_t>(cellRow)] = 1;
        if (isExact) toExactNumbers(query, firstKey, keyCount, rowShifts, row);
      }
      columns.add(row, width);
    }
    cells_.add(cellRow, firstKey, keyCount, columns);
  }
}

/// Of a block, whose columns may be more than it has keys. Most blocks are so, and need none of what masks need.
template <typename Scalar>
bool WeightTilePass<Scalar>::seesAll(KeyReach reach, int firstKey, int width) const {
  const bool hasMasks = input_.region.keepMask.data != nullptr || input_.region.additiveMask.data != nullptr;
  return !hasMasks && reach.first <= firstKey && reach.last >= firstKey + width - 1;
}

/// scores [width] become what is pooled. False where one that is seen is not to be trusted.
template <typename Scalar>
bool WeightTilePass<Scalar>::toNumbers(const Scalar* shifts, Scalar logSumExp, int width, Scalar* scores) const {
  using Vector = typename Simd<Scalar>::Vector;
  const Vector hidden = Simd<Scalar>::splat(kHidden<Scalar>);
  const Vector zero = Simd<Scalar>::splat(0);
  const Vector vanishing = Simd<Scalar>::splat(kVanishingExponent<Scalar>);
  const Vector middle = Simd<Scalar>::splat(logSumExp);
  // Adds up to NaN where a number is not finite.
  Vector zeros = zero;
  for (int i = 0; i < width; i += Simd<Scalar>::kLanes) {
    const Vector shift = load(shifts + i);
    const Vector score = load(scores + i) + shift;
    zeros += shift == hidden ? zero : Vector(score * zero);
    if (isOfScores()) {
      store<Scalar>(shift == hidden ? hidden : score, scores + i);
    } else {
      const Vector weight = powerOfTwo(atLeast(vanishing, atMost(zero, Vector(score - middle))));
      store<Scalar>(shift == hidden ? zero : weight, scores + i);
    }
  }
  return sumOfLanes(zeros) == 0 && (isOfScores() || std::abs(logSumExp) <= kLargestLogSumExp<Scalar>);
}

/// The numbers [count] of one query, those that are hidden aside.
template <typename Scalar>
void WeightTilePass<Scalar>::toExactNumbers(int query, int firstKey, int count, const Scalar* shifts,
                                            Scalar* numbers) const {
  const double logSumExp = isOfScores() ? 0 : static_cast<double>(input_.logSumExp[query]);
  for (int i = 0; i < count; ++i) {
    if (shifts[i] == kHidden<Scalar>) continue;
    const int key = firstKey + i;
    const double score = exact_.score(exactQueries_.data() + rowOffset(query, exact_.width()),
                                      exactKeys_.data() + rowOffset(key, exact_.width())) +
                         exact_.shift(0, query, key);
    numbers[i] = static_cast<Scalar>(isOfScores() ? score : std::exp(atMost(0.0, score - logSumExp)));
  }
}

template class WeightTilePass<float>;
template class WeightTilePass<double>;

}  // namespace attn
