import type { ScoreParameters } from './scene.ts';

/**
 * Small matrices with which every step can be followed by hand. W is the identity but for one entry, so that the bilinear
 * score is the dot product plus one visible term; W_q and W_k are identities, W_k with one entry more; v adds up.
 */
export function simpleParameters(stateDim: number): ScoreParameters {
  const attentionDim = stateDim;
  const identityPlus = (extra: number, row: number, column: number): Float64Array => {
    const matrix = new Float64Array(stateDim * stateDim);
    for (let d = 0; d < stateDim; d++) matrix[d * stateDim + d] = 1;
    if (stateDim > 1) matrix[row * stateDim + column] = extra;
    return matrix;
  };
  return {
    attentionDim,
    W: identityPlus(0.5, 0, 1),
    W_q: identityPlus(0, 0, 1),
    W_k: identityPlus(0.5, 1, 0),
    v: new Float64Array(attentionDim).fill(1),
  };
}
