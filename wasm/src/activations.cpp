#include "activations.hpp"

#include <algorithm>
#include <cmath>

#include "exp.hpp"

namespace attn {
namespace {

using Lanes = Simd<float>;
using Vector = Lanes::Vector;

Vector magnitude(Vector x) { return x < Lanes::splat(0) ? -x : x; }

Vector tanhOf(Vector x) {
  constexpr float kNearZero = 0.625F;
  const Vector one = Lanes::splat(1);
  const Vector size = magnitude(x);
  const Vector z = expOfDistance(size * Lanes::splat(-2));
  const Vector far = (one - z) / (one + z);

  const Vector square = x * x;
  Vector P = Lanes::splat(2.292744716e-3F);
  P = multiplyAdd(P, square, Lanes::splat(-8.343945406e-3F));
  P = multiplyAdd(P, square, Lanes::splat(2.176891861e-2F));
  P = multiplyAdd(P, square, Lanes::splat(-5.395925957e-2F));
  P = multiplyAdd(P, square, Lanes::splat(1.333330356e-1F));
  P = multiplyAdd(P, square, Lanes::splat(-3.333333317e-1F));
  const Vector near = multiplyAdd(x * square, P, x);

  const Vector signedFar = x < Lanes::splat(0) ? -far : far;
  return size < Lanes::splat(kNearZero) ? near : signedFar;
}

Vector sigmoidOf(Vector x) {
  const Vector one = Lanes::splat(1);
  const Vector z = expOfDistance(-magnitude(x));
  return (x < Lanes::splat(0) ? z : one) / (one + z);
}

template <typename Function>
void applyToAll(float* numbers, int count, const Function& function) {
  int i = 0;
  for (; i + Lanes::kLanes <= count; i += Lanes::kLanes) store<float>(function(load(numbers + i)), numbers + i);
  if (i == count) return;
  float last[Lanes::kLanes] = {};
  std::copy(numbers + i, numbers + count, last);
  store<float>(function(load(last)), last);
  std::copy_n(last, count - i, numbers + i);
}

}  // namespace

template <>
void applyTanh(float* numbers, int count) {
  applyToAll(numbers, count, tanhOf);
}

template <>
void applySigmoid(float* numbers, int count) {
  applyToAll(numbers, count, sigmoidOf);
}

template <>
float sumOfTanh(const float* v, const float* a, const float* b, int count) {
  Vector sums = Lanes::splat(0);
  int j = 0;
  for (; j + Lanes::kLanes <= count; j += Lanes::kLanes) {
    sums = multiplyAdd(load(v + j), tanhOf(load(a + j) + load(b + j)), sums);
  }
  float lastFactors[Lanes::kLanes] = {};
  float last[Lanes::kLanes] = {};
  for (int lane = 0; j + lane < count; ++lane) {
    lastFactors[lane] = v[j + lane];
    last[lane] = a[j + lane] + b[j + lane];
  }
  return sumOfLanes(multiplyAdd(load(lastFactors), tanhOf(load(last)), sums));
}

template <>
double sumOfTanh(const double* v, const double* a, const double* b, int count) {
  double sum = 0;
  for (int j = 0; j < count; ++j) sum += v[j] * std::tanh(a[j] + b[j]);
  return sum;
}

template <>
void applyTanh(double* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = std::tanh(numbers[i]);
}

template <>
void applySigmoid(double* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = 1 / (1 + std::exp(-numbers[i]));
}

}  // namespace attn
