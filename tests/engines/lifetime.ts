import { describe, expect, it } from 'vitest';
import type { AttentionInput } from '../../web/contract/index.ts';
import { oneRow } from './inputs.ts';
import type { CreateEngine, UseEngine } from './suite.ts';

/** A trace of count × count scores, over a mebibyte for each of its big arrays when count is 400. */
function squareInput(count: number, seed: number): AttentionInput<Float64Array> {
  const wave = (length: number, step: number): Float64Array =>
    Float64Array.from({ length }, (_, i) => Math.sin(seed + i * step));
  return {
    queryCount: count,
    keyCount: count,
    valueDim: 8,
    values: wave(count * 8, 0.7),
    score: {
      scoreFunction: 'scaledDot',
      queryDim: 8,
      keyDim: 8,
      queries: wave(count * 8, 0.3),
      keys: wave(count * 8, 1.1),
    },
  };
}

/** Who owns which memory, and when an engine may be used. */
export function describeLifetime(useEngine: UseEngine, createEngine: CreateEngine): void {
  describe('lifetime', () => {
    it('O1: a trace stays as it was while later calls make memory grow', async () => {
      const small = await useEngine().trace(oneRow([0.3, 2.1, 0.5]));
      const detail = await useEngine().rowDetail(squareInput(3, 1), 2);
      const copy = structuredClone({ small, detail });
      for (const count of [50, 400, 1000, 20]) await useEngine().trace(squareInput(count, count));
      expect({ small, detail }).toEqual(copy);
      expect(small.weights).toHaveLength(3);
    });

    it('an input is read when it is handed over and never changed', async () => {
      const input = squareInput(5, 2);
      const copy = structuredClone(input);
      const before = await useEngine().trace(input);
      expect(input).toEqual(copy);
      const pending = useEngine().trace(input);
      input.values.fill(1e9);
      expect((await pending).context).toEqual(before.context);
    });

    it('a request is read when it is handed over, be it the first of its operation', async () => {
      const engine = await createEngine();
      const request = () => ({ scores: { shape: [3], data: Float64Array.of(0.3, 2.1, 0.5) } });
      for (const pass of ['first', 'second']) {
        const given = request();
        const pending = engine.run('softmax', given);
        given.scores.data.fill(0);
        const { probabilities } = await engine.run('softmax', request());
        expect((await pending).probabilities, pass).toEqual(probabilities);
      }
      engine.dispose();
    });

    it('calls that overlap each get their own answer', async () => {
      const inputs = [3, 60, 7, 120, 1].map((count) => squareInput(count, count));
      const alone = [];
      for (const input of inputs) alone.push(await useEngine().trace(input));
      expect(await Promise.all(inputs.map((input) => useEngine().trace(input)))).toEqual(alone);
    });

    it('views into larger buffers are read at their own place', async () => {
      const buffer = Float64Array.of(9, 9, 0.3, 2.1, 0.5, 9);
      const input = oneRow([0.3, 2.1, 0.5]);
      const view = { scoreFunction: 'given', scores: buffer.subarray(2, 5) } as const;
      expect(await useEngine().trace({ ...input, score: view })).toEqual(await useEngine().trace(input));
    });

    it('after dispose, which may come twice, every call is refused; other engines go on', async () => {
      const engine = await createEngine();
      engine.dispose();
      engine.dispose();
      await expect(engine.trace(oneRow([1]))).rejects.toMatchObject({ name: 'EngineError', status: 'disposed' });
      await expect(engine.rowDetail(oneRow([1]), 0)).rejects.toMatchObject({ status: 'disposed' });
      expect((await useEngine().trace(oneRow([1]))).weights[0]).toBe(1);
    });
  });
}
