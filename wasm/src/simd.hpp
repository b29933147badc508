#pragma once

#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace attn {

/// As many numbers as one register takes: four floats, on the compiler's vector extensions, so that one source serves
/// WebAssembly and the native build; and one double, which proves an algorithm without being fast.
template <typename Scalar>
struct Simd;

template <>
struct Simd<float> {
  using Vector = float __attribute__((vector_size(16)));
  static constexpr int kLanes = 4;
  static Vector splat(float number) { return Vector{number, number, number, number}; }
};

template <>
struct Simd<double> {
  using Vector = double;
  static constexpr int kLanes = 1;
  static Vector splat(double number) { return number; }
};

/// What a product of matrices runs on: the same, and two doubles.
template <typename Scalar>
struct ProductSimd : Simd<Scalar> {};

template <>
struct ProductSimd<double> {
  using Vector = double __attribute__((vector_size(16)));
  static constexpr int kLanes = 2;
  static Vector splat(double number) { return Vector{number, number}; }
};

template <typename Vector, typename Scalar>
Vector loadAs(const Scalar* numbers) {
  Vector vector;
  std::memcpy(&vector, numbers, sizeof(vector));
  return vector;
}

template <typename Scalar>
typename Simd<Scalar>::Vector load(const Scalar* numbers) {
  return loadAs<typename Simd<Scalar>::Vector>(numbers);
}

template <typename Scalar>
void store(typename Simd<Scalar>::Vector vector, Scalar* numbers) {
  std::memcpy(numbers, &vector, sizeof(vector));
}

/// a · b + c, lane by lane.
template <typename Vector>
Vector multiplyAdd(Vector a, Vector b, Vector c) {
  return a * b + c;
}

/// The larger of each lane; `number` where it is NaN.
template <typename Vector>
Vector atLeast(Vector least, Vector number) {
  return number < least ? least : number;
}

/// The smaller of each lane; `number` where it is NaN.
template <typename Vector>
Vector atMost(Vector most, Vector number) {
  return most < number ? most : number;
}

#ifdef __wasm_simd128__
/// The compiler knows no fused instruction that today's browsers take. So the call stays in the linked module, and
/// tools/post-link.mjs writes two modules from it: one that multiplies and adds, and one with relaxed_madd.
extern "C" __attribute__((const, nothrow)) v128_t attnMultiplyAdd(v128_t a, v128_t b, v128_t c);

inline Simd<float>::Vector multiplyAdd(Simd<float>::Vector a, Simd<float>::Vector b, Simd<float>::Vector c) {
  return static_cast<Simd<float>::Vector>(
      attnMultiplyAdd(static_cast<v128_t>(a), static_cast<v128_t>(b), static_cast<v128_t>(c)));
}

/// Said outright: the comparison becomes f32x4.max where the compiler knows `least` to be a number, and that is eight
/// instructions of a processor, pmax one.
inline Simd<float>::Vector atLeast(Simd<float>::Vector least, Simd<float>::Vector number) {
  return static_cast<Simd<float>::Vector>(wasm_f32x4_pmax(number, least));
}
inline Simd<float>::Vector atMost(Simd<float>::Vector most, Simd<float>::Vector number) {
  return static_cast<Simd<float>::Vector>(wasm_f32x4_pmin(number, most));
}
#endif

/// The sum of the lanes, in pairs.
inline float sumOfLanes(Simd<float>::Vector vector) { return (vector[0] + vector[2]) + (vector[1] + vector[3]); }
inline double sumOfLanes(double number) { return number; }

}  // namespace attn
