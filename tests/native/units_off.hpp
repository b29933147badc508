#pragma once

#include <cmath>

/// How far a float is off, in units in the last place of the right answer.
inline double unitsOff(double want, float got) {
  int exponent = 0;
  std::frexp(want, &exponent);
  return std::abs(static_cast<double>(got) - want) / std::ldexp(1.0, exponent - 24);
}
