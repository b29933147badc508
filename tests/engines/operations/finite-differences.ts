import { allocateLike, countOf, type Tensor } from '../../../web/contract/index.ts';
import { expectNear } from '../number-agreement.ts';
import { largestOf, slopes } from '../tolerances.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface GradientCheck {
  /** The operation forward, in float64. */
  readonly run: (request: Fields) => Promise<object>;
  readonly request: Fields;
  /** ∂L/∂result by the names of results: L = Σ seed · result. */
  readonly seeds: Readonly<Record<string, Tensor | undefined>>;
  /** ∂L/∂field by the names of the request's fields, to be checked. A field that the request leaves out is zeros. */
  readonly gradients: Readonly<Record<string, Tensor | undefined>>;
}

/**
 * Each gradient against the slope of L along a direction in which every number of its field moves: central differences at two
 * distances, from which the error that grows with the square of the distance is taken out (Richardson).
 */
export async function expectGradients({ run, request, seeds, gradients }: GradientCheck): Promise<void> {
  const lossAt = async (moved: Fields): Promise<number> => {
    const result = (await run(moved)) as Readonly<Record<string, Tensor>>;
    let loss = 0;
    for (const [name, seed] of Object.entries(seeds)) {
      if (seed) loss += dot(seed.data, result[name].data);
    }
    return loss;
  };
  for (const [name, gradient] of Object.entries(gradients)) {
    if (!gradient) continue;
    const { shape } = gradient;
    const from = (request[name] as Tensor | undefined)?.data ?? new Float64Array(countOf(shape));
    const direction = gradient.data.map((_, index) => Math.sin(1 + 2.4 * index));
    const at = (distance: number): Promise<number> => {
      const data = allocateLike(from, from.length).map((_, index) => from[index] + distance * direction[index]);
      return lossAt({ ...request, [name]: { shape, data } });
    };
    const differenceAt = async (distance: number): Promise<number> =>
      ((await at(distance)) - (await at(-distance))) / (2 * distance);
    const slope = (4 * (await differenceAt(slopes.distance)) - (await differenceAt(2 * slopes.distance))) / 3;
    const scale = 1 + largestOf(gradient.data);
    expectNear(
      `gradient of ${name} along a direction`,
      [dot(gradient.data, direction)],
      [slope],
      slopes.tolerance * scale,
    );
  }
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i] * right[i];
  return sum;
}
