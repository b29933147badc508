import type { OperationName } from '../../contract/index.ts';

/**
 * The module that has an operation, as wasm/src/operations/modules lists them. The trace stands alone in the module that
 * a page starts with; another is loaded with the first of its operations that is asked for.
 */
export const moduleOfOperation = {
  fusedAttention: 'fused',
  weightTile: 'fused',
  attention: 'attention',
  projectedAttention: 'attention',
  softmax: 'attention',
  recurrent: 'recurrence',
  recurrentGradient: 'recurrence',
  decoder: 'recurrence',
  decoderStep: 'recurrence',
  decoderGradient: 'recurrence',
  attentionGradient: 'gradients',
  projectedAttentionGradient: 'gradients',
  softmaxGradient: 'trace_gradients',
  scoreGradient: 'trace_gradients',
  traceGradient: 'trace_gradients',
  sinusoidalEncoding: 'layers',
  learnedEncoding: 'layers',
  rotaryTable: 'layers',
  rotaryEncoding: 'layers',
  layerNorm: 'layers',
  rmsNorm: 'layers',
  unary: 'layers',
  layerNormGradient: 'layers',
  rmsNormGradient: 'layers',
  unaryGradient: 'layers',
  entropy: 'analysis',
  divergence: 'analysis',
  leaveOneOut: 'analysis',
  softmaxJacobian: 'analysis',
  jacobianProducts: 'analysis',
  scoresForWeights: 'inverse',
  queryForWeights: 'inverse',
  sameContextWeights: 'inverse',
  hull: 'geometry',
  hullCorners: 'geometry',
  projection: 'geometry',
  backProjection: 'geometry',
} as const satisfies Record<OperationName, string>;

export type OperationsModuleName = (typeof moduleOfOperation)[OperationName];
export type WasmModuleName = 'trace' | OperationsModuleName;

export const wasmModuleNames: readonly WasmModuleName[] = ['trace', ...new Set(Object.values(moduleOfOperation))];
