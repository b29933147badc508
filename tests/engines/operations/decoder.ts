import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionScoreFunctions,
  type AttentionInput,
  type DecoderRequest,
  type DecoderResult,
  type ScoreSource,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance } from '../tolerances.ts';
import { decoderKinds, decoderRequests } from './decoder-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { concatenateAlong, fillAt, pick, range } from './tensor-axes.ts';

const fewRuns = { numRuns: 25 };

export function describeDecoder(useEngine: UseEngine): void {
  describe.each(precisions)('decoder, %s', (precision) => {
    const run = (request: DecoderRequest): Promise<DecoderResult> => useEngine().run('decoder', request);
    const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
      shape,
      data: floats(precision, numbers),
    });

    describe.each(decoderKinds)('$name', (kind) => {
      it.each(attentionScoreFunctions)('%s scores: every number is the reference engine’s', async (scoreFunction) => {
        const requests = decoderRequests({ precision, kind, scoreFunctions: [scoreFunction] });
        await fc.assert(
          fc.asyncProperty(requests, async (request) => {
            expectResultAgrees(precision, await run(request), await createReferenceEngine().run('decoder', request));
          }),
          { numRuns: 40 },
        );
      });

      it('a batch gives what its sequences give one by one', async () => {
        await fc.assert(
          fc.asyncProperty(decoderRequests({ precision, kind }), async (request) => {
            const all = await run(request);
            for (const b of range(request.inputs.shape[0])) {
              const alone = await run(mapTensors(request, batchFields, (each) => pick(each, 0, [b])));
              expect(alone).toEqual(mapTensors(all, Object.keys(all), (each) => pick(each, 0, [b])));
            }
          }),
          fewRuns,
        );
      });

      it('a sequence is its steps, each from the state of the one before', async () => {
        await fc.assert(
          fc.asyncProperty(decoderRequests({ precision, kind }), async (request) => {
            const sequence = await run(request);
            let { initialStates, initialCells, initialAttentional } = request;
            for (const t of range(request.inputs.shape[1])) {
              const step = await useEngine().run('decoderStep', {
                ...request,
                inputs: dropAxis(pick(request.inputs, 1, [t])),
                scores: request.scores && dropAxis(pick(request.scores, 1, [t])),
                initialStates,
                initialCells,
                initialAttentional,
              });
              // An engine that computes in float64 rounds the state between two steps, and not within a sequence.
              const part = mapTensors(sequence, Object.keys(sequence), (each) => dropAxis(pick(each, 1, [t])));
              expectResultAgrees(precision, step, part);
              initialStates = step.states;
              initialCells = step.cells;
              if (kind.feedsInput) initialAttentional = step.attentionalStates;
            }
          }),
          fewRuns,
        );
      });

      it('I1: a source that is padded gives the same answer, whatever stands in the padding', async () => {
        const requests = decoderRequests({ precision, kind, isWhole: true });
        await fc.assert(
          fc.asyncProperty(requests, fc.constantFrom(NaN, Infinity, 1e30), async (request, padding) => {
            const [batchCount, sourceCount] = request.encoderStates.shape;
            const places = [...range(sourceCount), 0, 0];
            const padAlong = (each: Tensor, axis: number, filling: number): Tensor =>
              fillAt(pick(each, axis, places), axis, [sourceCount, sourceCount + 1], filling);
            const ones = tensor([batchCount, sourceCount], ...Array<number>(batchCount * sourceCount).fill(1));
            const got = await run({
              ...request,
              encoderStates: padAlong(request.encoderStates, 1, padding),
              encoderMask: padAlong(ones, 1, 0),
              scores: request.scores && padAlong(request.scores, 2, padding),
              W_a: request.scoreFunction === 'location' ? padAlong(request.W_a!, 0, 1) : request.W_a,
            });
            const want = await run(request);
            expect({ ...got, scores: pick(got.scores, 2, range(sourceCount)) }).toEqual({
              ...want,
              weights: padAlong(want.weights, 2, 0),
            });
          }),
          fewRuns,
        );
      });

      it('a later input never moves an earlier step', async () => {
        await fc.assert(
          fc.asyncProperty(decoderRequests({ precision, kind }), async (request) => {
            const stepCount = request.inputs.shape[1];
            const changed = await run({ ...request, inputs: fillAt(request.inputs, 1, [stepCount - 1], NaN) });
            const before = range(stepCount - 1);
            if (before.length === 0) return;
            const earlier = (result: DecoderResult) =>
              mapTensors(result, Object.keys(result), (each) => pick(each, 1, before));
            expect(earlier(changed)).toEqual(earlier(await run(request)));
          }),
          fewRuns,
        );
      });

      it('its weights and context are those of the trace, its outputs sum to 1', async () => {
        const scoreFunctions = attentionScoreFunctions.filter((name) => name !== 'location' && name !== 'given');
        const requests = decoderRequests({ precision, kind, scoreFunctions });
        await fc.assert(
          fc.asyncProperty(requests, async (request) => {
            const { states, weights, context, outputs } = await run(request);
            for (const b of range(request.inputs.shape[0])) {
              const trace = await useEngine().trace(traceInput(request, states, b));
              const tolerance = 16 * exampleTolerance[precision];
              expectNear('weights', pick(weights, 0, [b]).data, trace.weights, tolerance);
              expectNear('context', pick(context, 0, [b]).data, trace.context, tolerance);
            }
            const outputDim = outputs!.shape[2];
            for (let start = 0; start < outputs!.data.length; start += outputDim) {
              const row = outputs!.data.slice(start, start + outputDim);
              let sum = 0;
              for (const share of row) sum += share;
              expectNear('Σ outputs', [sum], [1], exampleTolerance[precision]);
            }
          }),
          fewRuns,
        );
      });
    });

    it('luong by hand: s = tanh(x), equal scores, so c is the mean and a = tanh(c + s)', async () => {
      const { states, weights, context, attentionalStates, outputs } = await run({
        order: 'luong',
        scoreFunction: 'dot',
        cell: 'rnn',
        inputs: tensor([1, 1, 1], 1),
        encoderStates: tensor([1, 2, 1], 0.5, 0.5),
        W: tensor([1, 1], 1),
        R: tensor([1, 1], 0),
        W_c: tensor([1, 2], 1, 1),
        W_o: tensor([2, 1], 1, 0),
      });
      const s = Math.tanh(1);
      const a = Math.tanh(0.5 + s);
      expectNear('states', states.data, [s], 1e-6);
      expectNear('weights', weights.data, [0.5, 0.5], 1e-6);
      expectNear('context', context.data, [0.5], 1e-6);
      expectNear('attentionalStates', attentionalStates!.data, [a], 1e-6);
      expectNear('outputs', outputs!.data, [Math.exp(a) / (Math.exp(a) + 1), 1 / (Math.exp(a) + 1)], 1e-6);
    });

    it('bahdanau by hand: the state before the step asks, and the context goes into the cell', async () => {
      const { scores, states, outputs } = await run({
        order: 'bahdanau',
        scoreFunction: 'dot',
        cell: 'rnn',
        inputs: tensor([1, 1, 1], 1),
        initialStates: tensor([1, 1], 2),
        encoderStates: tensor([1, 2, 1], 0.25, 0.25),
        W: tensor([1, 2], 0.5, 2),
        R: tensor([1, 1], 0),
        W_o: tensor([2, 2], 1, 0, 0, 1),
      });
      const s = Math.tanh(0.5 + 2 * 0.25);
      expectNear('scores', scores.data, [0.5, 0.5], 1e-6);
      expectNear('states', states.data, [s], 1e-6);
      const share = 1 / (1 + Math.exp(0.25 - s));
      expectNear('outputs', outputs!.data, [share, 1 - share], 1e-6);
    });

    it('a source of which nothing is seen has a context of zeros', async () => {
      const { weights, context, outputs } = await run({
        ...small(tensor),
        encoderMask: tensor([1, 2], 0, 0),
      });
      expect([...weights.data, ...context.data]).toEqual([0, 0, 0]);
      expect(outputs!.data.every(Number.isFinite)).toBe(true);
    });

    describe('refusals', () => {
      const good = small(tensor);
      it.each<readonly [name: string, sentence: string, change: object]>([
        ['no order', 'order is missing, but one of bahdanau, luong', { order: undefined }],
        ['no such score', 'scoreFunction is "concat", but one of given, dot', { scoreFunction: 'concat' }],
        ['two batches', 'the batchCount of encoderStates is 2', { encoderStates: tensor([2, 1, 1], 1, 2) }],
        [
          'a cell that does not read the context',
          'W has shape [1, 1], but [gateCount · stateDim 1, inputDim + encoderDim 2]',
          { W: tensor([1, 1], 1) },
        ],
        [
          'unequal widths',
          'stateDim is 1, but encoderDim is 2',
          { encoderStates: tensor([1, 1, 2], 1, 2), W: tensor([1, 3], 1, 2, 3) },
        ],
        ['additive without parameters', 'v is missing, but additive scores need it', { scoreFunction: 'additive' }],
        [
          'too few locations',
          'W_a has 1 rows, one a position, but sourceCount is 2',
          { scoreFunction: 'location', W_a: tensor([1, 1], 1) },
        ],
        ['temperature 0', 'temperature is 0, but a positive finite number', { temperature: 0 }],
        ['attentional states of bahdanau', 'W_c was given, but order is "bahdanau"', { W_c: tensor([1, 2], 1, 1) }],
        ['input feeding without W_c', 'W_c is missing', { order: 'luong', W: tensor([1, 1], 1), feedsInput: true }],
        ['outputs of another width', 'W_o has shape [2, 1]', { W_o: tensor([2, 1], 1, 2) }],
        ['a mask of 2', 'encoderMask holds 2 at index 0', { encoderMask: tensor([1, 2], 2, 1) }],
        ['a parameter of Infinity', 'W_o holds Infinity', { W_o: tensor([1, 2], 1, Infinity) }],
      ])('%s', async (_, sentence, change) => {
        await expect(run({ ...good, ...change })).rejects.toThrow(sentence);
        expect((await run(good)).states.shape).toEqual([1, 1, 1]);
      });

      it('a step whose inputs have an axis of steps', async () => {
        await expect(useEngine().run('decoderStep', good)).rejects.toThrow('inputs has shape [1, 1, 1] with 3 axes');
      });
    });
  });
}

