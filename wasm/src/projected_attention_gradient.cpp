#include "attn/projected_attention_gradient.hpp"

#include <algorithm>

#include "attention_head.hpp"
#include "attention_input.hpp"
#include "matrix.hpp"
#include "projection_backward.hpp"
#include "zeros.hpp"

namespace attn {
namespace {

/// One matrix for each head of each sequence, [batch, head, position, dim].
template <typename Scalar>
struct SplitHeads {
  int batchCount;
  int headCount;
  int count;
  int dim;
  Buffer<Scalar> numbers;

  Status allocate() {
    if (std::min({batchCount, headCount, count}) < 1) return Status::badShape;
    if (isTooMany({batchCount, headCount, count, std::max(1, dim)})) return Status::tooLarge;
    const std::size_t size = rowOffset(batchCount, headCount) * rowOffset(count, dim);
    return resizeToZeros(numbers, size) ? Status::ok : Status::outOfMemory;
  }
  Heads<Scalar> heads() { return Heads<Scalar>::split(numbers.data(), headCount, count, dim); }
  Heads<const Scalar> constHeads() const { return Heads<const Scalar>::split(numbers.data(), headCount, count, dim); }

  /// The heads of each position side by side.
  bool join(Buffer<Scalar>& joined) {
    if (!resizeToZeros(joined, numbers.size())) return false;
    const auto target = Heads<Scalar>::joined(joined.data(), headCount, count, dim);
    for (int b = 0; b < batchCount; ++b) {
      for (int h = 0; h < headCount; ++h) addToHead<Scalar>(heads().row(b, h, 0), count, dim, target, b, h);
    }
    return true;
  }

  void split(const Scalar* joined) {
    const auto source = Heads<const Scalar>::joined(joined, headCount, count, dim);
    for (int b = 0; b < batchCount; ++b) {
      for (int h = 0; h < headCount; ++h) gather(source, b, h, count, dim, heads().row(b, h, 0));
    }
  }
};

/// What the backward pass reads of the forward pass.
template <typename Scalar>
struct Forward {
  SplitHeads<Scalar> queries, keys, values, context;

  explicit Forward(const AttentionShape& s)
      : queries{s.batchCount, s.queryHeadCount, s.queryCount, s.queryDim, {}},
        keys{s.batchCount, s.keyHeadCount, s.newKeyCount, s.keyDim, {}},
        values{s.batchCount, s.keyHeadCount, s.newKeyCount, s.valueDim, {}},
        context{s.batchCount, s.queryHeadCount, s.queryCount, s.valueDim, {}} {}

  Status allocate() {
    for (SplitHeads<Scalar>* heads : {&queries, &keys, &values, &context}) {
      if (const Status status = heads->allocate(); status != Status::ok) return status;
    }
    return Status::ok;
  }

