import type { AnalysisOperations } from '../../../contract/index.ts';
import { backProjection } from './back-projection.ts';
import { divergence } from './divergence.ts';
import { entropy } from './entropy.ts';
import { hull } from './hull.ts';
import { hullCorners } from './hull-corners.ts';
import { jacobianProducts } from './jacobian-products.ts';
import { layerNorm } from './layer-norm.ts';
import { layerNormGradient } from './layer-norm-gradient.ts';
import { learnedEncoding } from './learned-encoding.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { projection } from './projection.ts';
import { queryForWeights } from './query-for-weights.ts';
import { rmsNorm } from './rms-norm.ts';
import { rmsNormGradient } from './rms-norm-gradient.ts';
import { rotaryEncoding } from './rotary-encoding.ts';
import { rotaryTable } from './rotary-table.ts';
import { sameContextWeights } from './same-context-weights.ts';
import { scoresForWeights } from './scores-for-weights.ts';
import { sinusoidalEncoding } from './sinusoidal-encoding.ts';
import { unary } from './unary.ts';
import { unaryGradient } from './unary-gradient.ts';

export const referenceAnalysis: {
  readonly [N in keyof AnalysisOperations]: (
    request: AnalysisOperations[N]['request'],
  ) => AnalysisOperations<Float64Array>[N]['result'];
} = {
  entropy,
  divergence,
  hull,
  hullCorners,
  projection,
  backProjection,
  jacobianProducts,
  sinusoidalEncoding,
  learnedEncoding,
  rotaryTable,
  rotaryEncoding,
  layerNorm,
  rmsNorm,
  unary,
  layerNormGradient,
  rmsNormGradient,
  unaryGradient,
  scoresForWeights,
  queryForWeights,
  sameContextWeights,
  leaveOneOut,
};
