import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { tensors } from '../tensors.ts';
import { rowsOf, size, sumOf, tensor, vectors } from './matrices.ts';

export function describePositionalEncodings(useEngine: UseEngine): void {
  describe.each(precisions)('positional encodings, %s', (precision) => {
    const near = exampleTolerance[precision];
    const positions = (...numbers: number[]) => tensor(precision, [numbers.length], numbers);

    it('sinusoidal: position 1 in four numbers, in both orders and cut to three', async () => {
      const [sin, cos] = [Math.sin, Math.cos];
      const encode = async (dim: number, interleaved?: boolean) =>
        (await useEngine().run('sinusoidalEncoding', { positions: positions(1), dim, interleaved })).encoding;
      expectNear('encoding', (await encode(4)).data, [sin(1), cos(1), sin(0.01), cos(0.01)], near);
      expectNear('encoding', (await encode(4, false)).data, [sin(1), sin(0.01), cos(1), cos(0.01)], near);
      const step = Math.pow(10_000, -2 / 3);
      expectNear('encoding', (await encode(3)).data, [sin(1), cos(1), sin(step)], near);
      expectNear('encoding', (await encode(3, false)).data, [sin(1), sin(step), cos(1)], near);
    });

    it('sinusoidal: the product of two encodings depends on their distance only', async () => {
      const { encoding } = await useEngine().run('sinusoidalEncoding', { positions: positions(0, 3, 7, 10), dim: 8 });
      const [a, b, c, d] = rowsOf(encoding);
      const product = (x: number[], y: number[]) => sumOf(x.map((each, j) => each * y[j]));
      expectNear('products', [product(a, b)], [product(c, d)], 8 * near);
    });

    it('learned: rows of the table, in the order of the positions', async () => {
      const table = tensor(precision, [3, 2], [1, 2, 3, 4, 5, 6]);
      const { encoding } = await useEngine().run('learnedEncoding', { table, positions: positions(2, 0, 2) });
      expect(rowsOf(encoding)).toEqual([
        [5, 6],
        [1, 2],
        [5, 6],
      ]);
      await expect(useEngine().run('learnedEncoding', { table, positions: positions(3) })).rejects.toThrow(
        'positions holds 3 at index 0, but a whole number from 0 to 2 was expected.',
      );
    });

    it('rotary: a quarter turn, for neighbours and for halves', async () => {
      const vectors = tensor(precision, [1, 1, 1, 4], [1, 2, 3, 4]);
      const turn = { cosines: tensor(precision, [1, 1, 2], [0, 1]), sines: tensor(precision, [1, 1, 2], [1, 0]) };
      const halves = await useEngine().run('rotaryEncoding', { vectors, ...turn });
      expect(Array.from(halves.rotated.data)).toEqual([-3, 2, 1, 4]);
      const neighbours = await useEngine().run('rotaryEncoding', { vectors, ...turn, interleaved: true });
      expect(Array.from(neighbours.rotated.data)).toEqual([-2, 1, 3, 4]);
    });

    it('rotary: every number is the reference engine’s, norms stay, products depend on the distance only', async () => {
      const requests = fc
        .record({
          batchCount: size(1, 2),
          headCount: size(1, 3),
          positionCount: size(1, 4),
          pairCount: size(1, 3),
          spare: size(0, 3),
          interleaved: fc.boolean(),
          isJoined: fc.boolean(),
          shift: size(0, 5),
        })
        .chain((sizes) => {
          const { batchCount, headCount, positionCount, pairCount, spare, isJoined } = sizes;
          const dim = 2 * pairCount + spare;
          const shape = isJoined
            ? [batchCount, positionCount, headCount * dim]
            : [batchCount, headCount, positionCount, dim];
          return fc.record({
            vectors: tensors(precision, fc.constant(shape)),
            positions: tensors(precision, fc.constant([batchCount, positionCount]), size(0, 9)),
            sizes: fc.constant({ ...sizes, dim }),
          });
        });
      await fc.assert(
        fc.asyncProperty(requests, async ({ vectors, positions: places, sizes }) => {
          const { headCount, pairCount, interleaved, isJoined, shift, dim } = sizes;
          const everyPosition = positions(...Array.from({ length: 15 }, (_, t) => t));
          const table = await useEngine().run('rotaryTable', { positions: everyPosition, rotaryDim: 2 * pairCount });
          const wantedTable = await createReferenceEngine().run('rotaryTable', {
            positions: everyPosition,
            rotaryDim: 2 * pairCount,
          });
          expectResultAgrees(precision, table, wantedTable);
          const options = {
            ...table,
            rotaryDim: 2 * pairCount,
            interleaved,
            headCount: isJoined ? headCount : undefined,
          };
          const rotate = async (ids: Tensor) =>
            useEngine().run('rotaryEncoding', { vectors, positions: ids, ...options });
          const got = await rotate(places);
          const want = await createReferenceEngine().run('rotaryEncoding', { vectors, positions: places, ...options });
          expectResultAgrees(precision, got, want, 8);

          const asVectors = ({ data }: Tensor) => rowsOf({ shape: [data.length / dim, dim], data });
          const [before, after] = [asVectors(vectors), asVectors(got.rotated)];
          const slack = 64 * dim * roundingUnit[precision];
          expectNear(
            'norms',
            after.map((x) => Math.hypot(...x)),
            before.map((x) => Math.hypot(...x)),
            slack,
          );
          const shifted = asVectors(
            (await rotate({ shape: places.shape, data: places.data.map((place) => place + shift) })).rotated,
          );
          const products = (rows: number[][]) => rows.map((row) => sumOf(row.map((x, j) => x * rows[0][j])));
          expectNear('products', products(shifted), products(after), 16 * slack);
        }),
        { numRuns: 60 },
      );
    });

    it('sinusoidal: every number is the reference engine’s', async () => {
      const requests = fc.record({
        positions: size(1, 6).chain((count) => vectors(precision, count)),
        dim: size(1, 9),
        base: fc.constantFrom(undefined, 100, 0.5),
        interleaved: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('sinusoidalEncoding', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('sinusoidalEncoding', request));
        }),
        { numRuns: 40 },
      );
    });

    it('rotary: refuses an odd width and tables that do not fit, naming both', async () => {
      const odd = tensor(precision, [1, 1, 1, 3], [1, 2, 3]);
      const table = { cosines: tensor(precision, [1, 1, 1], [1]), sines: tensor(precision, [1, 1, 1], [0]) };
      await expect(useEngine().run('rotaryEncoding', { vectors: odd, ...table })).rejects.toThrow('dim is 3');
      const four = tensor(precision, [1, 1, 1, 4], [1, 2, 3, 4]);
      await expect(useEngine().run('rotaryEncoding', { vectors: four, ...table })).rejects.toThrow(
        'cosines has shape [1, 1, 1], but [batchCount 1, positionCount 1, rotaryDim / 2 2] was expected.',
      );
      await expect(useEngine().run('rotaryTable', { positions: positions(1), rotaryDim: 3 })).rejects.toThrow(
        'rotaryDim is 3, but an even number',
      );
    });
  });
}
