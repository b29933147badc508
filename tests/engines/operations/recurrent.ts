import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateCountOf, type RecurrentRequest, type RecurrentResult, type Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import type { UseEngine } from '../suite.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { cellKinds, recurrentRequests, titleOf } from './recurrent-requests.ts';
import { pick, range } from './tensor-axes.ts';

const fewRuns = { numRuns: 30 };

export function describeRecurrent(useEngine: UseEngine): void {
  describe.each(precisions)('recurrent, %s', (precision) => {
    const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
      shape,
      data: floats(precision, numbers),
    });
    const run = (request: RecurrentRequest): Promise<RecurrentResult> => useEngine().run('recurrent', request);

    describe.each(cellKinds.map((kind) => [titleOf(kind), kind] as const))('%s', (_, kind) => {
      it('every number is the reference engine’s', async () => {
        await fc.assert(
          fc.asyncProperty(recurrentRequests({ precision, kind }), async (request) => {
            expectResultAgrees(precision, await run(request), await createReferenceEngine().run('recurrent', request));
          }),
          { numRuns: 60 },
        );
      });

      it('a batch gives what its sequences give one by one', async () => {
        await fc.assert(
          fc.asyncProperty(recurrentRequests({ precision, kind }), async (request) => {
            const all = await run(request);
            for (const b of range(request.inputs.shape[0])) {
              const alone = await run(mapTensors(request, batchFields, (each) => pick(each, 0, [b])));
              expect(alone).toEqual(mapTensors(all, Object.keys(all), (each) => pick(each, 0, [b])));
            }
          }),
          fewRuns,
        );
      });

      it('reverse is forward over the reversed steps', async () => {
        const requests = recurrentRequests({ precision, kind, directions: ['reverse'], isWhole: true });
        await fc.assert(
          fc.asyncProperty(requests, async (request) => {
            const backwards = range(request.inputs.shape[1]).reverse();
            const turn = (each: Tensor): Tensor => pick(each, 1, backwards);
            const forward = await run({ ...request, direction: 'forward', inputs: turn(request.inputs) });
            expect(await run(request)).toEqual(mapTensors(forward, stepResults, turn));
          }),
          fewRuns,
        );
      });

      it('bidirectional is forward and reverse side by side', async () => {
        const requests = recurrentRequests({ precision, kind, directions: ['bidirectional'] });
        await fc.assert(
          fc.asyncProperty(requests, async (request) => {
            const both = await run(request);
            for (const [d, direction] of (['forward', 'reverse'] as const).entries()) {
              const parameters = mapTensors(request, parameterFields, (each) => pick(each, 0, [d]));
              const one = await run({
                ...mapTensors(parameters, ['initialStates', 'initialCells'], (each) => pick(each, 1, [d])),
                direction,
              });
              const part = mapTensors(both, stepResults, (each) => pick(each, 2, [d]));
              expect(one).toEqual(mapTensors(part, ['lastStates', 'lastCells'], (each) => pick(each, 1, [d])));
            }
          }),
          fewRuns,
        );
      });

      it('I1: a sequence that is padded gives what it gives alone, and zeros after it', async () => {
        const requests = recurrentRequests({ precision, kind, isWhole: true });
        await fc.assert(
          fc.asyncProperty(requests, fc.integer({ min: 1, max: 3 }), async (request, padCount) => {
            const [batchCount, stepCount] = request.inputs.shape;
            const padded = {
              ...request,
              inputs: pad(request.inputs, padCount, NaN),
              lengths: tensor([batchCount], ...Array<number>(batchCount).fill(stepCount)),
            };
            const alone = await run(request);
            expect(await run(padded)).toEqual(mapTensors(alone, stepResults, (each) => pad(each, padCount, 0)));
          }),
          fewRuns,
        );
      });

      it('a masked step holds the state and is not read, be it NaN', async () => {
        const requests = recurrentRequests({ precision, kind, directions: ['forward'], isWhole: true });
        await fc.assert(
          fc.asyncProperty(requests, fc.nat(4), async (request, number) => {
            const [batchCount, stepCount, inputDim] = request.inputs.shape;
            const left = number % stepCount;
            // The step is doubled, and the first of the two is left out.
            const places = range(stepCount).flatMap((t) => (t === left ? [t, t] : [t]));
            const inputs = pick(request.inputs, 1, places);
            for (let b = 0; b < batchCount; b++) {
              const start = (b * (stepCount + 1) + left) * inputDim;
              inputs.data.fill(NaN, start, start + inputDim);
            }
            const stepMask = tensor(
              [batchCount, stepCount + 1],
              ...range(batchCount).flatMap(() => range(stepCount + 1).map((t) => (t === left ? 0 : 1))),
            );
            const got = await run({ ...request, inputs, stepMask });
            const want = await run(request);
            expect(got.lastStates).toEqual(want.lastStates);
            expect(got.lastCells).toEqual(want.lastCells);
            const kept = range(stepCount + 1).filter((t) => t !== left);
            expect(pick(got.states, 1, kept)).toEqual(want.states);
            if (left > 0) expect(pick(got.states, 1, [left])).toEqual(pick(want.states, 1, [left - 1]));
          }),
          fewRuns,
        );
      });
    });

    it('rnn by hand: tanh(0.5 · 1) = 0.4621, tanh(0.5 · 2 + 2 · 0.4621) = 0.9583', async () => {
      const { states } = await run({
        cell: 'rnn',
        inputs: tensor([1, 2, 1], 1, 2),
        W: tensor([1, 1, 1], 0.5),
        R: tensor([1, 1, 1], 2),
      });
      expectClose(states, [0.4621, 0.9583]);
    });

    it('lstm by hand, gates in the order i, o, f, c̃', async () => {
      const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
      const { cells, states, gates } = await run({
        cell: 'lstm',
        inputs: tensor([1, 1, 1], 1),
        W: tensor([1, 4, 1], 0.1, 0.2, 0.3, 0.4),
        R: tensor([1, 4, 1], 0, 0, 0, 0),
        initialCells: tensor([1, 1, 1], 2),
      });
      const cell = sigmoid(0.3) * 2 + sigmoid(0.1) * Math.tanh(0.4);
      expectClose(gates, [sigmoid(0.1), sigmoid(0.2), sigmoid(0.3), Math.tanh(0.4)]);
      expectClose(cells!, [cell]);
      expectClose(states, [sigmoid(0.2) * Math.tanh(cell)]);
    });

    it('H1: gate order and the place of the reset give four different answers, and renamed rows the same', async () => {
      const numbers = (count: number, seed: number): number[] => range(count).map((i) => Math.sin(seed + 1.3 * i));
      const gru = {
        cell: 'gru',
        inputs: tensor([1, 3, 2], ...numbers(6, 1)),
        W: tensor([1, 6, 2], ...numbers(12, 2)),
        R: tensor([1, 6, 2], ...numbers(12, 3)),
        inputBias: tensor([1, 6], ...numbers(6, 4)),
        recurrentBias: tensor([1, 6], ...numbers(6, 5)),
      } as const;
      const answers = new Set<string>();
      for (const reset of ['before', 'after'] as const) {
        const zrh = await run({ ...gru, reset, gateOrder: 'zrh' });
        const rzn = await run({ ...gru, reset, gateOrder: 'rzn' });
        for (const { lastStates } of [zrh, rzn]) answers.add(Array.from(lastStates.data, (x) => x.toFixed(3)).join());
        const renamed = mapTensors(gru, parameterFields, (each) => pick(each, 1, [2, 3, 0, 1, 4, 5]));
        expect((await run({ ...renamed, reset, gateOrder: 'rzn' })).states).toEqual(zrh.states);
      }
      expect(answers.size).toBe(4);
    });

    it('a NaN stays in its sequence, and behind it', async () => {
      const { states } = await run({
        cell: 'gru',
        reset: 'after',
        gateOrder: 'zrh',
        inputs: tensor([2, 3, 1], 1, NaN, 1, 1, 2, 3),
        W: tensor([1, 3, 1], 0.1, 0.2, 0.3),
        R: tensor([1, 3, 1], 0.3, 0.2, 0.1),
      });
      expect(Array.from(states.data, Number.isNaN)).toEqual([false, true, true, false, false, false]);
    });

    it('states stay within −1 and 1 whatever the size of the numbers', async () => {
      for (const kind of cellKinds) {
        const rows = gateCountOf(kind.cell);
        const { states } = await run({
          ...kind,
          inputs: tensor([1, 4, 1], 1e30, -1e30, 1e30, -1e30),
          W: tensor([1, rows, 1], ...range(rows).map((row) => (row % 2 === 0 ? 1e4 : -1e4))),
          R: tensor([1, rows, 1], ...range(rows).map(() => 1e4)),
        });
        for (const state of states.data) expect(Math.abs(state)).toBeLessThanOrEqual(1);
      }
    });

    describe('refusals', () => {
      const good: RecurrentRequest = {
        cell: 'gru',
        reset: 'before',
        gateOrder: 'zrh',
        inputs: tensor([1, 2, 1], 1, 2),
        W: tensor([1, 3, 1], 1, 2, 3),
        R: tensor([1, 3, 1], 1, 2, 3),
      };
      it.each<readonly [name: string, sentence: string, request: object]>([
        ['no such cell', 'cell is "tree", but one of rnn, gru, lstm', { ...good, cell: 'tree' }],
        ['a gru that does not say its reset', 'reset is missing', { ...good, reset: undefined }],
        ['a gru that does not say its gate order', 'gateOrder is missing', { ...good, gateOrder: undefined }],
        ['no parameters', 'R is missing', { ...good, R: undefined }],
        ['inputs without a batch', 'inputs has shape [2, 1] with 2 axes', { ...good, inputs: tensor([2, 1], 1, 2) }],
        [
          'too few gates',
          'W has shape [1, 2, 1], but [directionCount 1, gateCount · stateDim 3, inputDim 1]',
          { ...good, W: tensor([1, 2, 1], 1, 2) },
        ],
        ['one direction of two', 'but [directionCount 2,', { ...good, direction: 'bidirectional' }],
        ['a parameter of NaN', 'R holds NaN at index 1', { ...good, R: tensor([1, 3, 1], 1, NaN, 3) }],
        ['a length beyond the steps', 'lengths holds 3 at index 0', { ...good, lengths: tensor([1], 3) }],
        ['half a length', 'lengths holds 0.5 at index 0', { ...good, lengths: tensor([1], 0.5) }],
        ['a step mask of 2', 'stepMask holds 2 at index 1', { ...good, stepMask: tensor([1, 2], 1, 2) }],
        ['cells of a gru', 'only an lstm has cells', { ...good, initialCells: tensor([1, 1, 1], 1) }],
      ])('%s', async (_, sentence, request) => {
        await expect(run(request as RecurrentRequest)).rejects.toThrow(sentence);
        expect((await run(good)).states.shape).toEqual([1, 2, 1, 1]);
      });
    });

    function expectClose({ data }: Tensor, want: readonly number[]): void {
      expect(data.length).toBe(want.length);
      want.forEach((number, index) => expect(data[index]).toBeCloseTo(number, 4));
    }
  });
}

const batchFields = ['inputs', 'lengths', 'stepMask', 'initialStates', 'initialCells'];
const parameterFields = ['W', 'R', 'inputBias', 'recurrentBias'];
const stepResults = ['states', 'cells', 'gates'];

/** The object with some of its tensors changed. */
function mapTensors<T extends object>(fields: T, names: readonly string[], change: (tensor: Tensor) => Tensor): T {
  const entries = Object.entries(fields) as [string, Tensor | undefined][];
  return Object.fromEntries(
    entries.map(([name, field]) => [name, field && names.includes(name) ? change(field) : field]),
  ) as T;
}

/** More steps behind the last one. */
function pad(tensor: Tensor, count: number, filling: number): Tensor {
  const stepCount = tensor.shape[1];
  const longer = pick(tensor, 1, [...range(stepCount), ...Array<number>(count).fill(0)]);
  const inner = longer.data.length / (longer.shape[0] * longer.shape[1]);
  return {
    ...longer,
    data: longer.data.map((number, index) =>
      Math.floor(index / inner) % (stepCount + count) < stepCount ? number : filling,
    ),
  };
}
