#pragma once

#include "attn/attention.hpp"

namespace attn {

/// x · matrix + bias for row vectors x.
template <typename Scalar>
struct Projection {
  const Scalar* matrix = nullptr;  ///< [inDim, outDim]; nullptr: the identity, outDim = inDim
  const Scalar* bias = nullptr;    ///< [outDim]; nullptr: none
  int inDim = 0;
  int outDim = 0;
};

/// Views of the caller's arrays, row-major. Head h owns the columns h · dim … (h + 1) · dim − 1 of a projection.
template <typename Scalar>
struct ProjectedAttentionInput {
  /// Everything but queries, keys and values, which are made here. Not for given scores.
  AttentionInput<Scalar> attention;
  const Scalar* queryInputs = nullptr;  ///< [batchCount, queryCount, queryProjection.inDim]
  const Scalar* keyInputs = nullptr;    ///< [batchCount, newKeyCount, keyProjection.inDim]; unused by location scores
  const Scalar* valueInputs = nullptr;  ///< [batchCount, newKeyCount, valueProjection.inDim]
  Projection<Scalar> queryProjection;   ///< to queryHeadCount · queryDim
  Projection<Scalar> keyProjection;     ///< to keyHeadCount · keyDim
  Projection<Scalar> valueProjection;   ///< to keyHeadCount · valueDim
  Projection<Scalar> outputProjection;  ///< from queryHeadCount · valueDim
};

template <typename Scalar>
struct ProjectedAttentionOutput {
  AttentionOutput<Scalar> attention;  ///< context in the split layout of Heads
  Scalar* queries = nullptr;          ///< [batchCount, queryHeadCount, queryCount, queryDim]
  Scalar* keys = nullptr;             ///< [batchCount, keyHeadCount, newKeyCount, keyDim]; unused by location scores
  Scalar* values = nullptr;           ///< [batchCount, keyHeadCount, newKeyCount, valueDim]
  Scalar* output = nullptr;           ///< [batchCount, queryCount, outputProjection.outDim]
};

/// Projections, attention in each head, heads joined, projection (Vaswani et al. 2017, arXiv:1706.03762, §3.2.2).
/// Status as computeAttention; badShape also where a projection's widths are not those above.
template <typename Scalar>
Status computeProjectedAttention(const ProjectedAttentionInput<Scalar>& input,
                                 const ProjectedAttentionOutput<Scalar>& output);

}  // namespace attn
