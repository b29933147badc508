import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionScoreFunctions,
  attentionShapeOf,
  type AttentionRequest,
  type AttentionResult,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { attentionTolerances, largestOf, roundingUnit } from '../tolerances.ts';
import { describeAttentionCases } from './attention-cases.ts';
import { describeAttentionMasks } from './attention-masks.ts';
import { describeAttentionProperties } from './attention-properties.ts';
import { describeAttentionRefusals } from './attention-refusals.ts';
import { attentionRequests, vectorScoreFunctions } from './attention-requests.ts';
import { concatenateAlong, joined, pick, range } from './tensor-axes.ts';

const fewRuns = { numRuns: 40 };
const pairFields = ['scores', 'cappedScores', 'logits', 'weights'] as const;
const rowFields = ['logSumExp', 'isEmpty'] as const;
const fields = ['context', ...pairFields, ...rowFields] as const;

export function describeAttention(useEngine: UseEngine): void {
  describe.each(precisions)('attention, %s', (precision) => {
    const run = (request: AttentionRequest) => useEngine().run('attention', request);

    it.each(attentionScoreFunctions)('%s: every number is the reference engine’s', async (scoreFunction) => {
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: [scoreFunction] }),
          fc.boolean(),
          async (split, isJoined) => {
            const request = isJoined && scoreFunction !== 'given' ? joinedRequest(split) : split;
            const want = await createReferenceEngine().run('attention', request);
            expectAttention(request, await run(request), want);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('both layouts give the same numbers: heads are split and joined by a transpose', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision, scoreFunctions: vectorScoreFunctions }), async (request) => {
          const split = await run(request);
          const side = await run(joinedRequest(request));
          expect(side.context).toEqual(joined(split.context));
          expect(side.weights).toEqual(split.weights);
        }),
        fewRuns,
      );
    });

    it('a batch gives what its sequences give one by one', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision }), async (request) => {
          const { batchCount } = attentionShapeOf(request);
          const whole = await run(request);
          for (const b of range(batchCount)) expectSame(await run(batchOf(request, b)), partOf(whole, 0, b));
        }),
        fewRuns,
      );
    });

    it('heads give what they give one by one, each with the key head of its group', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision }), async (request) => {
          const { queryHeadCount, keyHeadCount } = attentionShapeOf(request);
          const whole = await run(request);
          for (const h of range(queryHeadCount)) {
            const alone = headOf(request, h, Math.floor((h * keyHeadCount) / queryHeadCount));
            expectSame(await run(alone), partOf(whole, 1, h));
          }
        }),
        fewRuns,
      );
    });

    it('grouped heads are the same as keys and values repeated for each query head', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision, scoreFunctions: vectorScoreFunctions }), async (request) => {
          const { queryHeadCount, keyHeadCount } = attentionShapeOf(request);
          const keyHeads = range(queryHeadCount).map((h) => Math.floor((h * keyHeadCount) / queryHeadCount));
          const repeat = (tensor: Tensor | undefined) => tensor && pick(tensor, 1, keyHeads);
          const repeated = await run({
            ...request,
            keys: repeat(request.keys),
            values: repeat(request.values)!,
            pastKeys: repeat(request.pastKeys),
            pastValues: repeat(request.pastValues),
          });
          expectSame(repeated, await run(request));
        }),
        fewRuns,
      );
    });

    it('the order of keys does not matter', async () => {
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: vectorScoreFunctions, isPlain: true }),
          async (request) => {
            const order = range(request.values.shape[2]).reverse();
            const [before, after] = [
              await run(request),
              await run({ ...request, keys: pick(request.keys!, 2, order), values: pick(request.values, 2, order) }),
            ];
            const tolerance = attentionTolerances(request, before);
            expectNear('weights', after.weights.data, pick(before.weights, 3, order).data, 2 * tolerance.weights);
            expectNear('context', after.context.data, before.context.data, 2 * tolerance.context);
          },
        ),
        fewRuns,
      );
    });

    it('past keys and values are keys and values that stand before the new ones', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision, scoreFunctions: vectorScoreFunctions }), async (request) => {
          const { keys, values, pastKeys, pastValues, ...rest } = request;
          fc.pre(pastKeys !== undefined && pastValues !== undefined && request.causal !== 'topLeft');
          // The position under topLeft counts the past; windows count from it.
          const whole = {
            ...rest,
            ...(request.causal === undefined && { leftWindow: undefined, rightWindow: undefined }),
          };
          const split = { ...whole, keys, values, pastKeys, pastValues };
          const joinedKeys = {
            keys: concatenateAlong(2, pastKeys, keys!),
            values: concatenateAlong(2, pastValues, values),
          };
          expectSame(await run(split), await run({ ...whole, ...joinedKeys }));
        }),
        fewRuns,
      );
    });

    it('the stages agree: capped = softcap · tanh(score / softcap), weights = softmax(logits)', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision }), async (request) => {
          const { scores, cappedScores, logits, weights, logSumExp } = await run(request);
          const { softcap, fullyMasked } = request;
          const unit = roundingUnit[precision];
          const capped = Array.from(scores.data, (score) => (softcap ? softcap * Math.tanh(score / softcap) : score));
          expectNear('cappedScores', cappedScores.data, capped, 4 * unit, 4 * unit);
          const softmax = await useEngine().run('softmax', { scores: logits, fullyMasked });
          // The logits have been rounded once on the way out.
          const tolerance = 16 * unit * (1 + largestOf(logits.data));
          expectNear('weights', weights.data, softmax.probabilities.data, tolerance);
          expectNear('logSumExp', logSumExp.data, softmax.logSumExp.data, tolerance, 4 * unit);
        }),
        fewRuns,
      );
    });

    it('softcap keeps the order of the scores and bounds them', async () => {
      await fc.assert(
        fc.asyncProperty(
          attentionRequests({ precision, scoreFunctions: ['given'], isPlain: true }),
          fc.constantFrom(0.1, 1, 50),
          async (request, softcap) => {
            const { scores, cappedScores } = await run({ ...request, softcap });
            const order = range(scores.data.length).sort((a, b) => scores.data[a] - scores.data[b]);
            const sorted = order.map((index) => cappedScores.data[index]);
            expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
            expect(largestOf(cappedScores.data)).toBeLessThanOrEqual(Math.fround(softcap));
          },
        ),
        fewRuns,
      );
    });

    it('location scores ask the query alone: score i is row i of W times the query', async () => {
      await fc.assert(
        fc.asyncProperty(attentionRequests({ precision, scoreFunctions: ['location'] }), async (request) => {
          const { keyCount, batchCount, keyHeadCount } = attentionShapeOf(request);
          const table = pick(request.W!, 0, range(keyCount));
          const places = range(batchCount * keyHeadCount).flatMap(() => range(keyCount));
          const keys = {
            shape: [batchCount, keyHeadCount, keyCount, table.shape[1]],
            data: pick(table, 0, places).data,
          };
          const values = request.pastValues ? concatenateAlong(2, request.pastValues, request.values) : request.values;
          fc.pre(request.causal === 'bottomRight' || request.pastValues === undefined);
          const dot: AttentionRequest = {
            ...request,
            scoreFunction: 'dot',
            W: undefined,
            keys,
            values,
            pastValues: undefined,
          };
          expectSame(await run(request), await run(dot));
        }),
        fewRuns,
      );
    });
  });

  describe('attention', () => {
    describeAttentionMasks(useEngine);
    describeAttentionCases(useEngine);
    describeAttentionProperties(useEngine);
    describeAttentionRefusals(useEngine);
  });
}

