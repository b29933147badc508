import { weightAxis, type Evidence } from './evidence.ts';
import { numberTypeOf, type AxisName, type FileTensor } from './file-tensor.ts';

/** What the numbers of an array seem to be. `other`: nothing that attention is made of, or of too many axes. */
export type TensorKind = 'weights' | 'scores' | 'queries' | 'keys' | 'values' | 'mask' | 'other';

/** Layer, batch, head, and the two of a matrix. */
const mostAxes = 5;

const vectorNames: readonly (readonly [TensorKind, RegExp])[] = [
  ['queries', /(^|[._/\-\s])(q|query|queries|q_?states?|query_?(states?|layer))($|[._/\-\s*\d])/i],
  ['keys', /(^|[._/\-\s])(k|key|keys|k_?states?|key_?(states?|layer))($|[._/\-\s*\d])/i],
  ['values', /(^|[._/\-\s])(v|value|values|v_?states?|value_?(states?|layer))($|[._/\-\s*\d])/i],
];
const scoreNames = /score|logit|energ|masked|scaled|qk/i;
const maskNames = /mask$/i;
const weightNames = /weight|attention|attn|align|alpha|softmax|prob|pattern/i;
/** Of a model, not of what it computes. */
const parameterNames = /bias|[._]weights?$|norm|embed|transposed/i;

/** The name says that the array holds queries, keys or values. */
export const isVectorName = (name: string): boolean => vectorNames.some(([, pattern]) => pattern.test(name));
/** The name says that the array holds scores. */
export const isScoreName = (name: string): boolean => scoreNames.test(name);
/** The name says that the array holds weights. */
export const isWeightName = (name: string): boolean => weightNames.test(name);

/** By the numbers where they say it, else by the name. */
export function guessKind(tensor: FileTensor, evidence: Evidence): TensorKind {
  const { name, shape } = tensor;
  if (shape.length === 0 || shape.length > mostAxes || shape.includes(0)) return 'other';
  if (numberTypeOf(tensor) === 'bool' || maskNames.test(name)) return 'mask';
  const vectors = vectorNames.find(([, pattern]) => pattern.test(name));
  if (vectors && !/_(weights|bias|transposed|output)/i.test(name)) return vectors[0];
  if (weightAxis(tensor, evidence) !== null) return 'weights';
  if (scoreNames.test(name) || evidence.hasMinusInfinity || evidence.maskNumber !== null) return 'scores';
  if (parameterNames.test(name) && !/attention|attn|align/i.test(name)) return 'other';
  if (weightNames.test(name) && evidence.smallest >= 0) return 'weights';
  return shape.length === 1 && name !== '' ? 'other' : 'scores';
}

/** What each axis seems to run over. What the file says of an axis is kept. */
export function guessAxes(tensor: FileTensor, kind: TensorKind, evidence: Evidence): AxisName[] {
  const { shape } = tensor;
  const rank = shape.length;
  const axes: (AxisName | null)[] = [...tensor.axes];
  const isKnown = (name: AxisName): boolean => axes.includes(name);
  if (kind === 'queries' || kind === 'keys' || kind === 'values') {
    const along = kind === 'queries' ? 'query' : 'key';
    if (!isKnown('width')) axes[lastFree(axes)] = 'width';
    if (rank > 1 && !isKnown(along)) axes[lastFree(axes)] = along;
  } else {
    const along = kind === 'weights' ? weightAxis(tensor, evidence) : null;
    if (!isKnown('key')) axes[along !== null && axes[along] === null ? along : lastFree(axes)] = 'key';
    if (rank > 1 && !isKnown('query')) axes[queryAxis(axes, shape)] = 'query';
  }
  return withLeading(axes, shape);
}

function lastFree(axes: readonly (AxisName | null)[]): number {
  return axes.lastIndexOf(null);
}

/** Beside the keys, on the side that is free; in self-attention it is as long as theirs. */
function queryAxis(axes: readonly (AxisName | null)[], shape: readonly number[]): number {
  const key = axes.indexOf('key');
  const beside = [key - 1, key + 1].filter((axis) => axes[axis] === null);
  const alike = beside.filter((axis) => shape[axis] === shape[key]);
  return alike.at(-1) ?? beside.at(-1) ?? lastFree(axes);
}

/** Names for what is left, from the last to the first. An axis of 1 before the heads is a batch of one. */
function withLeading(axes: readonly (AxisName | null)[], shape: readonly number[]): AxisName[] {
  const free = axes.flatMap((name, axis) => (name === null ? [axis] : []));
  const unused = (['layer', 'batch', 'head'] as const).filter((name) => !axes.includes(name));
  const names: AxisName[] =
    free.length === 2 && unused.length === 3
      ? [shape[free[0]] === 1 ? 'batch' : 'layer', 'head']
      : unused.slice(unused.length - free.length);
  // Matrices that stand the other way round come from translation, which has sentences and one head.
  const isTurned = axes.includes('key') && axes.indexOf('key') < axes.indexOf('query');
  if (free.length === 1 && isTurned && unused.includes('batch')) names[0] = 'batch';
  return axes.map((name, axis) => name ?? names[free.indexOf(axis)] ?? 'batch');
}
