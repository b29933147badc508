#pragma once

#include "attn/attention.hpp"
#include "attn/call.hpp"
#include "attn/projected_attention.hpp"

namespace attn::operations {

/// The score function as a request names it. Location scores are dot scores of a table.
struct RequestedScore {
  ScoreFunction scoreFunction = ScoreFunction::scaledDot;
  bool isByLocation = false;

  bool readsQueries() const { return scoreFunction != ScoreFunction::given; }
  bool readsKeys() const { return readsQueries() && !isByLocation; }
};

/// False for an unknown name.
template <typename Scalar>
bool readScoreFunction(const Call<Scalar>& call, RequestedScore& score);

/// Reads what `attention` and `projectedAttention` have in common. input.shape is known but for pastCount and
/// attentionDim, which are found here. badShape, badValue.
template <typename Scalar>
Status readAttentionOptions(const Call<Scalar>& call, const RequestedScore& score, AttentionInput<Scalar>& input);

/// Reads the whole request of `attention`. isJoined: its layout is [batch, position, head · dim].
template <typename Scalar>
Status readAttention(const Call<Scalar>& call, AttentionInput<Scalar>& input, bool& isJoined);

/// Reads the whole request of `projectedAttention`.
template <typename Scalar>
Status readProjectedAttention(const Call<Scalar>& call, ProjectedAttentionInput<Scalar>& input);

/// Makes the results of `attention`, the context in the layout that is asked for. False: call.failure() has the reason.
template <typename Scalar>
bool addAttentionResults(Call<Scalar>& call, const AttentionShape& shape, bool isJoined,
                         AttentionOutput<Scalar>& output);

}  // namespace attn::operations
