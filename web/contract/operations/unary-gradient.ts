import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkSameShape } from './checks.ts';
import { validateUnary, type UnaryRequest } from './unary.ts';

/**
 * The backward pass of `unary`: ∂L/∂x = ∂L/∂y · f′(x). With σ for sigmoid and Φ, φ for the normal distribution:
 *
 * | f          | f′(x)                                                                            |
 * | ---------- | -------------------------------------------------------------------------------- |
 * | `exp`      | eˣ                                                                               |
 * | `tanh`     | 1 − tanh² x                                                                      |
 * | `sigmoid`  | σ(x) (1 − σ(x))                                                                  |
 * | `relu`     | 1 where x > 0, else 0                                                            |
 * | `gelu`     | Φ(x) + x φ(x)                                                                    |
 * | `geluTanh` | σ(u) + x σ(u) (1 − σ(u)) u′ with u = √(8/π) (x + 0.044715 x³)                     |
 * | `silu`     | σ(x) + x σ(x) (1 − σ(x))                                                         |
 *
 * NaN gives NaN; ±Infinity gives the limit. Where ∂L/∂y is 0 so is ∂L/∂x, whatever x.
 */
export interface UnaryGradientRequest<A extends FloatArray = FloatArray> extends UnaryRequest<A> {
  /** The shape of x: ∂L/∂y */
  readonly yGradient: Tensor<A>;
}

export interface UnaryGradientResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly xGradient: Tensor<A>;
}

export function validateUnaryGradient(request: UnaryGradientRequest): void {
  validateUnary(request);
  checkSameShape('yGradient', request.yGradient, 'x', request.x);
}
