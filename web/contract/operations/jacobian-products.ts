import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { checkFinite, checkRank, checkShape } from './checks.ts';

/**
 * How much of a gradient survives the way back through time: ∂h_T/∂h_t = J_T … J_{t+1}, with J_t = ∂h_t/∂h_{t−1}
 * (Bengio, Simard, Frasconi 1994; Pascanu, Mikolov, Bengio 2013, eq. 5). The spectral norm is the largest factor by
 * which a matrix stretches a vector, its largest singular value; that of a product is at most the product of the norms.
 *
 * Either `jacobians`, or `states` and `R` of a plain RNN h_t = tanh(… + h_{t−1} R), whose J_t in row vectors is
 * ∂h_t[j]/∂h_{t−1}[i] = (1 − h_t[j]²) R[i, j]. stepCount × dim³ ≤ 16 777 216.
 */
export interface JacobianProductsRequest<A extends FloatArray = FloatArray> {
  /** [stepCount, dim, dim] finite: row j, column i holds ∂h_t[j]/∂h_{t−1}[i] */
  readonly jacobians?: Tensor<A> | undefined;
  /** [stepCount, dim] h_1 … h_T, −1 … 1 */
  readonly states?: Tensor<A> | undefined;
  /** [dim, dim] finite, applied as h R */
  readonly R?: Tensor<A> | undefined;
}

/** A product that overflows holds infinities or NaN, and its norm is Infinity. */
export interface JacobianProductsResult<A extends FloatArray = FloatArray> {
  /** [stepCount, dim, dim] J_t, as given or made */
  readonly jacobians: Tensor<A>;
  /** [stepCount, dim, dim] entry t: J_T … J_t, from the last state back to before step t */
  readonly products: Tensor<A>;
  /** [stepCount] spectral norms of the products */
  readonly norms: Tensor<A>;
  /** [stepCount] spectral norms of the steps */
  readonly stepNorms: Tensor<A>;
  /** [stepCount] the products of the step norms from step t on, which no norm passes */
  readonly bounds: Tensor<A>;
}

/** stepCount × dim³. The same number as in wasm/include/attn/jacobian_products.hpp. */
export const maxJacobianWork = 16_777_216;

export function validateJacobianProducts({ jacobians, states, R }: JacobianProductsRequest): void {
  if (jacobians && (states || R)) {
    throw new EngineError('badShape', 'jacobians and states with R are both given, but one of them was expected.');
  }
  if (jacobians) {
    checkRank('jacobians', jacobians, 3, 3);
    const [stepCount, dim] = jacobians.shape;
    checkShape('jacobians', jacobians, [
      ['stepCount', stepCount],
      ['dim', dim],
      ['dim', dim],
    ]);
    checkWork(stepCount, dim);
    checkFinite('jacobians', jacobians);
    return;
  }
  if (!states || !R) {
    const missing = states ? 'R is' : R ? 'states is' : 'jacobians is';
    throw new EngineError('badShape', `${missing} absent, but either jacobians or states and R were expected.`);
  }
  checkRank('states', states, 2, 2);
  const [stepCount, dim] = states.shape;
  checkShape('R', R, [
    ['dim', dim],
    ['dim', dim],
  ]);
  checkWork(stepCount, dim);
  checkStates(states);
  checkFinite('R', R);
}

function checkStates({ data }: Tensor): void {
  const culprit = data.findIndex((state) => !(Math.abs(state) <= 1));
  if (culprit < 0) return;
  throw new EngineError(
    'badValue',
    `states holds ${data[culprit]} at index ${culprit}, but a number from -1 to 1 was expected, as tanh gives.`,
  );
}

function checkWork(stepCount: number, dim: number): void {
  const work = stepCount * dim ** 3;
  if (work <= maxJacobianWork) return;
  throw new EngineError(
    'tooLarge',
    `stepCount ${stepCount} × dim ${dim} cubed is ${work}, but at most ${maxJacobianWork} is supported.`,
  );
}
