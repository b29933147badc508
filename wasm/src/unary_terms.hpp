#pragma once

#include <cmath>

namespace attn {

constexpr double kPi = 3.14159265358979323846;

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// ±∞ times a share of 0 has the limit 0.
inline double timesShare(double x, double share) { return share == 0 ? 0 : x * share; }

}  // namespace attn
