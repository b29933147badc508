#include "cell_pool.hpp"

#include <numeric>

namespace attn {
namespace {

/// What is smaller than anything that counts.
template <typename Scalar>
Scalar leastOf(TileQuantity quantity) {
  return quantity == TileQuantity::scores ? -std::numeric_limits<Scalar>::infinity() : Scalar(0);
}

}  // namespace

template <typename Scalar>
void KeyColumns<Scalar>::clear() {
  std::fill_n(largest, kKeyBlock, leastOf<Scalar>(quantity_));
  std::fill_n(sum, kKeyBlock, Scalar(0));
  if (quantity_ == TileQuantity::scores) std::fill_n(count, kKeyBlock, Scalar(0));
}

template <typename Scalar>
void KeyColumns<Scalar>::add(const Scalar* numbers, int width) {
  using Vector = typename Simd<Scalar>::Vector;
  const Vector hidden = Simd<Scalar>::splat(-std::numeric_limits<Scalar>::infinity());
  const Vector zero = Simd<Scalar>::splat(0);
  const Vector one = Simd<Scalar>::splat(1);
  for (int i = 0; i < width; i += Simd<Scalar>::kLanes) {
    const Vector number = load(numbers + i);
    store<Scalar>(atLeast(load(largest + i), number), largest + i);
    if (quantity_ == TileQuantity::weights) {
      store<Scalar>(load(sum + i) + number, sum + i);
    } else {
      // NaN is not hidden, and stays in the sum.
      store<Scalar>(load(sum + i) + (number == hidden ? zero : number), sum + i);
      store<Scalar>(load(count + i) + (number == hidden ? zero : one), count + i);
    }
  }
}

template <typename Scalar>
bool CellPool<Scalar>::resize() {
  const std::size_t size = rowOffset(input_.cellRowCount(), input_.cellColumnCount());
  return sums_.resize(size) && (!isOfScores() || counts_.resize(size));
}

template <typename Scalar>
void CellPool<Scalar>::start(int cellRow) {
  const std::size_t width = static_cast<std::size_t>(input_.cellColumnCount());
  const std::size_t first = rowOffset(cellRow, input_.cellColumnCount());
  std::fill_n(output_.max + first, width, leastOf<Scalar>(input_.quantity));
  std::fill_n(sums_.data() + first, width, 0.0);
  if (isOfScores()) std::fill_n(counts_.data() + first, width, 0.0);
}

template <typename Scalar>
void CellPool<Scalar>::add(int cellRow, int firstKey, int keyCount, const KeyColumns<Scalar>& columns) {
  const std::size_t firstCell = rowOffset(cellRow, input_.cellColumnCount());
  // One division for all cells: with a key to a cell, they would be most of the work.
  int column = firstKey / input_.keysPerCell;
  for (int i = 0; i < keyCount; ++column) {
    const int first = i;
    const int end = std::min(keyCount, (column + 1) * input_.keysPerCell - firstKey);
    const std::size_t cell = firstCell + static_cast<std::size_t>(column);
    Scalar largest = output_.max[cell];
    double sum = sums_[cell];
    for (; i < end; ++i) {
      largest = std::max(largest, columns.largest[i]);
      sum += static_cast<double>(columns.sum[i]);
    }
    output_.max[cell] = largest;
    sums_[cell] = sum;
    if (isOfScores()) counts_[cell] = std::accumulate(columns.count + first, columns.count + end, counts_[cell]);
  }
}

template <typename Scalar>
void CellPool<Scalar>::finish(int cellRow) {
  const FusedAttentionShape& s = input_.region.shape;
  const int rowCount = std::min(input_.queriesPerCell, s.queryCount - cellRow * input_.queriesPerCell);
  for (int column = 0; column < input_.cellColumnCount(); ++column) {
    const int columnCount = std::min(input_.keysPerCell, s.keyCount - column * input_.keysPerCell);
    const std::size_t cell = rowOffset(cellRow, input_.cellColumnCount()) + static_cast<std::size_t>(column);
    const double count =
        isOfScores() ? counts_[cell] : static_cast<double>(rowCount) * static_cast<double>(columnCount);
    const double mean = count == 0 ? -std::numeric_limits<double>::infinity() : sums_[cell] / count;
    output_.mean[cell] = static_cast<Scalar>(mean);
    // Comparisons have passed over NaN, sums have not.
    if (mean != mean) output_.max[cell] = static_cast<Scalar>(mean);
  }
}

template class KeyColumns<float>;
template class KeyColumns<double>;
template class CellPool<float>;
template class CellPool<double>;

}  // namespace attn
