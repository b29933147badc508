import type { Tensor } from '../tensor.ts';
import type { OperationName, OperationRequest } from './index.ts';

export type FieldKind = 'tensor' | 'number' | 'boolean' | 'text';

type Requests = { [N in OperationName]: OperationRequest<N> }[OperationName];
type PlainNames<R> = R extends unknown
  ? { [F in keyof R]-?: NonNullable<R[F]> extends Tensor ? never : F }[keyof R]
  : never;
type FieldOf<R, F> = R extends unknown ? (F extends keyof R ? NonNullable<R[F]> : never) : never;
type KindOf<V> = [V] extends [number] ? 'number' : [V] extends [boolean] ? 'boolean' : 'text';

/** Of every field of a request that is no tensor; a name means the same in each operation that has it. */
const plainKinds: { readonly [F in PlainNames<Requests>]: KindOf<FieldOf<Requests, F>> } = {
  axis: 'number',
  axisCount: 'number',
  base: 'number',
  causal: 'text',
  cell: 'text',
  dim: 'number',
  direction: 'text',
  epsilon: 'number',
  feedsInput: 'boolean',
  firstKey: 'number',
  firstPosition: 'number',
  fullyMasked: 'text',
  function: 'text',
  gateOrder: 'text',
  headCount: 'number',
  interleaved: 'boolean',
  keyHeadCount: 'number',
  keysPerCell: 'number',
  leftWindow: 'number',
  normalize: 'boolean',
  order: 'text',
  quantity: 'text',
  queriesPerCell: 'number',
  queryHeadCount: 'number',
  reset: 'text',
  rightWindow: 'number',
  rotaryDim: 'number',
  scale: 'number',
  scoreFunction: 'text',
  smallestWeight: 'number',
  softcap: 'number',
  softmaxOutput: 'boolean',
  temperature: 'number',
  tolerance: 'number',
};

/** What a field of this name must be. */
export function expectedKind(name: string): FieldKind {
  return Object.hasOwn(plainKinds, name) ? plainKinds[name as keyof typeof plainKinds] : 'tensor';
}
