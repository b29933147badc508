#pragma once

#include "attn/call.hpp"
#include "attn/input.hpp"

namespace attn::operations {

/// The parameters of bilinear and additive scores, once the score function and the widths of queries and keys are
/// known; attentionDim is found here. badShape.
template <typename Scalar, typename Input>
Status readFormula(const Call<Scalar>& call, Input& input) {
  auto& s = input.shape;
  if (input.scoreFunction == ScoreFunction::bilinear) {
    input.W = call.numbers("W");
    return call.fits("W", {s.queryDim, s.keyDim}) ? Status::ok : Status::badShape;
  }
  if (input.scoreFunction != ScoreFunction::additive) return Status::ok;
  const Tensor<Scalar>* const v = call.tensor("v");
  if (v == nullptr || v->shape.rank() != 1) return Status::badShape;
  s.attentionDim = v->shape[0];
  input.v = v->data();
  input.W_q = call.numbers("W_q");
  input.W_k = call.numbers("W_k");
  const bool fits = call.fits("W_q", {s.queryDim, s.attentionDim}) && call.fits("W_k", {s.keyDim, s.attentionDim});
  return fits ? Status::ok : Status::badShape;
}

}  // namespace attn::operations
