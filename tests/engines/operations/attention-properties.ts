import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionShapeOf,
  type AttentionRequest,
  type AttentionResult,
  type FloatArray,
  type Tensor,
} from '../../../web/contract/index.ts';
import { precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { attentionTolerances, largestOf, roundingUnit } from '../tolerances.ts';
import { rowsOf, sumOf } from './analysis/matrices.ts';
import { attentionRequests, vectorScoreFunctions } from './attention-requests.ts';
import { seed } from './gradient-requests.ts';
import { concatenateAlong, pick, range } from './tensor-axes.ts';
import { tensors } from './tensors.ts';

const fewRuns = { numRuns: 40 };

/** What holds of attention whatever its numbers. */
export function describeAttentionProperties(useEngine: UseEngine): void {
  describe.each(precisions)('properties, %s', (precision) => {
    const run = (request: AttentionRequest) => useEngine().run('attention', request);
    const unit = roundingUnit[precision];
    const huge = precision === 'float64' ? 1.7e308 : 3.4e38;

    it('each row of weights sums to 1, or sees nothing and is what its policy says', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision }), async (request) => {
          expectDistributions(request, await run(request), unit);
        }),
        fewRuns,
      );
    });

    it('a constant added to all scores of a row changes no weight', async () => {
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: ['given'] }),
          fc.integer({ min: -8, max: 8 }),
          async (random, constant) => {
            const request = { ...random, softcap: undefined };
            const scores = {
              shape: request.scores!.shape,
              data: request.scores!.data.map((score) => score + constant),
            };
            const before = await run(request);
            const shifted = { ...request, scores };
            const after = await run(shifted);
            const tolerance = attentionTolerances(shifted, after);
            // The sum of score and constant has been rounded too.
            expectNear('weights', after.weights.data, before.weights.data, 4 * tolerance.weights);
            expectNear('context', after.context.data, before.context.data, 4 * tolerance.context);
          },
        ),
        fewRuns,
      );
    });

    it('the order of queries does not matter: each takes its row along', async () => {
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: vectorScoreFunctions, isPlain: true }),
          async (request) => {
            const order = range(request.queries!.shape[2]).reverse();
            const before = await run(request);
            const after = await run({ ...request, queries: pick(request.queries!, 2, order) });
            const tolerance = attentionTolerances(request, before);
            expectNear('weights', after.weights.data, pick(before.weights, 2, order).data, 2 * tolerance.weights);
            expectNear('context', after.context.data, pick(before.context, 2, order).data, 2 * tolerance.context);
          },
        ),
        fewRuns,
      );
    });

    it('the context lies in the convex hull of the values', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision }), async (request) => {
          const { batchCount, queryHeadCount, keyHeadCount, keyCount, valueDim } = attentionShapeOf(request);
          const { context, isEmpty } = await run(request);
          const values = request.pastValues ? concatenateAlong(2, request.pastValues, request.values) : request.values;
          // The weights sum to 1 up to 4 roundings, and the sum of the values has one a key, along each axis.
          const bound = (keyCount + 6) * Math.sqrt(valueDim) * unit * largestOf(values.data);
          for (const b of range(batchCount)) {
            for (const h of range(queryHeadCount)) {
              const contexts = headOf(context, b, h);
              const seeing = range(contexts.shape[0]).filter((t) => headOf(isEmpty, b, h).data[t] === 0);
              if (seeing.length === 0) continue;
              const { distance } = await useEngine().run('hull', {
                points: headOf(values, b, Math.floor((h * keyHeadCount) / queryHeadCount)),
                targets: pick(contexts, 0, seeing),
              });
              expectNear('distance', distance.data, new Float64Array(seeing.length), bound);
            }
          }
        }),
        fewRuns,
      );
    });

    it('scores at the end of the range leave weights, contexts and gradients finite', async () => {
      const extremes = fc.constantFrom(0, 1, 1000, -1000, huge, -huge);
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: ['given'] }).chain((request) =>
            tensors(precision, fc.constant(request.scores!.shape), extremes).map((scores) => ({ ...request, scores })),
          ),
          async (random) => {
            const request = { ...random, fullyMasked: undefined };
            const result = await run(request);
            expectDistributions(request, result, unit);
            const contextGradient = seed(precision, result.context.shape, 1);
            const gradient = await useEngine().run('attentionGradient', { ...request, contextGradient });
            for (const { data } of [result.context, gradient.valuesGradient, gradient.scoresGradient]) {
              expect(areFinite(data)).toBe(true);
            }
          },
        ),
        fewRuns,
      );
    });

    it('as no constant matters, the gradients of a row of scores sum to 0', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision, scoreFunctions: ['given'] }), async (random) => {
          const request = { ...random, softcap: undefined, fullyMasked: undefined };
          const contextGradient = seed(precision, (await run(request)).context.shape, 1);
          const { scoresGradient, weightsGradient } = await useEngine().run('attentionGradient', {
            ...request,
            contextGradient,
          });
          // α_i (g_i − Σ α_j g_j) / temperature: 4 roundings each of numbers as large as g, of which α makes a mean.
          const factor = Math.abs(request.scale ?? 1) / (request.temperature ?? 1);
          const { keyCount } = attentionShapeOf(request);
          const bound = (4 + keyCount) * 2 * unit * factor * largestOf(weightsGradient.data);
          for (const row of rowsOf(scoresGradient)) expectNear('Σ gradients', [sumOf(row)], [0], bound);
        }),
        fewRuns,
      );
    });
  });
}

function expectDistributions(request: AttentionRequest, { weights, isEmpty }: AttentionResult, unit: number): void {
  const { keyCount } = attentionShapeOf(request);
  const sums = { zeros: 0, uniform: 1, nan: NaN };
  rowsOf(weights).forEach((row, index) => {
    const isNothing = isEmpty.data[index] === 1;
    const sum = isNothing ? sums[request.fullyMasked ?? 'zeros'] : 1;
    expectNear('Σ weights', [sumOf(row)], [sum], keyCount * 2 * unit);
    if (!Number.isNaN(sum)) expect(row.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
  });
}

/** One head of one sequence, [count, dim] or [count]. */
function headOf(tensor: Tensor, batch: number, head: number): Tensor {
  const { shape, data } = pick(pick(tensor, 0, [batch]), 1, [head]);
  return { shape: shape.slice(2), data };
}

function areFinite(numbers: FloatArray): boolean {
  return numbers.every((number: number) => Number.isFinite(number));
}
