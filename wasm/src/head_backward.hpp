#pragma once

#include <cstdint>

#include "attn/buffer.hpp"
#include "attn/status.hpp"

namespace attn {

/// One head of attention after its forward pass.
template <typename Scalar>
struct AttendedHead {
  int queryCount;
  int keyCount;
  int valueDim;
  const Scalar* scores;         ///< [queryCount, keyCount] what the temperature divides
  const std::uint8_t* visible;  ///< [queryCount, keyCount]
  const double* weights;        ///< [queryCount, keyCount]
  const Scalar* values;         ///< [keyCount, valueDim]
  double temperature;
};

/// What L takes from a head.
template <typename Scalar>
struct HeadOutputGradient {
  const Scalar* context;            ///< [queryCount, valueDim]
  const Scalar* weights = nullptr;  ///< [queryCount, keyCount] beside the context; nullptr: nothing
};

/// Where the gradients go: arrays of the caller.
template <typename Scalar>
struct HeadGradient {
  Scalar* values;          ///< [keyCount, valueDim] added to what stands there
  Scalar* weights;         ///< [queryCount, keyCount] context · value where the key is visible
  Scalar* logits;          ///< [queryCount, keyCount] the same as that of an additive mask
  Scalar* scores;          ///< [queryCount, keyCount]
  double temperature = 0;  ///< added to
};

template <typename Scalar>
struct HeadBackwardWorkspace {
  Buffer<Scalar> transposedValues;
  Buffer<Scalar> roundedWeights;
  Buffer<double> logits;        ///< [queryCount, keyCount]
  Buffer<double> temperatures;  ///< [queryCount]
};

/// From the context and the weights of a head back to its values, scores and temperature. A weight of 0 takes no part,
/// nor does a gradient of 0: NaN that nothing depends on stays where it is.
template <typename Scalar>
Status gradientThroughHead(const AttendedHead<Scalar>& head, const HeadOutputGradient<Scalar>& output,
                           HeadBackwardWorkspace<Scalar>& workspace, HeadGradient<Scalar>& gradient);

}  // namespace attn
