#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "attn/call.hpp"
#include "attn/limits.hpp"

namespace attn::operations {

/// False for a window that is no number of keys. A window wider than any sequence hides nothing, and an int need not
/// hold it.
template <typename Scalar>
bool readWindow(const Call<Scalar>& call, std::string_view name, std::optional<int>& window) {
  const std::optional<double> number = call.number(name);
  if (!number) return true;
  // Written so that NaN fails.
  if (!(*number >= 0)) return false;
  window = static_cast<int>(std::min<double>(*number, 2 * kMaxCount));
  return true;
}

}  // namespace attn::operations
