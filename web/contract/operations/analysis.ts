import type { FloatArray } from '../float-array.ts';
import { validateBackProjection, type BackProjectionRequest, type BackProjectionResult } from './back-projection.ts';
import { validateDivergence, type DivergenceRequest, type DivergenceResult } from './divergence.ts';
import { validateEntropy, type EntropyRequest, type EntropyResult } from './entropy.ts';
import { validateHull, type HullRequest, type HullResult } from './hull.ts';
import { validateHullCorners, type HullCornersRequest, type HullCornersResult } from './hull-corners.ts';
import {
  validateJacobianProducts,
  type JacobianProductsRequest,
  type JacobianProductsResult,
} from './jacobian-products.ts';
import { validateLayerNorm, type LayerNormRequest, type LayerNormResult } from './layer-norm.ts';
import {
  validateLayerNormGradient,
  type LayerNormGradientRequest,
  type LayerNormGradientResult,
} from './layer-norm-gradient.ts';
import {
  validateLearnedEncoding,
  type LearnedEncodingRequest,
  type LearnedEncodingResult,
} from './learned-encoding.ts';
import { validateLeaveOneOut, type LeaveOneOutRequest, type LeaveOneOutResult } from './leave-one-out.ts';
import { validateProjection, type ProjectionRequest, type ProjectionResult } from './projection.ts';
import {
  validateQueryForWeights,
  type QueryForWeightsRequest,
  type QueryForWeightsResult,
} from './query-for-weights.ts';
import { validateRmsNorm, type RmsNormRequest, type RmsNormResult } from './rms-norm.ts';
import {
  validateRmsNormGradient,
  type RmsNormGradientRequest,
  type RmsNormGradientResult,
} from './rms-norm-gradient.ts';
import { validateRotaryEncoding, type RotaryEncodingRequest, type RotaryEncodingResult } from './rotary-encoding.ts';
import { validateRotaryTable, type RotaryTableRequest, type RotaryTableResult } from './rotary-table.ts';
import {
  validateSameContextWeights,
  type SameContextWeightsRequest,
  type SameContextWeightsResult,
} from './same-context-weights.ts';
import {
  validateScoresForWeights,
  type ScoresForWeightsRequest,
  type ScoresForWeightsResult,
} from './scores-for-weights.ts';
import {
  validateSinusoidalEncoding,
  type SinusoidalEncodingRequest,
  type SinusoidalEncodingResult,
} from './sinusoidal-encoding.ts';
import { validateUnary, type UnaryRequest, type UnaryResult } from './unary.ts';
import { validateUnaryGradient, type UnaryGradientRequest, type UnaryGradientResult } from './unary-gradient.ts';

/** Operations that look at weights, values and steps, and those that ask backwards from a wish to what fulfils it. */
export interface AnalysisOperations<A extends FloatArray = FloatArray> {
  entropy: { readonly request: EntropyRequest<A>; readonly result: EntropyResult<A> };
  divergence: { readonly request: DivergenceRequest<A>; readonly result: DivergenceResult<A> };
  hull: { readonly request: HullRequest<A>; readonly result: HullResult<A> };
  hullCorners: { readonly request: HullCornersRequest<A>; readonly result: HullCornersResult<A> };
  projection: { readonly request: ProjectionRequest<A>; readonly result: ProjectionResult<A> };
  backProjection: { readonly request: BackProjectionRequest<A>; readonly result: BackProjectionResult<A> };
  jacobianProducts: { readonly request: JacobianProductsRequest<A>; readonly result: JacobianProductsResult<A> };
  sinusoidalEncoding: { readonly request: SinusoidalEncodingRequest<A>; readonly result: SinusoidalEncodingResult<A> };
  learnedEncoding: { readonly request: LearnedEncodingRequest<A>; readonly result: LearnedEncodingResult<A> };
  rotaryTable: { readonly request: RotaryTableRequest<A>; readonly result: RotaryTableResult<A> };
  rotaryEncoding: { readonly request: RotaryEncodingRequest<A>; readonly result: RotaryEncodingResult<A> };
  layerNorm: { readonly request: LayerNormRequest<A>; readonly result: LayerNormResult<A> };
  rmsNorm: { readonly request: RmsNormRequest<A>; readonly result: RmsNormResult<A> };
  unary: { readonly request: UnaryRequest<A>; readonly result: UnaryResult<A> };
  layerNormGradient: { readonly request: LayerNormGradientRequest<A>; readonly result: LayerNormGradientResult<A> };
  rmsNormGradient: { readonly request: RmsNormGradientRequest<A>; readonly result: RmsNormGradientResult<A> };
  unaryGradient: { readonly request: UnaryGradientRequest<A>; readonly result: UnaryGradientResult<A> };
  scoresForWeights: { readonly request: ScoresForWeightsRequest<A>; readonly result: ScoresForWeightsResult<A> };
  queryForWeights: { readonly request: QueryForWeightsRequest<A>; readonly result: QueryForWeightsResult<A> };
  sameContextWeights: { readonly request: SameContextWeightsRequest<A>; readonly result: SameContextWeightsResult<A> };
  leaveOneOut: { readonly request: LeaveOneOutRequest<A>; readonly result: LeaveOneOutResult<A> };
}

export const analysisValidators: {
  readonly [N in keyof AnalysisOperations]: (request: AnalysisOperations[N]['request']) => void;
} = {
  entropy: validateEntropy,
  divergence: validateDivergence,
  hull: validateHull,
  hullCorners: validateHullCorners,
  projection: validateProjection,
  backProjection: validateBackProjection,
  jacobianProducts: validateJacobianProducts,
  sinusoidalEncoding: validateSinusoidalEncoding,
  learnedEncoding: validateLearnedEncoding,
  rotaryTable: validateRotaryTable,
  rotaryEncoding: validateRotaryEncoding,
  layerNorm: validateLayerNorm,
  rmsNorm: validateRmsNorm,
  unary: validateUnary,
  layerNormGradient: validateLayerNormGradient,
  rmsNormGradient: validateRmsNormGradient,
  unaryGradient: validateUnaryGradient,
  scoresForWeights: validateScoresForWeights,
  queryForWeights: validateQueryForWeights,
  sameContextWeights: validateSameContextWeights,
  leaveOneOut: validateLeaveOneOut,
};