/** The smallest decoder in Bahdanau's order. */
function small(tensor: (shape: readonly number[], ...numbers: number[]) => Tensor): DecoderRequest {
  return {
    order: 'bahdanau',
    scoreFunction: 'dot',
    cell: 'rnn',
    inputs: tensor([1, 1, 1], 1),
    encoderStates: tensor([1, 2, 1], 0.25, 0.75),
    W: tensor([1, 2], 0.5, 2),
    R: tensor([1, 1], 1),
    W_o: tensor([2, 2], 1, 0, 0, 1),
  };
}

const batchFields = [
  'inputs',
  'encoderStates',
  'encoderMask',
  'initialStates',
  'initialCells',
  'initialAttentional',
  'scores',
];

/** The object with some of its tensors changed. */
function mapTensors<T extends object>(fields: T, names: readonly string[], change: (tensor: Tensor) => Tensor): T {
  const entries = Object.entries(fields) as [string, Tensor | undefined][];
  return Object.fromEntries(
    entries.map(([name, field]) => [name, field && names.includes(name) ? change(field) : field]),
  ) as T;
}

/** [batchCount, 1, …] → [batchCount, …] */
function dropAxis({ shape: [batchCount, , ...rest], data }: Tensor): Tensor {
  return { shape: [batchCount, ...rest], data };
}

