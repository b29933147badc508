#include "attn/attention_gradient.hpp"

#include "attention_gradient_results.hpp"
#include "attention_request.hpp"

namespace attn::operations {
namespace {

/// A result like the vectors of the request, in their layout.
template <typename Scalar>
Status addHeadsLike(Call<Scalar>& call, std::string_view resultName, std::string_view name, bool isJoined,
                    int headCount, int count, int dim, Heads<Scalar>& heads) {
  Scalar* numbers = nullptr;
  if (const Status status = addZerosLike(call, resultName, name, numbers); status != Status::ok) return status;
  heads = isJoined ? Heads<Scalar>::joined(numbers, headCount, count, dim)
                   : Heads<Scalar>::split(numbers, headCount, count, dim);
  return Status::ok;
}

/// ∂L/∂context, in the layout of the values.
template <typename Scalar>
Status readContextGradient(const Call<Scalar>& call, const AttentionShape& s, bool isJoined,
                           Heads<const Scalar>& heads) {
  const TensorShape split{s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim};
  // Sizes that fit one by one may not fit together; multiplying them is the check of the shape.
  if (const Status status = split.check(); status != Status::ok) return status;
  const Scalar* const numbers = call.numbers("contextGradient");
  const TensorShape joined{s.batchCount, s.queryCount, s.queryHeadCount * s.valueDim};
  if (numbers == nullptr || !call.fits("contextGradient", isJoined ? joined : split)) return Status::badShape;
  heads = isJoined ? Heads<const Scalar>::joined(numbers, s.queryHeadCount, s.queryCount, s.valueDim)
                   : Heads<const Scalar>::split(numbers, s.queryHeadCount, s.queryCount, s.valueDim);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status attentionGradient(Call<Scalar>& call) {
  AttentionInput<Scalar> input;
  bool isJoined = false;
  if (const Status status = readAttention(call, input, isJoined); status != Status::ok) return status;
  const AttentionShape& s = input.shape;
  Heads<const Scalar> contextGradient;
  if (const Status status = readContextGradient(call, s, isJoined, contextGradient); status != Status::ok) {
    return status;
  }
  if (!call.fits("weightsGradient", {s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()})) {
    return Status::badShape;
  }

  AttentionGradient<Scalar> gradient;
  const bool readsKeys = input.keys.data != nullptr;
  const Status statuses[] = {
      input.queries.data == nullptr ? Status::ok
                                    : addHeadsLike(call, "queriesGradient", "queries", isJoined, s.queryHeadCount,
                                                   s.queryCount, s.queryDim, gradient.queries),
      readsKeys
          ? addHeadsLike(call, "keysGradient", "keys", isJoined, s.keyHeadCount, s.newKeyCount, s.keyDim, gradient.keys)
          : Status::ok,
      addHeadsLike(call, "valuesGradient", "values", isJoined, s.keyHeadCount, s.newKeyCount, s.valueDim,
                   gradient.values),
      addAttentionOptionResults(call, input, gradient),
  };
  for (const Status status : statuses) {
    if (status != Status::ok) return status;
  }
  if (const Status status = computeAttentionGradient(input, contextGradient, call.numbers("weightsGradient"), gradient);
      status != Status::ok) {
    return status;
  }
  return addAttentionNumberResults(call, gradient);
}

template Status attentionGradient(Call<float>&);
template Status attentionGradient(Call<double>&);

}  // namespace attn::operations
