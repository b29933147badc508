import { fusedScoreFunctions, type FusedScoreFunction } from '../../contract/index.ts';

/** How large a call of attention is: one head, without masks. */
export interface WorkloadSizes {
  readonly queryCount: number;
  readonly keyCount: number;
  /** Of queries and keys. */
  readonly keyDim: number;
  readonly valueDim: number;
  /** Width of the additive formula's vectors. */
  readonly attentionDim: number;
}

/** What an engine is timed with. */
export interface Workload extends WorkloadSizes {
  readonly scoreFunction: FusedScoreFunction;
}

export const profiledScoreFunctions = fusedScoreFunctions;

/**
 * Additions and multiplications of a call, those of the softmax aside: what the formula needs, whatever an engine does
 * to get there. A tanh counts as one.
 *
 *   dot, scaledDot   2 · T_q · T_k · (d_k + d_v)
 *   bilinear         the same + 2 · T_q · d_k²            q W once for each query
 *   additive         2 · T_q · T_k · (2 d_a + d_v) + 2 · (T_q + T_k) · d_k · d_a
 *
 * The additive formula adds, bends, multiplies by v and adds up, for each of d_a numbers of each pair.
 */
export function flopsOf({ scoreFunction, queryCount, keyCount, keyDim, valueDim, attentionDim }: Workload): number {
  const pairs = 2 * queryCount * keyCount;
  switch (scoreFunction) {
    case 'additive':
      return pairs * (2 * attentionDim + valueDim) + 2 * (queryCount + keyCount) * keyDim * attentionDim;
    case 'bilinear':
      return pairs * (keyDim + valueDim) + 2 * queryCount * keyDim * keyDim;
    default:
      return pairs * (keyDim + valueDim);
  }
}

const floatBytes = 4;

/** Of the float32 arrays that a fused call takes and gives: they grow with T. */
export function fusedBytesOf({
  scoreFunction,
  queryCount,
  keyCount,
  keyDim,
  valueDim,
  attentionDim,
}: Workload): number {
  const parameters = {
    dot: 0,
    scaledDot: 0,
    bilinear: keyDim * keyDim,
    additive: (2 * keyDim + 1) * attentionDim,
  }[scoreFunction];
  const vectors = queryCount * keyDim + keyCount * (keyDim + valueDim);
  // The context, and three numbers a row.
  const results = queryCount * (valueDim + 3);
  return floatBytes * (vectors + parameters + results);
}

/** The same call with every stage kept: scores, logits, exponentials twice and weights, and a byte for what is visible. */
export function tracedBytesOf(workload: Workload): number {
  return fusedBytesOf(workload) + workload.queryCount * workload.keyCount * (5 * floatBytes + 1);
}
