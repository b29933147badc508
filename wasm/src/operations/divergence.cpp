#include "attn/divergence.hpp"

#include "attn/call.hpp"

namespace attn::operations {

template <typename Scalar>
Status divergence(Call<Scalar>& call) {
  const Tensor<Scalar>* const p = call.tensor("p");
  const Tensor<Scalar>* const q = call.tensor("q");
  if (p == nullptr || q == nullptr || p->shape.rank() < 1 || !(p->shape == q->shape)) return Status::badShape;
  DivergenceInput<Scalar> input;
  input.count = p->shape[-1];
  input.rowCount = static_cast<int>(p->shape.count()) / input.count;
  input.p = p->data();
  input.q = q->data();
  input.base = call.number("base");
  input.normalize = call.flag("normalize");

  const TensorShape rows = p->shape.withoutLast(1);
  Tensor<Scalar>* const kullbackLeibler = call.addResult("kullbackLeibler", rows);
  Tensor<Scalar>* const jensenShannon = call.addResult("jensenShannon", rows);
  if (kullbackLeibler == nullptr || jensenShannon == nullptr) return call.failure();
  return computeDivergence<Scalar>(input, {kullbackLeibler->data(), jensenShannon->data()});
}

template Status divergence(Call<float>&);
template Status divergence(Call<double>&);

}  // namespace attn::operations
