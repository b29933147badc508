#include "attention_head.hpp"

#include <algorithm>

#include "matrix.hpp"

namespace attn {

template <typename Scalar>
void gather(const Heads<const Scalar>& heads, int batch, int head, int count, int dim, Scalar* matrix) {
  for (int t = 0; t < count; ++t) std::copy_n(heads.row(batch, head, t), dim, matrix + rowOffset(t, dim));
}

template <typename Scalar>
void addToHead(const Scalar* matrix, int count, int dim, const Heads<Scalar>& heads, int batch, int head) {
  for (int t = 0; t < count; ++t) {
    RowView<Scalar>(heads.row(batch, head, t), dim) += ConstRowView<Scalar>(matrix + rowOffset(t, dim), dim);
  }
}

template <typename Scalar>
bool AttentionHead<Scalar>::resize(const AttentionShape& shape) {
  return queries.resize(rowOffset(shape.queryCount, shape.queryDim)) &&
         keys.resize(rowOffset(shape.keyCount(), shape.keyDim)) &&
         values.resize(rowOffset(shape.keyCount(), shape.valueDim));
}

template <typename Scalar>
void AttentionHead<Scalar>::gatherQueries(const AttentionInput<Scalar>& input, int batch, int head) {
  if (input.scoreFunction == ScoreFunction::given) return;
  gather(input.queries, batch, head, input.shape.queryCount, input.shape.queryDim, queries.data());
}

template <typename Scalar>
void AttentionHead<Scalar>::gatherKeysAndValues(const AttentionInput<Scalar>& input, int batch, int keyHead) {
  const AttentionShape& s = input.shape;
  gather(input.pastValues, batch, keyHead, s.pastCount, s.valueDim, values.data());
  gather(input.values, batch, keyHead, s.newKeyCount, s.valueDim, values.data() + rowOffset(s.pastCount, s.valueDim));
  if (!readsKeys(input)) return;
  gather(input.pastKeys, batch, keyHead, s.pastCount, s.keyDim, keys.data());
  gather(input.keys, batch, keyHead, s.newKeyCount, s.keyDim, keys.data() + rowOffset(s.pastCount, s.keyDim));
}

template <typename Scalar>
Input<Scalar> AttentionHead<Scalar>::problem(const AttentionInput<Scalar>& input, const Scalar* givenScores) const {
  const AttentionShape& s = input.shape;
  const bool isByLocation = input.locations != nullptr;
  Input<Scalar> head;
  head.shape = {s.queryCount,  s.keyCount(), s.valueDim, s.queryDim, isByLocation ? s.queryDim : s.keyDim,
                s.attentionDim};
  head.scoreFunction = input.scoreFunction;
  head.scale = input.scale;
  head.scores = givenScores;
  head.queries = queries.data();
  head.keys = isByLocation ? input.locations : keys.data();
  head.W = input.W;
  head.W_q = input.W_q;
  head.W_k = input.W_k;
  head.v = input.v;
  head.values = values.data();
  return head;
}

template struct AttentionHead<float>;
template struct AttentionHead<double>;
template void gather(const Heads<const float>&, int, int, int, int, float*);
template void gather(const Heads<const double>&, int, int, int, int, double*);
template void addToHead(const float*, int, int, const Heads<float>&, int, int);
template void addToHead(const double*, int, int, const Heads<double>&, int, int);

}  // namespace attn
