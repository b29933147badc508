import { EngineError } from '../engine-error.ts';
import type { FloatArray } from '../float-array.ts';
import { limits } from '../limits.ts';
import type { Tensor } from '../tensor.ts';
import { readsKeys } from './attention-checks.ts';
import { attentionShapeOf, type AttentionShape } from './attention-shape.ts';
import type { AttentionOptions, AttentionResult } from './attention.ts';
import { checkEqual, checkFinite, checkRank, checkResultSize, checkShape } from './checks.ts';

/**
 * Multi-head attention with its projections (Vaswani et al. 2017, §3.2.2): query = inputs · projection + bias, split
 * into heads, `attention`, heads joined, output = joined · outputProjection + outputBias. Row vectors: a projection has
 * the shape [in, out], and head h owns its columns h · dim … (h + 1) · dim − 1.
 *
 * All score functions but `given`.
 */
export interface ProjectedAttentionRequest<A extends FloatArray = FloatArray> extends AttentionOptions<A> {
  /** [batchCount, queryCount, queryInputDim] */
  readonly queryInputs: Tensor<A>;
  /** [batchCount, newKeyCount, keyInputDim]. Default: queryInputs, self-attention. */
  readonly keyInputs?: Tensor<A> | undefined;
  /** [batchCount, newKeyCount, valueInputDim]. Default: keyInputs. */
  readonly valueInputs?: Tensor<A> | undefined;
  readonly queryHeadCount: number;
  /** Divides queryHeadCount. Default: queryHeadCount. */
  readonly keyHeadCount?: number | undefined;
  /** [queryInputDim, queryHeadCount · queryDim] */
  readonly queryProjection: Tensor<A>;
  /** [keyInputDim, keyHeadCount · keyDim]. Not read by `location`. */
  readonly keyProjection?: Tensor<A> | undefined;
  /** [valueInputDim, keyHeadCount · valueDim] */
  readonly valueProjection: Tensor<A>;
  /** [queryHeadCount · valueDim, outputDim]. Without, output is the joined context. */
  readonly outputProjection?: Tensor<A> | undefined;
  /** [queryHeadCount · queryDim] */
  readonly queryBias?: Tensor<A> | undefined;
  /** [keyHeadCount · keyDim] */
  readonly keyBias?: Tensor<A> | undefined;
  /** [keyHeadCount · valueDim] */
  readonly valueBias?: Tensor<A> | undefined;
  /** [outputDim], or [queryHeadCount · valueDim] without outputProjection. */
  readonly outputBias?: Tensor<A> | undefined;
}

/** The result of `attention` in the layout [batchCount, queryHeadCount, queryCount, …], and what stands around it. */
export interface ProjectedAttentionResult<A extends FloatArray = FloatArray> extends AttentionResult<A> {
  /** [batchCount, queryCount, outputDim] */
  readonly output: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, queryDim] */
  readonly queries: Tensor<A>;
  /** [batchCount, keyHeadCount, newKeyCount, keyDim]. Absent where keys are not read. */
  readonly keys?: Tensor<A> | undefined;
  /** [batchCount, keyHeadCount, newKeyCount, valueDim] */
  readonly values: Tensor<A>;
}

export function validateProjectedAttention(request: ProjectedAttentionRequest): void {
  projectedAttentionShapeOf(request);
}

/** The sizes of the attention inside. Refuses what does not fit together. */
export function projectedAttentionShapeOf(request: ProjectedAttentionRequest): AttentionShape {
  const { scoreFunction = 'scaledDot', queryInputs, keyInputs = queryInputs, valueInputs = keyInputs } = request;
  const { queryHeadCount, keyHeadCount = queryHeadCount } = request;
  if (scoreFunction === 'given') {
    throw new EngineError('badValue', 'scoreFunction is "given", but projected attention makes its own scores.');
  }
  const queries = projected('query', queryInputs, request.queryProjection, request.queryBias);
  const values = projected('value', valueInputs, request.valueProjection, request.valueBias);
  const keys = readsKeys(scoreFunction)
    ? projected('key', keyInputs, request.keyProjection, request.keyBias)
    : undefined;
  const shape = attentionShapeOf({ ...request, queries, keys, values, queryHeadCount, keyHeadCount });
  const joinedDim = shape.queryHeadCount * shape.valueDim;
  const outputDim = request.outputProjection ? request.outputProjection.shape[1] : joinedDim;
  if (request.outputProjection) {
    checkProjection('outputProjection', request.outputProjection, 'queryHeadCount · valueDim', joinedDim);
  }
  if (request.outputBias) checkBias('outputBias', request.outputBias, outputDim);
  checkResultSize(
    'output',
    [
      ['batchCount', shape.batchCount],
      ['queryCount', shape.queryCount],
      ['outputDim', outputDim],
    ],
    limits.maxTensorNumbers,
  );
  return shape;
}

/** The shape that inputs will have once projected. Its numbers are not those; attentionShapeOf does not read them. */
function projected(
  role: 'query' | 'key' | 'value',
  inputs: Tensor | undefined,
  projection: Tensor | undefined,
  bias: Tensor | undefined,
): Tensor {
  if (!inputs || !projection) {
    const missing = inputs ? `${role}Projection` : `${role}Inputs`;
    throw new EngineError('badShape', `${missing} is missing, but projected attention needs it.`);
  }
  checkRank(`${role}Inputs`, inputs, 3, 3);
  const [batchCount, count, inputDim] = inputs.shape;
  checkProjection(`${role}Projection`, projection, `${role}InputDim`, inputDim);
  const outDim = projection.shape[1];
  if (bias) checkBias(`${role}Bias`, bias, outDim);
  checkResultSize(
    `${role} vectors`,
    [
      ['batchCount', batchCount],
      [`${role}Count`, count],
      ['projected width', outDim],
    ],
    limits.maxTensorNumbers,
  );
  return { shape: [batchCount, count, outDim], data: inputs.data };
}

function checkProjection(name: string, projection: Tensor, inName: string, inDim: number): void {
  checkRank(name, projection, 2, 2);
  checkEqual([`the first axis of ${name}`, projection.shape[0]], [inName, inDim]);
  checkFinite(name, projection);
}

function checkBias(name: string, bias: Tensor, outDim: number): void {
  checkShape(name, bias, [['projected width', outDim]]);
  checkFinite(name, bias);
}
