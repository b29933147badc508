#pragma once

#include <cstdint>
#include <optional>

#include "attn/status.hpp"

namespace attn {

/// How one score e is made from a query q and a key k. The order is that of `scoreFunctions` in
/// web/contract/attention-input.ts.
///
///   given      no formula, scores are read
///   dot        scale · q·k, scale 1                           Luong et al. 2015, arXiv:1508.04025
///   scaledDot  scale · q·k, scale 1/√keyDim                   Vaswani et al. 2017, arXiv:1706.03762
///   bilinear   scale · qᵀ W k, scale 1                        Luong et al. 2015, "general"
///   additive   scale · vᵀ tanh(W_q q + W_k k), scale 1        Bahdanau et al. 2015, arXiv:1409.0473
///   cosine     scale · q·k / (‖q‖ ‖k‖), 0 if a norm is 0      Graves et al. 2014, arXiv:1410.5401
enum class ScoreFunction : int { given, dot, scaledDot, bilinear, additive, cosine };

/// The factor of the formula where Input::scale is not set.
double defaultScale(ScoreFunction scoreFunction, int keyDim);

/// topLeft: query t sees keys ≤ t. bottomRight: query t sees keys ≤ t + keyCount − queryCount.
enum class Causal : int { none, topLeft, bottomRight };

/// The widths that a score function does not use are ignored.
struct Shape {
  int queryCount = 0;
  int keyCount = 0;
  int valueDim = 0;
  int queryDim = 0;
  int keyDim = 0;
  int attentionDim = 0;
};

/// Which key each query may attend to. What is set combines by AND; any byte but 0 means "may attend".
struct Mask {
  const std::uint8_t* keyMask = nullptr;   ///< [keyCount] 0 hides a column
  const std::uint8_t* pairMask = nullptr;  ///< [queryCount, keyCount]
  Causal causal = Causal::none;
  /// A query sees at most this many keys left (right) of its own position; position as in `causal`, topLeft by default.
  std::optional<int> leftWindow;
  std::optional<int> rightWindow;
  const std::uint8_t* queryMask = nullptr;  ///< [queryCount] 0: padding, whose weights stay and whose context is zeros
};

/// Views of the caller's arrays, row-major; they must outlive the call. Row vectors: a projection is q W_q.
template <typename Scalar>
struct Input {
  Shape shape;
  ScoreFunction scoreFunction = ScoreFunction::given;
  std::optional<double> scale;           ///< finite
  const Scalar* scores = nullptr;        ///< [queryCount, keyCount], for given
  const Scalar* queries = nullptr;       ///< [queryCount, queryDim], for all but given
  const Scalar* keys = nullptr;          ///< [keyCount, keyDim], for all but given
  const Scalar* W = nullptr;             ///< [queryDim, keyDim], for bilinear
  const Scalar* W_q = nullptr;           ///< [queryDim, attentionDim], for additive
  const Scalar* W_k = nullptr;           ///< [keyDim, attentionDim], for additive
  const Scalar* v = nullptr;             ///< [attentionDim], for additive
  const Scalar* values = nullptr;        ///< [keyCount, valueDim]
  const Scalar* additiveMask = nullptr;  ///< [queryCount, keyCount] added to scores / temperature; −∞ hides
  Mask mask;
  double temperature = 1;  ///< finite and ≥ 0; 0 is the limit, all weight on the largest score
};

/// ok, or the first of: badShape (a count or width below 1, unequal widths where the formula needs equal ones, an array
/// that the formula needs and that is missing), badValue (temperature, scale, window, unknown name), tooLarge.
template <typename Scalar>
Status checkInput(const Input<Scalar>& input);

/// The same of what the scores read: counts, widths, vectors, parameters and scale, not values, masks and temperature.
template <typename Scalar>
Status checkScoreInput(const Input<Scalar>& input);

}  // namespace attn
