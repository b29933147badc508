#include "attn/attention_gradient.hpp"

#include <algorithm>

#include "attention_head.hpp"
#include "attention_input.hpp"
#include "attention_mask.hpp"
#include "head_backward.hpp"
#include "matrix.hpp"
#include "score_backward.hpp"

namespace attn {
namespace {

/// The results of the forward pass that the backward pass reads, of all heads.
template <typename Scalar>
struct Forward {
  Buffer<Scalar> context, scores, cappedScores, logits, weights, logSumExp, isEmpty;

  Status compute(const AttentionInput<Scalar>& input) {
    const AttentionShape& s = input.shape;
    const std::size_t rows = rowOffset(s.batchCount, s.queryHeadCount) * static_cast<std::size_t>(s.queryCount);
    const std::size_t pairs = rows * static_cast<std::size_t>(s.keyCount());
    if (!context.resize(rows * static_cast<std::size_t>(s.valueDim)) || !scores.resize(pairs) ||
        !cappedScores.resize(pairs) || !logits.resize(pairs) || !weights.resize(pairs) || !logSumExp.resize(rows) ||
        !isEmpty.resize(rows)) {
      return Status::outOfMemory;
    }
    return computeAttention(
        input, {Heads<Scalar>::split(context.data(), s.queryHeadCount, s.queryCount, s.valueDim), scores.data(),
                cappedScores.data(), logits.data(), weights.data(), logSumExp.data(), isEmpty.data()});
  }
};

/// What one head needs at a time.
template <typename Scalar>
struct Scratch {
  AttentionHead<Scalar> head;
  AttentionHead<Scalar> gradient;
  Buffer<Scalar> contextGradient;  ///< [queryCount, valueDim]
  Buffer<Scalar> logitsGradient;   ///< [queryCount, keyCount]
  Buffer<Scalar> added;            ///< [keyCount]
  Buffer<std::uint8_t> visible;    ///< [queryCount, keyCount]
  Buffer<double> weights;          ///< [queryCount, keyCount] zeros where a row sees no key
  HeadBackwardWorkspace<Scalar> back;
  ScoreGradientWorkspace<Scalar> scoring;