/** The attention of one sequence in the words of the trace: the states that ask, and all they see. */
function traceInput(request: DecoderRequest, states: Tensor, batchIndex: number): AttentionInput {
  const { order, encoderStates, encoderMask, initialStates, scoreFunction, scale, temperature } = request;
  const { W_a, W_q, W_k, v } = request;
  const stepCount = states.shape[1];
  const initial = { shape: [initialStates!.shape[0], 1, states.shape[2]], data: initialStates!.data };
  const asking = order === 'luong' ? states : pick(concatenateAlong(1, initial, states), 1, range(stepCount));
  const keys = pick(encoderStates, 0, [batchIndex]).data;
  const [queryDim, keyDim] = [states.shape[2], encoderStates.shape[2]];
  const score = {
    scoreFunction,
    scale,
    queryDim,
    keyDim,
    queries: pick(asking, 0, [batchIndex]).data,
    keys,
    attentionDim: v?.shape[0],
    W: W_a?.data,
    W_q: W_q?.data,
    W_k: W_k?.data,
    v: v?.data,
  } as ScoreSource;
  return {
    queryCount: stepCount,
    keyCount: encoderStates.shape[1],
    valueDim: keyDim,
    values: keys,
    score,
    temperature,
    mask: encoderMask && { keyMask: Uint8Array.from(pick(encoderMask, 0, [batchIndex]).data) },
  };
}
