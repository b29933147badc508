#pragma once

#include <limits>

#include "attn/softmax.hpp"

namespace attn {

/// What each key of a row gets that sees no key at all.
template <typename Scalar>
Scalar emptyRowWeight(FullyMasked policy, int keyCount) {
  switch (policy) {
    case FullyMasked::zeros:
      return 0;
    case FullyMasked::uniform:
      return static_cast<Scalar>(1.0 / keyCount);
    case FullyMasked::nan:
      return std::numeric_limits<Scalar>::quiet_NaN();
  }
  return 0;
}

}  // namespace attn