  bool resize(const AttentionShape& s) {
    const std::size_t pairs = rowOffset(s.queryCount, s.keyCount());
    return head.resize(s) && gradient.resize(s) && contextGradient.resize(rowOffset(s.queryCount, s.valueDim)) &&
           logitsGradient.resize(pairs) && added.resize(static_cast<std::size_t>(s.keyCount())) &&
           visible.resize(pairs) && weights.resize(pairs);
  }
};

template <typename Scalar>
void fillWithZeros(Buffer<Scalar>& buffer) {
  std::fill_n(buffer.data(), buffer.size(), Scalar(0));
}

/// Which head, the key head it reads, and where its rows and pairs start in the arrays of all heads.
struct Place {
  int batch;
  int head;
  int keyHead;
  std::size_t firstRow;
  std::size_t firstPair;
};

/// What the head's rows saw, and their weights as far as the scores had a say in them.
template <typename Scalar>
void readRows(const AttentionInput<Scalar>& input, const Place& place, const Forward<Scalar>& forward,
              Scratch<Scalar>& scratch) {
  const int keyCount = input.shape.keyCount();
  for (int t = 0; t < input.shape.queryCount; ++t) {
    const std::size_t row = rowOffset(t, keyCount);
    resolveAttentionMask(input, place.batch, place.head, t, scratch.visible.data() + row, scratch.added.data());
    const bool isEmpty = forward.isEmpty[place.firstRow + static_cast<std::size_t>(t)] != 0;
    const Scalar* const weights = forward.weights.data() + place.firstPair + row;
    std::transform(weights, weights + keyCount, scratch.weights.data() + row,
                   [=](Scalar weight) { return isEmpty ? 0 : static_cast<double>(weight); });
  }
}

/// The context of a row that sees no key is, under the policy `uniform`, the mean of all values.
template <typename Scalar>
void addUniformRows(const AttentionShape& s, const Scalar* isEmpty, const Scalar* contextGradient,
                    Scalar* valuesGradient) {
  MatrixView<Scalar> values(valuesGradient, s.keyCount(), s.valueDim);
  for (int t = 0; t < s.queryCount; ++t) {
    if (isEmpty[t] == 0) continue;
    values.rowwise() += ConstRowView<Scalar>(contextGradient + rowOffset(t, s.valueDim), s.valueDim) /
                        static_cast<Scalar>(s.keyCount());
  }
}

template <typename Scalar>
void addToMask(const AttentionInput<Scalar>& input, const Place& place, const Scalar* logitsGradient, Scalar* mask) {
  const Broadcast<Scalar>& strides = input.additiveMask;
  const int keyCount = input.shape.keyCount();
  Scalar* const head = mask + static_cast<std::size_t>(place.batch) * strides.batchStride +
                       static_cast<std::size_t>(place.head) * strides.headStride;
  for (int t = 0; t < input.shape.queryCount; ++t) {
    Scalar* const row = head + static_cast<std::size_t>(t) * strides.queryStride;
    for (int i = 0; i < keyCount; ++i) {
      row[static_cast<std::size_t>(i) * strides.keyStride] +=
          logitsGradient[rowOffset(t, keyCount) + static_cast<std::size_t>(i)];
    }
  }
}

/// From the capped scores to the raw ones, in place: softcap · tanh(score / softcap) passes on 1 − tanh².
template <typename Scalar>
void throughSoftcap(double softcap, const Scalar* cappedScores, std::size_t pairCount, Scalar* scoresGradient) {
  if (softcap == 0) return;
  for (std::size_t pair = 0; pair < pairCount; ++pair) {
    if (scoresGradient[pair] == 0) continue;
    const double tanh = static_cast<double>(cappedScores[pair]) / softcap;
    scoresGradient[pair] *= static_cast<Scalar>((1 - tanh) * (1 + tanh));
  }
}

/// score = scale · given
template <typename Scalar>
void throughGivenScale(double scale, const Scalar* given, std::size_t pairCount, Scalar* scoresGradient,
                       double& scaleGradient) {
  for (std::size_t pair = 0; pair < pairCount; ++pair) {
    if (scoresGradient[pair] == 0) continue;
    scaleGradient += static_cast<double>(scoresGradient[pair]) * static_cast<double>(given[pair]);
    scoresGradient[pair] *= static_cast<Scalar>(scale);
  }
}

/// Past rows first, as they were gathered.
template <typename Scalar>
void addWithPast(const Scalar* matrix, const AttentionShape& s, int dim, const Place& place, const Heads<Scalar>& past,
                 const Heads<Scalar>& recent) {
  addToHead(matrix, s.pastCount, dim, past, place.batch, place.keyHead);
  addToHead(matrix + rowOffset(s.pastCount, dim), s.newKeyCount, dim, recent, place.batch, place.keyHead);
}

template <typename Scalar>
Status addThroughScores(const AttentionInput<Scalar>& input, const Place& place, Scratch<Scalar>& scratch,
                        AttentionGradient<Scalar>& gradient) {
  const AttentionShape& s = input.shape;
  fillWithZeros(scratch.gradient.queries);
  fillWithZeros(scratch.gradient.keys);
  // Scores by location: the table of locations takes the place of the keys.
  const bool isByLocation = input.locations != nullptr;
  ScoreGradient<Scalar> score{scratch.gradient.queries.data(),
                              isByLocation ? gradient.locations : scratch.gradient.keys.data(),
                              gradient.W,
                              gradient.W_q,
                              gradient.W_k,
                              gradient.v,
                              0};
  if (const Status status = addScoreGradient(scratch.head.problem(input, nullptr), gradient.scores + place.firstPair,
                                             scratch.scoring, score);
      status != Status::ok) {
    return status;
  }
  gradient.scale += score.scale;
  addToHead(scratch.gradient.queries.data(), s.queryCount, s.queryDim, gradient.queries, place.batch, place.head);
  if (!isByLocation) {
    addWithPast(scratch.gradient.keys.data(), s, s.keyDim, place, gradient.pastKeys, gradient.keys);
  }
  return Status::ok;
}

template <typename Scalar>
Status addHead(const AttentionInput<Scalar>& input, const Forward<Scalar>& forward, const Place& place,
               const Heads<const Scalar>& contextGradient, const Scalar* weightsGradient, Scratch<Scalar>& scratch,
               AttentionGradient<Scalar>& gradient) {
  const AttentionShape& s = input.shape;
  const std::size_t pairCount = rowOffset(s.queryCount, s.keyCount());
  Scalar* const scoresGradient = gradient.scores + place.firstPair;
  const Scalar* const cappedScores = forward.cappedScores.data() + place.firstPair;
  gather(contextGradient, place.batch, place.head, s.queryCount, s.valueDim, scratch.contextGradient.data());
  readRows(input, place, forward, scratch);

  fillWithZeros(scratch.gradient.values);
  HeadGradient<Scalar> head{scratch.gradient.values.data(), gradient.weights + place.firstPair,
                            scratch.logitsGradient.data(), scoresGradient};
  const AttendedHead<Scalar> attended{s.queryCount,
                                      s.keyCount(),
                                      s.valueDim,
                                      cappedScores,
                                      scratch.visible.data(),
                                      scratch.weights.data(),
                                      scratch.head.values.data(),
                                      input.temperature};
  const HeadOutputGradient<Scalar> output{scratch.contextGradient.data(),
                                          weightsGradient == nullptr ? nullptr : weightsGradient + place.firstPair};
  if (const Status status = gradientThroughHead(attended, output, scratch.back, head); status != Status::ok) {
    return status;
  }
  if (input.fullyMasked == FullyMasked::uniform) {
    addUniformRows(s, forward.isEmpty.data() + place.firstRow, scratch.contextGradient.data(),
                   scratch.gradient.values.data());
  }
  addWithPast(scratch.gradient.values.data(), s, s.valueDim, place, gradient.pastValues, gradient.values);
  if (input.additiveMask.data != nullptr) {
    addToMask(input, place, scratch.logitsGradient.data(), gradient.additiveMask);
  }
  gradient.temperature += head.temperature;
  throughSoftcap(input.softcap, cappedScores, pairCount, scoresGradient);
  if (input.scoreFunction != ScoreFunction::given) return addThroughScores(input, place, scratch, gradient);
  throughGivenScale(input.scale.value_or(1), input.scores + place.firstPair, pairCount, scoresGradient, gradient.scale);
  return Status::ok;
}

}  // namespace

template <typename Scalar>
Status computeAttentionGradient(const AttentionInput<Scalar>& input, const Heads<const Scalar>& contextGradient,
                                const Scalar* weightsGradient, AttentionGradient<Scalar>& gradient) {
  if (const Status status = checkAttention(input); status != Status::ok) return status;
  const AttentionShape& s = input.shape;
  Forward<Scalar> forward;
  if (const Status status = forward.compute(input); status != Status::ok) return status;
  Scratch<Scalar> scratch;
  if (!scratch.resize(s)) return Status::outOfMemory;
  const int groupSize = s.queryHeadCount / s.keyHeadCount;
  for (int b = 0; b < s.batchCount; ++b) {
    for (int h = 0; h < s.queryHeadCount; ++h) {
      const std::size_t firstRow =
          (rowOffset(b, s.queryHeadCount) + static_cast<std::size_t>(h)) * static_cast<std::size_t>(s.queryCount);
      const Place place{b, h, h / groupSize, firstRow, firstRow * static_cast<std::size_t>(s.keyCount())};
      if (h % groupSize == 0) scratch.head.gatherKeysAndValues(input, b, place.keyHead);
      scratch.head.gatherQueries(input, b, h);
      if (const Status status = addHead(input, forward, place, contextGradient, weightsGradient, scratch, gradient);
          status != Status::ok) {
        return status;
      }
    }
  }
  return Status::ok;
}

template Status computeAttentionGradient(const AttentionInput<float>&, const Heads<const float>&, const float*,
                                         AttentionGradient<float>&);
template Status computeAttentionGradient(const AttentionInput<double>&, const Heads<const double>&, const double*,
                                         AttentionGradient<double>&);

}  // namespace attn
