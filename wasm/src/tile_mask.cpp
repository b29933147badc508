#include "tile_mask.hpp"

#include <algorithm>
#include <limits>

#include "packed_heads.hpp"
#include "simd.hpp"

namespace attn {
namespace {

/// numbers [end] from `first` on, each turned into what change makes of it and of its neighbour in `others`, by vectors
/// as far as they go: one by one, V8 branches at each choice, and waits where a mask has no pattern.
template <typename Scalar, typename Change>
void changeEach(int first, int end, const Scalar* others, Scalar* numbers, const Change& change) {
  constexpr int kLanes = Simd<Scalar>::kLanes;
  int i = first;
  for (; i + kLanes <= end; i += kLanes) store<Scalar>(change(load(numbers + i), load(others + i)), numbers + i);
  for (; i < end; ++i) {
    Scalar lanes[kLanes];
    store<Scalar>(change(Simd<Scalar>::splat(numbers[i]), Simd<Scalar>::splat(others[i])), lanes);
    numbers[i] = lanes[0];
  }
}

}  // namespace

template <typename Scalar>
bool fillShifts(const FusedAttentionInput<Scalar>& input, int head, int queryIndex, KeyReach reach, int firstKey,
                int width, double unit, Scalar* shifts) {
  using Vector = typename Simd<Scalar>::Vector;
  constexpr Scalar kHidden = -std::numeric_limits<Scalar>::infinity();
  const Vector hidden = Simd<Scalar>::splat(kHidden);
  const int first = std::clamp(reach.first - firstKey, 0, width);
  const int end = std::clamp(reach.last + 1 - firstKey, first, width);
  std::fill(shifts, shifts + first, kHidden);
  std::fill(shifts + first, shifts + end, Scalar(0));
  std::fill(shifts + end, shifts + width, kHidden);
  // One number for all keys becomes a row of them.
  Scalar repeated[kKeyBlock];
  const auto rowOf = [&](const HeadMask<Scalar>& mask) -> const Scalar* {
    const Scalar* const row = mask.row(head, queryIndex);
    if (mask.keyStride != 0) return row + firstKey;
    std::fill_n(repeated, width, *row);
    return repeated;
  };
  if (input.keepMask.data != nullptr) {
    const Vector zero = Simd<Scalar>::splat(0);
    changeEach(first, end, rowOf(input.keepMask), shifts,
               [=](Vector shift, Vector keep) { return keep == zero ? hidden : shift; });
  }
  if (input.additiveMask.data != nullptr) {
    const Vector factor = Simd<Scalar>::splat(static_cast<Scalar>(unit));
    const Vector lowest = Simd<Scalar>::splat(std::numeric_limits<Scalar>::lowest());
    // A finite number hides nothing, even where its product overflows.
    changeEach(first, end, rowOf(input.additiveMask), shifts, [=](Vector shift, Vector added) {
      return shift + (added == hidden ? hidden : atLeast(lowest, Vector(added * factor)));
    });
  }
  return std::any_of(shifts + first, shifts + end, [](Scalar shift) { return shift != kHidden; });
}

template <typename Scalar>
void shiftScores(const Scalar* shifts, int width, Scalar* scores) {
  using Vector = typename Simd<Scalar>::Vector;
  const Vector hidden = Simd<Scalar>::splat(-std::numeric_limits<Scalar>::infinity());
  changeEach(0, width, shifts, scores,
             [=](Vector score, Vector shift) { return shift == hidden ? hidden : Vector(score + shift); });
}

template bool fillShifts(const FusedAttentionInput<float>&, int, int, KeyReach, int, int, double, float*);
template bool fillShifts(const FusedAttentionInput<double>&, int, int, KeyReach, int, int, double, double*);
template void shiftScores(const float*, int, float*);
template void shiftScores(const double*, int, double*);

}  // namespace attn