/** Bit for bit. */
function expectSame(got: AttentionResult, want: AttentionResult): void {
  for (const field of fields) expect(got[field], field).toEqual(want[field]);
}

function expectAttention(request: AttentionRequest, got: AttentionResult, want: AttentionResult): void {
  const tolerance = attentionTolerances(request, want);
  for (const field of fields) {
    expect(got[field].shape, `shape of ${field}`).toEqual(want[field].shape);
    expect(got[field].data.constructor, `precision of ${field}`).toBe(request.values.data.constructor);
    expectNear(field, got[field].data, want[field].data, tolerance[field]);
  }
}

function joinedRequest(request: AttentionRequest): AttentionRequest {
  const { queryHeadCount, keyHeadCount } = attentionShapeOf(request);
  const { queries, keys, values } = request;
  return {
    ...request,
    queries: queries && joined(queries),
    keys: keys && joined(keys),
    values: joined(values),
    queryHeadCount,
    keyHeadCount,
  };
}

/** The tensors with an axis of batches, from the last axis counted; masks may lack it. */
const batchFields = [
  'queries',
  'keys',
  'values',
  'pastKeys',
  'pastValues',
  'scores',
  'keepMask',
  'additiveMask',
] as const;

function batchOf(request: AttentionRequest, batch: number): AttentionRequest {
  const one: { -readonly [Field in keyof AttentionRequest]: AttentionRequest[Field] } = { ...request };
  for (const field of batchFields) {
    const tensor = request[field];
    if (tensor?.shape.length === 4) one[field] = pick(tensor, 0, [tensor.shape[0] === 1 ? 0 : batch]);
  }
  if (request.keyLengths) one.keyLengths = pick(request.keyLengths, 0, [batch]);
  return one;
}

function headOf(request: AttentionRequest, queryHead: number, keyHead: number): AttentionRequest {
  const one: { -readonly [Field in keyof AttentionRequest]: AttentionRequest[Field] } = { ...request };
  for (const field of ['keys', 'values', 'pastKeys', 'pastValues'] as const) {
    const tensor = request[field];
    if (tensor) one[field] = pick(tensor, 1, [keyHead]);
  }
  for (const field of ['queries', 'scores', 'keepMask', 'additiveMask'] as const) {
    const tensor = request[field];
    if (!tensor || tensor.shape.length < 3) continue;
    const axis = tensor.shape.length - 3;
    one[field] = pick(tensor, axis, [tensor.shape[axis] === 1 ? 0 : queryHead]);
  }
  return one;
}

function partOf(result: AttentionResult, axis: number, place: number): AttentionResult {
  const parts = fields.map((field) => [field, pick(result[field], axis, [place])] as const);
  return Object.fromEntries(parts) as unknown as AttentionResult;
}