  Status compute(const ProjectedAttentionInput<Scalar>& input) {
    const AttentionShape& s = input.attention.shape;
    const int outputDim = input.outputProjection.outDim;
    if (const Status status = allocate(); status != Status::ok) return status;
    if (outputDim < 1 || s.keyCount() < 1) return Status::badShape;
    if (isTooMany({s.batchCount, s.queryHeadCount, s.queryCount, s.keyCount()}) ||
        isTooMany({s.batchCount, s.queryCount, outputDim})) {
      return Status::tooLarge;
    }
    const std::size_t rows = rowOffset(s.batchCount, s.queryHeadCount) * static_cast<std::size_t>(s.queryCount);
    const std::size_t pairs = rows * static_cast<std::size_t>(s.keyCount());
    const std::size_t outputs = rowOffset(s.batchCount, s.queryCount) * static_cast<std::size_t>(outputDim);
    Buffer<Scalar> scores, cappedScores, logits, weights, logSumExp, isEmpty, output;
    if (!scores.resize(pairs) || !cappedScores.resize(pairs) || !logits.resize(pairs) || !weights.resize(pairs) ||
        !logSumExp.resize(rows) || !isEmpty.resize(rows) || !output.resize(outputs)) {
      return Status::outOfMemory;
    }
    return computeProjectedAttention(input, {{context.heads(), scores.data(), cappedScores.data(), logits.data(),
                                              weights.data(), logSumExp.data(), isEmpty.data()},
                                             queries.numbers.data(),
                                             keys.numbers.data(),
                                             values.numbers.data(),
                                             output.data()});
  }
};

template <typename Scalar>
void addBiasGradient(const Scalar* gradient, int rowCount, int dim, Scalar* bias) {
  if (bias == nullptr) return;
  RowView<Scalar>(bias, dim) += ConstMatrixView<Scalar>(gradient, rowCount, dim).colwise().sum();
}

/// From the gradient of projected heads to inputs, matrix and bias. `joined` is scratch.
template <typename Scalar>
Status addThroughHeads(SplitHeads<Scalar>& headsGradient, const Scalar* inputs, const Projection<Scalar>& projection,
                       Buffer<Scalar>& joined, ProjectionWorkspace<Scalar>& workspace, Scalar* inputsGradient,
                       const ProjectionGradient<Scalar>& gradient) {
  if (!headsGradient.join(joined)) return Status::outOfMemory;
  const int rowCount = headsGradient.batchCount * headsGradient.count;
  addBiasGradient(joined.data(), rowCount, projection.outDim, gradient.bias);
  return addThroughProjection(joined.data(), rowCount, inputs, projection.inDim, projection.matrix, projection.outDim,
                              workspace, inputsGradient, gradient.matrix);
}

/// contextGradient = outputGradient through the output projection.
template <typename Scalar>
Status throughOutput(const ProjectedAttentionInput<Scalar>& input, const Scalar* outputGradient,
                     SplitHeads<Scalar>& context, Buffer<Scalar>& joined, ProjectionWorkspace<Scalar>& workspace,
                     const ProjectionGradient<Scalar>& gradient, SplitHeads<Scalar>& contextGradient) {
  const Projection<Scalar>& projection = input.outputProjection;
  const int rowCount = context.batchCount * context.count;
  addBiasGradient(outputGradient, rowCount, projection.outDim, gradient.bias);
  if (projection.matrix == nullptr) {
    contextGradient.split(outputGradient);
    return Status::ok;
  }
  Buffer<Scalar> joinedGradient;
  if (!context.join(joined) || !resizeToZeros(joinedGradient, joined.size())) return Status::outOfMemory;
  if (const Status status =
          addThroughProjection(outputGradient, rowCount, joined.data(), projection.inDim, projection.matrix,
                               projection.outDim, workspace, joinedGradient.data(), gradient.matrix);
      status != Status::ok) {
    return status;
  }
  contextGradient.split(joinedGradient.data());
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeProjectedAttentionGradient(const ProjectedAttentionInput<Scalar>& input, const Scalar* outputGradient,
                                         const Scalar* weightsGradient, ProjectedAttentionGradient<Scalar>& gradient) {
  const AttentionShape& s = input.attention.shape;
  Forward<Scalar> forward(s);
  if (const Status status = forward.compute(input); status != Status::ok) return status;
  Forward<Scalar> back(s);
  if (const Status status = back.allocate(); status != Status::ok) return status;
  Buffer<Scalar> joined;
  ProjectionWorkspace<Scalar> workspace;
  Status status =
      throughOutput(input, outputGradient, forward.context, joined, workspace, gradient.outputProjection, back.context);
  if (status != Status::ok) return status;

  AttentionInput<Scalar> attention = input.attention;
  attention.queries = forward.queries.constHeads();
  attention.keys = forward.keys.constHeads();
  attention.values = forward.values.constHeads();
  gradient.attention.queries = back.queries.heads();
  gradient.attention.keys = back.keys.heads();
  gradient.attention.values = back.values.heads();
  status = computeAttentionGradient(attention, back.context.constHeads(), weightsGradient, gradient.attention);
  if (status == Status::ok) {
    status = addThroughHeads(back.queries, input.queryInputs, input.queryProjection, joined, workspace,
                             gradient.queryInputs, gradient.queryProjection);
  }
  if (status == Status::ok && readsKeys(attention)) {
    status = addThroughHeads(back.keys, input.keyInputs, input.keyProjection, joined, workspace, gradient.keyInputs,
                             gradient.keyProjection);
  }
  if (status == Status::ok) {
    status = addThroughHeads(back.values, input.valueInputs, input.valueProjection, joined, workspace,
                             gradient.valueInputs, gradient.valueProjection);
  }
  return status;
}

template Status computeProjectedAttentionGradient(const ProjectedAttentionInput<float>&, const float*, const float*,
                                                  ProjectedAttentionGradient<float>&);
template Status computeProjectedAttentionGradient(const ProjectedAttentionInput<double>&, const double*, const double*,
                                                  ProjectedAttentionGradient<double>&);

}  // namespace attn
