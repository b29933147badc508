import type { LeaveOneOutRequest, LeaveOneOutResult } from '../../../contract/index.ts';
import { softmaxOf } from './distribution.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

export function leaveOneOut(request: LeaveOneOutRequest): LeaveOneOutResult<Float64Array> {
  const [queryCount, keyCount] = request.weights.shape;
  const values = rowsOf(request.values);
  const valueDim = values[0].length;
  const states = request.states && rowsOf(request.states);
  const rows = rowsOf(request.weights).map((weights, query) => {
    const without = values.map((_, left) => withoutWord(weights, left));
    const context = contextOf(weights, values);
    const contexts = without.map((others) => contextOf(others, values));
    const output = outputFunction(request, states?.[query]);
    return {
      without,
      contextChanges: contexts.map((other) => difference(other, context)),
      output: output?.(context),
      outputChanges: output && contexts.map((other) => difference(output(other), output(context))),
    };
  });
  const perWord = (ofWord: readonly Float64Array[]): Float64Array => Float64Array.from(ofWord, (x) => Math.hypot(...x));
  const without = rows.flatMap((row) => row.without);
  const contextChanges = rows.flatMap((row) => row.contextChanges);
  const words = [queryCount, keyCount];
  const result: LeaveOneOutResult<Float64Array> = {
    weights: tensorOf(without, [...words, keyCount]),
    contextChanges: tensorOf(contextChanges, [...words, valueDim]),
    contextEffects: { shape: words, data: perWord(contextChanges) },
    isEmpty: { shape: words, data: Float64Array.from(without, (others) => (others.some((x) => x > 0) ? 0 : 1)) },
  };
  if (!request.W) return result;
  const outputDim = request.W.shape[1];
  const outputChanges = rows.flatMap((row) => row.outputChanges ?? []);
  return {
    ...result,
    outputs: tensorOf(
      rows.map((row) => row.output!),
      [queryCount, outputDim],
    ),
    outputChanges: tensorOf(outputChanges, [...words, outputDim]),
    outputEffects: { shape: words, data: perWord(outputChanges) },
  };
}

/** What the others sum to is added up anew: 1 − weight would lose its digits where the word has nearly all. */
function withoutWord(weights: Float64Array, left: number): Float64Array {
  let rest = 0;
  for (let key = 0; key < weights.length; key++) if (key !== left) rest += weights[key];
  return weights.map((weight, key) => (key === left || rest === 0 ? 0 : weight / rest));
}

/** A weight of 0 adds 0 whatever the value. */
function contextOf(weights: Float64Array, values: readonly Float64Array[]): Float64Array {
  const context = new Float64Array(values[0].length);
  values.forEach((value, key) => {
    if (weights[key] === 0) return;
    for (let d = 0; d < context.length; d++) context[d] += weights[key] * value[d];
  });
  return context;
}

/** context → [state; context] W + b or its softmax; undefined without W. */
function outputFunction(
  { W, b, softmaxOutput = false }: LeaveOneOutRequest,
  state: Float64Array | undefined,
): ((context: Float64Array) => Float64Array) | undefined {
  if (!W) return undefined;
  const rowsOfW = rowsOf(W);
  return (context) => {
    const inputs = [...(state ?? []), ...context];
    const sums = Float64Array.from({ length: W.shape[1] }, (_, column) =>
      inputs.reduce((sum, x, row) => sum + x * rowsOfW[row][column], b?.data[column] ?? 0),
    );
    return softmaxOutput ? softmaxOf(sums) : sums;
  };
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((x, j) => x - b[j]);
}
