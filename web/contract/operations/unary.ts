import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { checkPresent } from './presence.ts';

/**
 * | name       | formula                                        | source                      |
 * | ---------- | ---------------------------------------------- | --------------------------- |
 * | `exp`      | eˣ                                             |                             |
 * | `tanh`     | tanh x                                         |                             |
 * | `sigmoid`  | 1 / (1 + e⁻ˣ)                                  |                             |
 * | `relu`     | max(0, x)                                      | Nair, Hinton 2010           |
 * | `gelu`     | ½ x (1 + erf(x / √2))                          | Hendrycks, Gimpel 2016      |
 * | `geluTanh` | ½ x (1 + tanh(√(2/π) (x + 0.044715 x³)))       | the same, as GPT-2 has it   |
 * | `silu`     | x · sigmoid(x)                                 | the same                    |
 */
export const unaryFunctions = ['exp', 'tanh', 'sigmoid', 'relu', 'gelu', 'geluTanh', 'silu'] as const;
export type UnaryFunction = (typeof unaryFunctions)[number];

/** A function of each number by itself. NaN gives NaN; ±Infinity gives the limit. */
export interface UnaryRequest<A extends FloatArray = FloatArray> {
  readonly x: Tensor<A>;
  readonly function: UnaryFunction;
}

export interface UnaryResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly y: Tensor<A>;
}

export function validateUnary(request: UnaryRequest): void {
  checkPresent('x', request.x);
  if (unaryFunctions.includes(request.function)) return;
  throw new EngineError(
    'badValue',
    `function is "${request.function}", but one of ${unaryFunctions.join(', ')} was expected.`,
  );
}
