#pragma once

#include <algorithm>
#include <optional>

#include "attn/input.hpp"

namespace attn {

/// Keys first … last, both included; empty when last < first.
struct KeyReach {
  int first;
  int last;
};

/// Of keyCount keys, those that a query at this position sees through causality and windows.
inline KeyReach keyReach(int position, int keyCount, Causal causal, std::optional<int> leftWindow,
                         std::optional<int> rightWindow) {
  // The windows may be any int; the sums are taken where they cannot overflow.
  constexpr int kWidest = 1 << 20;
  KeyReach reach{0, keyCount - 1};
  if (causal != Causal::none) reach.last = std::min(reach.last, position);
  if (leftWindow) reach.first = std::max(reach.first, position - std::min(*leftWindow, kWidest));
  if (rightWindow) reach.last = std::min(reach.last, position + std::min(*rightWindow, kWidest));
  return reach;
}

}  // namespace attn
