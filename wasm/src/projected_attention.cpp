#include "attn/projected_attention.hpp"

#include <algorithm>

#include "attention_input.hpp"
#include "attn/buffer.hpp"
#include "matrix.hpp"
#include "multiply.hpp"

namespace attn {
namespace {

/// out [rowCount, outDim] = rows [rowCount, inDim] · matrix + bias
template <typename Scalar>
void project(const Scalar* rows, int rowCount, const Projection<Scalar>& projection, Scalar* out) {
  const std::size_t count = rowOffset(rowCount, projection.outDim);
  if (projection.matrix == nullptr) {
    std::copy_n(rows, count, out);
  } else {
    multiply(rows, rowCount, projection.inDim, projection.matrix, projection.outDim, 1, out);
  }
  if (projection.bias == nullptr) return;
  MatrixView<Scalar>(out, rowCount, projection.outDim).rowwise() +=
      ConstRowView<Scalar>(projection.bias, projection.outDim);
}

/// The sizes of a tensor of heads, in whichever layout.
struct HeadSizes {
  int batchCount;
  int headCount;
  int count;
  int dim;
};

/// From one layout to the other, number by number.
template <typename Scalar>
void rearrange(const Heads<const Scalar>& from, const HeadSizes& sizes, const Heads<Scalar>& to) {
  for (int b = 0; b < sizes.batchCount; ++b) {
    for (int h = 0; h < sizes.headCount; ++h) {
      for (int t = 0; t < sizes.count; ++t) std::copy_n(from.row(b, h, t), sizes.dim, to.row(b, h, t));
    }
  }
}

/// heads [batch, head, position, dim] = projected inputs, split. `joined` is scratch.
template <typename Scalar>
Status projectToHeads(const Scalar* inputs, const Projection<Scalar>& projection, const HeadSizes& sizes,
                      Buffer<Scalar>& joined, Scalar* heads) {
  if (inputs == nullptr || projection.matrix == nullptr || projection.inDim < 1) return Status::badShape;
  if (rowOffset(sizes.headCount, sizes.dim) != static_cast<std::size_t>(projection.outDim)) return Status::badShape;
  const int rowCount = sizes.batchCount * sizes.count;
  if (!joined.resize(rowOffset(rowCount, projection.outDim))) return Status::outOfMemory;
  project(inputs, rowCount, projection, joined.data());
  const auto from = Heads<const Scalar>::joined(joined.data(), sizes.headCount, sizes.count, sizes.dim);
  rearrange(from, sizes, Heads<Scalar>::split(heads, sizes.headCount, sizes.count, sizes.dim));
  return Status::ok;
}

/// output = heads of the context, joined and projected. `joined` is scratch.
template <typename Scalar>
Status projectContext(const ProjectedAttentionInput<Scalar>& input, const ProjectedAttentionOutput<Scalar>& output,
                      Buffer<Scalar>& joined) {
  const AttentionShape& s = input.attention.shape;
  const int joinedDim = s.queryHeadCount * s.valueDim;
  const int rowCount = s.batchCount * s.queryCount;
  if (input.outputProjection.inDim != joinedDim) return Status::badShape;
  if (!joined.resize(rowOffset(rowCount, joinedDim))) return Status::outOfMemory;
  const Heads<Scalar>& context = output.attention.context;
  rearrange(Heads<const Scalar>{context.data, context.batchStride, context.headStride, context.rowStride},
            {s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim},
            Heads<Scalar>::joined(joined.data(), s.queryHeadCount, s.queryCount, s.valueDim));
  project(joined.data(), rowCount, input.outputProjection, output.output);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeProjectedAttention(const ProjectedAttentionInput<Scalar>& input,
                                 const ProjectedAttentionOutput<Scalar>& output) {
  AttentionInput<Scalar> attention = input.attention;
  const AttentionShape& s = attention.shape;
  const bool readsKeys = attention.locations == nullptr;
  if (attention.scoreFunction == ScoreFunction::given) return Status::badValue;
  attention.queries = Heads<const Scalar>::split(output.queries, s.queryHeadCount, s.queryCount, s.queryDim);
  attention.values = Heads<const Scalar>::split(output.values, s.keyHeadCount, s.newKeyCount, s.valueDim);
  if (readsKeys) attention.keys = Heads<const Scalar>::split(output.keys, s.keyHeadCount, s.newKeyCount, s.keyDim);
  // The sizes first: what follows multiplies them.
  if (const Status status = checkAttention(attention); status != Status::ok) return status;

  Buffer<Scalar> joined;
  const HeadSizes queries{s.batchCount, s.queryHeadCount, s.queryCount, s.queryDim};
  const HeadSizes keys{s.batchCount, s.keyHeadCount, s.newKeyCount, s.keyDim};
  const HeadSizes values{s.batchCount, s.keyHeadCount, s.newKeyCount, s.valueDim};
  Status status = projectToHeads(input.queryInputs, input.queryProjection, queries, joined, output.queries);
  if (status == Status::ok && readsKeys) {
    status = projectToHeads(input.keyInputs, input.keyProjection, keys, joined, output.keys);
  }
  if (status == Status::ok) {
    status = projectToHeads(input.valueInputs, input.valueProjection, values, joined, output.values);
  }
  if (status == Status::ok) status = computeAttention(attention, output.attention);
  return status == Status::ok ? projectContext(input, output, joined) : status;
}

template Status computeProjectedAttention(const ProjectedAttentionInput<float>&,
                                          const ProjectedAttentionOutput<float>&);
template Status computeProjectedAttention(const ProjectedAttentionInput<double>&,
                                          const ProjectedAttentionOutput<double>&);

}  // namespace attn
