#include "attn/trace.hpp"
#include "context.hpp"
#include "matrix.hpp"
#include "score.hpp"

namespace attn {

template <typename Scalar>
Status computeRowDetail(const Input<Scalar>& input, const Trace<Scalar>& trace, int queryIndex,
                        Workspace<Scalar>& workspace, RowDetail<Scalar>& detail) {
  if (const Status status = checkInput(input); status != Status::ok) return status;
  const Shape& shape = input.shape;
  if (queryIndex < 0 || queryIndex >= shape.queryCount) return Status::badValue;
  if (trace.weights.size() != rowOffset(shape.queryCount, shape.keyCount)) return Status::badShape;

  detail.termCount = scoreTermCount(shape, input.scoreFunction);
  detail.scale = input.scoreFunction == ScoreFunction::given
                     ? 1
                     : input.scale.value_or(defaultScale(input.scoreFunction, shape.keyDim));
  if (!detail.scoreTerms.resize(rowOffset(shape.keyCount, detail.termCount)) ||
      !detail.contributions.resize(rowOffset(shape.keyCount, shape.valueDim))) {
    return Status::outOfMemory;
  }
  computeContributions(input, queryIndex, trace.weights.data() + rowOffset(queryIndex, shape.keyCount),
                       detail.contributions.data());
  return computeScoreTerms(input, queryIndex, workspace, detail);
}

template Status computeRowDetail(const Input<float>&, const Trace<float>&, int, Workspace<float>&, RowDetail<float>&);
template Status computeRowDetail(const Input<double>&, const Trace<double>&, int, Workspace<double>&,
                                 RowDetail<double>&);

}  // namespace attn
