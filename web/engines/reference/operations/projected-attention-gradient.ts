import {
  countOf,
  projectedAttentionGradientShapeOf,
  type ProjectedAttentionGradientRequest,
  type ProjectedAttentionGradientResult,
  type Tensor,
} from '../../../contract/index.ts';
import { multiplyRowsByTransposed } from '../row-matrix.ts';
import { attentionGradientOf } from './attention-gradient.ts';
import { joinHeads, splitHeads } from './heads.ts';
import { projectedAttention } from './projected-attention.ts';
import { sumOfOuterProducts } from './score-backward.ts';

/** Forward once more, then back: output projection, attention, projections. */
export function projectedAttentionGradient(
  request: ProjectedAttentionGradientRequest,
): ProjectedAttentionGradientResult<Float64Array> {
  const shape = projectedAttentionGradientShapeOf(request);
  const { queryInputs, keyInputs = queryInputs, valueInputs = keyInputs, outputGradient } = request;
  const { queries, keys, values, context } = projectedAttention(request);
  const output = throughProjection(outputGradient, joinHeads(context), request.outputProjection);
  const contextGradient = splitHeads(output.inputs, shape.queryHeadCount);
  const { queriesGradient, keysGradient, valuesGradient, ...options } = attentionGradientOf(
    { ...request, queries, keys, values, contextGradient },
    shape,
  );
  const query = throughProjection(joinHeads(queriesGradient!), queryInputs, request.queryProjection);
  const key = keysGradient && throughProjection(joinHeads(keysGradient), keyInputs, request.keyProjection);
  const value = throughProjection(joinHeads(valuesGradient), valueInputs, request.valueProjection);

  const queryInputsGradient = zerosLike(queryInputs);
  const keyInputsGradient = request.keyInputs && zerosLike(request.keyInputs);
  const valueInputsGradient = request.valueInputs && zerosLike(request.valueInputs);
  add(queryInputsGradient, query.inputs);
  if (key) add(keyInputsGradient ?? queryInputsGradient, key.inputs);
  add(valueInputsGradient ?? keyInputsGradient ?? queryInputsGradient, value.inputs);
  return {
    ...options,
    queryInputsGradient,
    ...(keyInputsGradient && { keyInputsGradient }),
    ...(valueInputsGradient && { valueInputsGradient }),
    queryProjectionGradient: query.projection!,
    ...(key && { keyProjectionGradient: key.projection }),
    valueProjectionGradient: value.projection!,
    ...(output.projection && { outputProjectionGradient: output.projection }),
    ...(request.queryBias && { queryBiasGradient: query.bias }),
    ...(request.keyBias && key && { keyBiasGradient: key.bias }),
    ...(request.valueBias && { valueBiasGradient: value.bias }),
    ...(request.outputBias && { outputBiasGradient: output.bias }),
  };
}

interface ProjectionGradient {
  /** [batchCount, count, inDim] */
  readonly inputs: Tensor<Float64Array>;
  /** [inDim, outDim] */
  readonly projection: Tensor<Float64Array> | undefined;
  /** [outDim] */
  readonly bias: Tensor<Float64Array>;
}

/** y = x P + b, or x + b without a projection. outputs: ∂L/∂y [batchCount, count, outDim]. */
function throughProjection(outputs: Tensor, inputs: Tensor, projection: Tensor | undefined): ProjectionGradient {
  const outDim = outputs.shape[2];
  const inDim = inputs.shape[2];
  const gradient = Float64Array.from(outputs.data);
  const bias = new Float64Array(outDim);
  gradient.forEach((number, index) => (bias[index % outDim] += number));
  return {
    inputs: {
      shape: inputs.shape,
      data: projection ? multiplyRowsByTransposed(gradient, projection.data, outDim, inDim) : gradient,
    },
    projection: projection && {
      shape: projection.shape,
      data: sumOfOuterProducts(inputs.data, gradient, inDim, outDim),
    },
    bias: { shape: [outDim], data: bias },
  };
}

function zerosLike({ shape }: Tensor): Tensor<Float64Array> {
  return { shape, data: new Float64Array(countOf(shape)) };
}

function add(sum: Tensor<Float64Array>, other: Tensor<Float64Array>): void {
  other.data.forEach((number, index) => (sum.data[index] += number));
}
