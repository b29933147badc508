import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tensor, WeightTileRequest, WeightTileResult } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, weightTileTolerances } from '../tolerances.ts';
import { stagedRequest } from './fused-attention-requests.ts';
import { describeWeightTileRefusals } from './weight-tile-refusals.ts';
import { pick, range } from './tensor-axes.ts';
import { placedRegions, pooled, tileRequestOf, type PlacedRegion } from './weight-tile-requests.ts';

const someRuns = { numRuns: 60 };
/** Weights below are not kept in float32. */
const vanishing = { float32: 2 ** -120, float64: 1e-300 } as const;

export function describeWeightTile(useEngine: UseEngine): void {
  describe.each(precisions)('weightTile, %s', (precision) => {
    const run = (request: WeightTileRequest) => useEngine().run('weightTile', request);
    const tensor = (shape: readonly number[], ...numbers: readonly number[]): Tensor => ({
      shape,
      data: floats(precision, numbers),
    });
    const column = (...numbers: readonly number[]): Tensor => tensor([numbers.length, 1], ...numbers);
    const row = (...numbers: readonly number[]): Tensor => tensor([numbers.length], ...numbers);
    const logSumExpOf = async ({ whole }: PlacedRegion) => {
      const result = await useEngine().run('fusedAttention', whole);
      return { logSumExp: result.logSumExp, bounds: weightTileTolerances(whole, result) };
    };

    /** Weights are off by a share of themselves, scores by as much wherever they stand. */
    const expectCells = (
      got: WeightTileResult,
      want: { readonly max: ArrayLike<number>; readonly mean: ArrayLike<number> },
      { absolute = vanishing[precision], share = 0 }: { absolute?: number; share?: number },
    ) => {
      expectNear('max', got.max.data, want.max, absolute, share);
      expectNear('mean', got.mean.data, want.mean, absolute, share);
    };

    it('every number is the reference engine’s', async () => {
      await fc.assert(
        fc.asyncProperty(placedRegions(precision), async (placed) => {
          const { logSumExp, bounds } = await logSumExpOf(placed);
          for (const quantity of ['weights', 'scores'] as const) {
            const request = tileRequestOf(placed, logSumExp, quantity);
            const got = await run(request);
            const want = await createReferenceEngine().run('weightTile', request);
            expect(got.max.data.constructor).toBe(request.queries.data.constructor);
            expect([got.max.shape, got.mean.shape]).toEqual([want.max.shape, want.mean.shape]);
            const bound = quantity === 'weights' ? { share: bounds.weightShare } : { absolute: bounds.score };
            expectCells(got, { max: want.max.data, mean: want.mean.data }, bound);
          }
        }),
        someRuns,
      );
    });

    it('a tile of any region is that rectangle of the weights of attention, pooled', async () => {
      await fc.assert(
        fc.asyncProperty(placedRegions(precision), async ({ whole: random, region }) => {
          // attention has no positions of its own.
          const whole = { ...random, firstPosition: undefined };
          const { logSumExp, bounds } = await logSumExpOf({ whole, region });
          const { weights } = await createReferenceEngine().run('attention', stagedRequest(whole));
          const want = pooled(weights.data, whole.keys.shape[0], region, () => true);
          const got = await run(tileRequestOf({ whole, region }, logSumExp));
          expect(got.max.shape).toEqual(want.shape);
          expectCells(got, want, { share: 2 * bounds.weightShare });
        }),
        someRuns,
      );
    });

    it('rows that lie apart, asked for together, have the weights they have alone', async () => {
      await fc.assert(
        fc.asyncProperty(placedRegions(precision), fc.nat(), async ({ whole, region: drawn }, number) => {
          const region = { ...drawn, queriesPerCell: 1 };
          const { logSumExp, bounds } = await logSumExpOf({ whole, region });
          const request = tileRequestOf({ whole, region }, logSumExp);
          const all = await run(request);
          const some = range(region.queryCount).filter((t) => (t * 5 + number) % 7 < 3);
          const rows = some.length === 0 ? [0] : some;
          const masks = [request.keepMask, request.additiveMask].map((mask) =>
            mask && mask.shape.length > 1 && mask.shape[0] > 1 ? pick(mask, 0, rows) : mask,
          );
          const got = await run({
            ...request,
            queries: pick(request.queries, 0, rows),
            logSumExp: pick(request.logSumExp!, 0, rows),
            keepMask: masks[0],
            additiveMask: masks[1],
            queryRows: { shape: [rows.length], data: floats(precision, rows) },
          });
          const want = { max: pick(all.max, 0, rows).data, mean: pick(all.mean, 0, rows).data };
          expectCells(got, want, { share: 2 * bounds.weightShare });
        }),
        someRuns,
      );
    });

    it('of scores: that rectangle of the logits of attention, of which only those that are seen count', async () => {
      await fc.assert(
        fc.asyncProperty(placedRegions(precision), async ({ whole: random, region }) => {
          const whole = { ...random, firstPosition: undefined };
          const { logSumExp, bounds } = await logSumExpOf({ whole, region });
          const { logits } = await createReferenceEngine().run('attention', stagedRequest(whole));
          const want = pooled(logits.data, whole.keys.shape[0], region, (logit) => logit !== -Infinity);
          const request = { ...tileRequestOf({ whole, region }, logSumExp, 'scores'), logSumExp: undefined };
          expectCells(await run(request), want, { absolute: 2 * bounds.score });
        }),
        someRuns,
      );
    });

    it('the cells of all keys hold as much weight as there are queries that see a key', async () => {
      await fc.assert(
        fc.asyncProperty(placedRegions(precision), async ({ whole, region }) => {
          const placed = { whole, region: { ...region, firstKey: 0, keyCount: whole.keys.shape[0] } };
          const { logSumExp, bounds } = await logSumExpOf(placed);
          const { mean } = await run(tileRequestOf(placed, logSumExp));
          const { firstRow, queryCount, keyCount, queriesPerCell, keysPerCell } = placed.region;
          const [cellRows, cellColumns] = mean.shape;
          const masses = new Float64Array(cellRows);
          const seeing = new Float64Array(cellRows);
          for (let cellRow = 0; cellRow < cellRows; cellRow++) {
            const first = cellRow * queriesPerCell;
            const rows = Math.min(queriesPerCell, queryCount - first);
            for (let c = 0; c < cellColumns; c++) {
              const keys = Math.min(keysPerCell, keyCount - c * keysPerCell);
              masses[cellRow] += mean.data[cellRow * cellColumns + c] * rows * keys;
            }
            const rowLogSumExp = logSumExp.data.subarray(firstRow + first, firstRow + first + rows);
            seeing[cellRow] = rowLogSumExp.filter((number) => number > -Infinity).length;
          }
          expectNear('mass', masses, seeing, vanishing[precision], 2 * bounds.weightShare);
        }),
        someRuns,
      );
    });

    it('by hand: four weights in cells of 1, of 2 keys, of 2 queries', async () => {
      // exp(0) = 1, exp(1) = e, exp(2) = e²; the rows' log-sum-exp are log 4 and 2 + log 2.
      const request = {
        scoreFunction: 'dot' as const,
        queries: column(1, 2),
        keys: column(0, 1),
        logSumExp: row(Math.log(4), 2 + Math.log(2)),
      };
      const [a, b, c, d] = [1 / 4, Math.E / 4, Math.exp(-2) / 2, 1 / 2];
      const near = { share: exampleTolerance[precision] };
      expectCells(await run(request), { max: [a, b, c, d], mean: [a, b, c, d] }, near);
      const alongKeys = { max: [b, d], mean: [(a + b) / 2, (c + d) / 2] };
      expectCells(await run({ ...request, keysPerCell: 2 }), alongKeys, near);
      const alongQueries = { max: [a, b], mean: [(a + c) / 2, (b + d) / 2] };
      expectCells(await run({ ...request, queriesPerCell: 2 }), alongQueries, near);
    });

    it('cells at the far edges divide by the pairs that they hold', async () => {
      const [queryCount, keyCount] = [7, 131];
      const zeros = (count: number) => column(...new Array<number>(count).fill(0));
      const got = await run({
        queries: zeros(queryCount),
        keys: zeros(keyCount),
        logSumExp: row(...new Array<number>(queryCount).fill(Math.log(2))),
        queriesPerCell: 4,
        keysPerCell: 50,
      });
      expect(got.mean.shape).toEqual([2, 3]);
      const halves = new Array<number>(6).fill(0.5);
      expectCells(got, { max: halves, mean: halves }, { share: exampleTolerance[precision] });
    });

    it('a cell larger than the tile is one cell', async () => {
      const request = { queries: column(0), keys: column(0, 0), logSumExp: row(0) };
      const got = await run({ ...request, queriesPerCell: 65_536, keysPerCell: 65_536 });
      expect(plain(got)).toEqual({ max: [1], mean: [1] });
    });

    it('a query that sees nothing, by its log-sum-exp or by the masks: weights of 0', async () => {
      const request = { queries: column(1, 1), keys: column(NaN, 1) };
      const blind = await run({ ...request, logSumExp: row(-Infinity, -Infinity) });
      expect(plain(blind)).toEqual({ max: [0, 0, 0, 0], mean: [0, 0, 0, 0] });
      const hidden = await run({ ...request, logSumExp: row(1, 1), keepMask: row(0, 0) });
      expect(plain(hidden)).toEqual({ max: [0, 0, 0, 0], mean: [0, 0, 0, 0] });
    });

    it('what is hidden takes no part, be it NaN, and lowers the mean of weights but not that of scores', async () => {
      const request = {
        scoreFunction: 'dot' as const,
        queries: column(1, 1),
        keys: column(1, NaN),
        keepMask: row(1, 0),
        logSumExp: row(1, 1),
        queriesPerCell: 2,
        keysPerCell: 2,
      };
      expect(plain(await run(request))).toEqual({ max: [1], mean: [0.5] });
      expect(plain(await run({ ...request, quantity: 'scores' }))).toEqual({ max: [1], mean: [1] });
    });

    it('a score of NaN that is seen makes its own cell NaN', async () => {
      const keys = Array.from({ length: 70 }, (_, i) => (i === 66 ? NaN : 1));
      const request = {
        scoreFunction: 'dot' as const,
        queries: column(1, 1),
        keys: column(...keys),
        logSumExp: row(1, 1),
        queriesPerCell: 2,
        keysPerCell: 10,
      };
      for (const quantity of ['weights', 'scores'] as const) {
        const cells = [1, 1, 1, 1, 1, 1, NaN];
        expect(plain(await run({ ...request, quantity }))).toEqual({ max: cells, mean: cells });
      }
    });

    it('a log-sum-exp of Infinity or NaN: no share is known of what is seen', async () => {
      for (const unknown of [Infinity, NaN]) {
        const request = { queries: column(1, 1), keys: column(1, Infinity, 2), logSumExp: row(unknown, 50) };
        const { mean } = plain(await run({ ...request, causal: 'topLeft' }));
        expect(mean.slice(0, 3)).toEqual([NaN, 0, 0]);
        expect(mean.slice(4)).toEqual([1, 0]);
      }
    });

    it('of scores: −Infinity where none is seen or above it, Infinity is the largest', async () => {
      const request = {
        scoreFunction: 'dot' as const,
        quantity: 'scores' as const,
        queries: column(1),
        keys: column(1, 3, -Infinity, -Infinity, 5, Infinity, 7, 9),
        keepMask: row(1, 1, 1, 1, 1, 1, 0, 0),
        keysPerCell: 2,
      };
      expect(plain(await run(request))).toEqual({
        max: [3, -Infinity, Infinity, -Infinity],
        mean: [2, -Infinity, Infinity, -Infinity],
      });
    });

    it('rounding lifts no weight above 1', async () => {
      const numbers = Array.from({ length: 40 }, (_, i) => Math.fround(Math.sin(i) * 3));
      const whole = { queries: column(...numbers), keys: column(1), values: column(1) };
      const { logSumExp } = await useEngine().run('fusedAttention', whole);
      const { max } = await run({ queries: whole.queries, keys: whole.keys, logSumExp });
      expect(Math.max(...max.data)).toBeLessThanOrEqual(1);
      expectNear(
        'max',
        max.data,
        numbers.map(() => 1),
        4 * exampleTolerance[precision],
      );
    });

    it('what a float32 cannot hold on the way is still right: terms that cancel, a mask of the lowest number', async () => {
      const large = Math.fround(2e38);
      const lowest = Math.fround(-3.4028234663852886e38);
      const vectors = { scoreFunction: 'dot' as const, queries: tensor([1, 3], 10, 10, 1), logSumExp: row(4) };
      const keys = tensor([2, 3], large, -large, 3, 0, 0, 4);
      const scores = await run({ ...vectors, keys, quantity: 'scores', additiveMask: row(0, lowest) });
      expect(plain(scores)).toEqual({ max: [3, lowest], mean: [3, lowest] });
      const weights = await run({ ...vectors, keys, additiveMask: row(1, lowest) });
      expectCells(weights, { max: [1, 0], mean: [1, 0] }, { share: exampleTolerance[precision] });
      const low = await run({ ...vectors, keys, additiveMask: row(lowest, lowest), logSumExp: row(lowest) });
      expect(plain(low)).toEqual({ max: [1, 1], mean: [1, 1] });
      const higher = Math.fround(-3e38);
      const small = tensor([2, 3], 0, 0, 3, 0, 0, 4);
      const apart = await run({ ...vectors, keys: small, additiveMask: row(lowest, higher), logSumExp: row(higher) });
      expect(plain(apart)).toEqual({ max: [0, 1], mean: [0, 1] });
    });
  });

  describeWeightTileRefusals(useEngine);
}

function plain({ max, mean }: WeightTileResult): { max: number[]; mean: number[] } {
  return { max: Array.from(max.data), mean: Array.from(mean.data) };
}
