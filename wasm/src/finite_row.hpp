#pragma once

#include <cstdint>

namespace attn {

/// The softmax of a row whose visible scores are finite, in float on four lanes.
///
///   weights [keyCount] = exp((score − largest) / temperature) / Σ, 0 where hidden
///   logSumExp = log Σ exp(score / temperature) over the visible keys
///
/// Pairs of exponentials are summed in double. A weight is off by at most 4 units of 2⁻²⁴: kExpUnits of exp.hpp, three
/// roundings of the distance, which count less the longer it is, one of a pair, and two of the share. `visible` may be
/// nullptr: all. `weights` is not `scores`, which stay.
///
/// False, with unspecified weights, where a visible score is not finite, nothing is visible, or 1 / temperature is not
/// a normal float: then row_logits.hpp and softmax.hpp know what to do.
bool weighFiniteRow(const float* scores, const std::uint8_t* visible, int keyCount, double temperature, float* weights,
                    double& logSumExp);

/// Double has no such kernel.
inline bool weighFiniteRow(const double*, const std::uint8_t*, int, double, double*, double&) { return false; }

}  // namespace attn
