import type { UnaryFunction, UnaryRequest, UnaryResult } from '../../../contract/index.ts';
import { erfc } from './erfc.ts';

const functions: Readonly<Record<UnaryFunction, (x: number) => number>> = {
  exp: Math.exp,
  tanh: Math.tanh,
  sigmoid,
  relu: (x) => (x < 0 ? 0 : x),
  // 1 + erf(x / √2) = erfc(−x / √2), which keeps its digits where it is small.
  gelu: (x) => timesShare(x, 0.5 * erfc(-x * Math.SQRT1_2)),
  // ½ (1 + tanh z) = sigmoid(2 z), likewise.
  geluTanh: (x) => timesShare(x, sigmoid(2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))),
  silu: (x) => timesShare(x, sigmoid(x)),
};

export function unary({ x, function: name }: UnaryRequest): UnaryResult<Float64Array> {
  return { y: { shape: x.shape, data: Float64Array.from(x.data, functions[name]) } };
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** ±Infinity times a share of 0 has the limit 0. */
export function timesShare(x: number, share: number): number {
  return share === 0 ? 0 : x * share;
}
