import {
  projectedAttentionShapeOf,
  type ProjectedAttentionRequest,
  type ProjectedAttentionResult,
  type Tensor,
} from '../../../contract/index.ts';
import { multiplyRows } from '../row-matrix.ts';
import { attend } from './attention.ts';
import { joinHeads, splitHeads } from './heads.ts';

/** Project, split, attend, join, project. */
export function projectedAttention(request: ProjectedAttentionRequest): ProjectedAttentionResult<Float64Array> {
  const shape = projectedAttentionShapeOf(request);
  const { queryInputs, keyInputs = queryInputs, valueInputs = keyInputs } = request;
  const { queryHeadCount, keyHeadCount = queryHeadCount } = request;
  const queries = splitHeads(project(queryInputs, request.queryProjection, request.queryBias), queryHeadCount);
  const keys =
    request.scoreFunction === 'location'
      ? undefined
      : splitHeads(project(keyInputs, request.keyProjection, request.keyBias), keyHeadCount);
  const values = splitHeads(project(valueInputs, request.valueProjection, request.valueBias), keyHeadCount);
  const result = attend({ ...request, queries, keys, values }, shape);
  const output = project(joinHeads(result.context), request.outputProjection, request.outputBias);
  return { ...result, output, queries, values, ...(keys && { keys }) };
}

/** x · matrix + bias, of each position. */
function project({ shape, data }: Tensor, matrix: Tensor | undefined, bias: Tensor | undefined): Tensor<Float64Array> {
  const inDim = shape[2];
  const outDim = matrix ? matrix.shape[1] : inDim;
  const product = matrix ? multiplyRows(data, matrix.data, inDim, outDim) : Float64Array.from(data);
  return {
    shape: [shape[0], shape[1], outDim],
    data: bias ? product.map((number, index) => number + bias.data[index % outDim]) : product,
  };
}
