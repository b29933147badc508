import type { UnaryFunction, UnaryGradientRequest, UnaryGradientResult } from '../../../contract/index.ts';
import { erfc } from './erfc.ts';
import { sigmoid, timesShare } from './unary.ts';

const slopes: Readonly<Record<UnaryFunction, (x: number) => number>> = {
  exp: Math.exp,
  // 1 − tanh² x, which keeps its digits on both sides.
  tanh: (x) => 4 * sigmoidSlope(2 * x),
  sigmoid: sigmoidSlope,
  relu: (x) => (x > 0 ? 1 : Number.isNaN(x) ? NaN : 0),
  gelu: (x) => 0.5 * erfc(-x * Math.SQRT1_2) + timesShare(x, Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)),
  geluTanh: (x) => {
    const u = Math.sqrt(8 / Math.PI) * (x + 0.044715 * x * x * x);
    const share = sigmoidSlope(u);
    const uSlope = Math.sqrt(8 / Math.PI) * (1 + 3 * 0.044715 * x * x);
    return sigmoid(u) + (share === 0 ? 0 : x * share * uSlope);
  },
  silu: (x) => sigmoid(x) + timesShare(x, sigmoidSlope(x)),
};

export function unaryGradient({
  x,
  function: name,
  yGradient,
}: UnaryGradientRequest): UnaryGradientResult<Float64Array> {
  const data = Float64Array.from(yGradient.data, (gradient, index) =>
    gradient === 0 ? 0 : gradient * slopes[name](x.data[index]),
  );
  return { xGradient: { shape: x.shape, data } };
}

/** σ(x) (1 − σ(x)) = σ(x) σ(−x), which keeps its digits on both sides. */
function sigmoidSlope(x: number): number {
  return sigmoid(x) * sigmoid(-x);
}
