import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionScoreFunctions,
  type AttentionRequest,
  type AttentionResult,
  type AttentionScoreFunction,
  type Precision,
  type ProjectedAttentionRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { attentionTolerances, productTolerance } from '../tolerances.ts';
import { options } from './attention-requests.ts';
import { joined } from './tensor-axes.ts';
import { tensors } from './tensors.ts';

const fewRuns = { numRuns: 60 };

export function describeProjectedAttention(useEngine: UseEngine): void {
  describe.each(precisions)('projectedAttention, %s', (precision) => {
    const run = (request: ProjectedAttentionRequest) => useEngine().run('projectedAttention', request);

    it('queries, keys and values are the projected inputs, output the projected context', async () => {
      await fc.assert(
        fc.asyncProperty(projectedRequests(precision), async (request) => {
          const { queryInputs, keyInputs = queryInputs, valueInputs = keyInputs } = request;
          const got = await run(request);
          const sides = [
            ['queries', queryInputs, request.queryProjection, request.queryBias],
            ['values', valueInputs, request.valueProjection, request.valueBias],
            ...(got.keys ? [['keys', keyInputs, request.keyProjection, request.keyBias] as const] : []),
          ] as const;
          for (const [name, inputs, matrix, bias] of sides) {
            const want = project(inputs, matrix, bias);
            expectNear(name, joined(got[name]!).data, want, productTolerance(precision, inputs, matrix, bias));
          }
          const context = joined(got.context);
          const tolerance = productTolerance(precision, context, request.outputProjection, request.outputBias);
          expectNear(
            'output',
            got.output.data,
            project(context, request.outputProjection, request.outputBias),
            tolerance,
          );
        }),
        fewRuns,
      );
    });

    it('between the projections it is attention', async () => {
      await fc.assert(
        fc.asyncProperty(projectedRequests(precision), async (request) => {
          const result = await run(request);
          const { queries, keys, values } = result;
          const { scoreFunction, scale, W, W_q, W_k, v, softcap, temperature, pastKeys, pastValues } = request;
          const { keepMask, additiveMask, keyLengths, causal, leftWindow, rightWindow, fullyMasked } = request;
          const inside: AttentionRequest = {
            ...{
              queries,
              keys,
              values,
              scoreFunction,
              scale,
              W,
              W_q,
              W_k,
              v,
              softcap,
              temperature,
              pastKeys,
              pastValues,
            },
            ...{ keepMask, additiveMask, keyLengths, causal, leftWindow, rightWindow, fullyMasked },
          };
          const want = await useEngine().run('attention', inside);
          // An engine may keep more digits between the projections than the results show: one more rounding each.
          const tolerance = attentionTolerances(inside, want);
          for (const field of Object.keys(tolerance) as (keyof AttentionResult)[]) {
            expectNear(field, result[field].data, want[field].data, 3 * tolerance[field]);
          }
        }),
        fewRuns,
      );
    });

    it('every result has the reference engine’s shape', async () => {
      await fc.assert(
        fc.asyncProperty(projectedRequests(precision), async (request) => {
          const shapes = (result: object) =>
            Object.fromEntries(Object.entries(result).map(([name, { shape }]: [string, Tensor]) => [name, shape]));
          expect(shapes(await run(request))).toEqual(
            shapes(await createReferenceEngine().run('projectedAttention', request)),
          );
        }),
        { numRuns: 20 },
      );
    });

    it('padding and masks reach every head: what is hidden never moves the output', async () => {
      await fc.assert(
        fc.asyncProperty(
          projectedRequests(precision, ['scaledDot']),
          fc.constantFrom(NaN, 1e30),
          async (random, intruder) => {
            const inputs = random.keyInputs ?? random.queryInputs;
            const [batchCount, newKeyCount] = inputs.shape;
            fc.pre(newKeyCount > 1);
            const lengths = new Array<number>(batchCount).fill(newKeyCount - 1);
            const request = {
              ...random,
              pastKeys: undefined,
              pastValues: undefined,
              keepMask: undefined,
              additiveMask: undefined,
              fullyMasked: undefined,
              keyInputs: inputs,
              valueInputs: random.valueInputs ?? inputs,
              keyLengths: { shape: [batchCount], data: floats(precision, lengths) },
            };
            const spoil = (tensor: Tensor): Tensor => ({
              shape: tensor.shape,
              data: tensor.data.map((x, i) =>
                Math.floor(i / tensor.shape[2]) % newKeyCount === newKeyCount - 1 ? intruder : x,
              ),
            });
            const before = await run(request);
            const after = await run({
              ...request,
              keyInputs: spoil(request.keyInputs),
              valueInputs: spoil(request.valueInputs),
            });
            expect(after.weights).toEqual(before.weights);
            const tolerance = productTolerance(precision, before.context, request.outputProjection, request.outputBias);
            expectNear('output', after.output.data, before.output.data, 8 * tolerance);
          },
        ),
        fewRuns,
      );
    });

    it.each<readonly [name: string, sentence: string, change: object]>([
      [
        'given scores',
        'scoreFunction is "given", but projected attention makes its own scores',
        { scoreFunction: 'given' },
      ],
      ['no key projection', 'keyProjection is missing', { keyProjection: undefined }],
      [
        'a projection of another width',
        'the first axis of queryProjection is 3, but queryInputDim is 2',
        { queryProjection: zeros(3, 4) },
      ],
      [
        'a width that is no number of heads',
        'The last axis of queries is 3, but a multiple of queryHeadCount 2',
        { queryProjection: zeros(2, 3) },
      ],
      ['a bias of another width', 'keyBias has shape [3], but [projected width 4]', { keyBias: zeros(3) }],
      [
        'an output projection of another width',
        'the first axis of outputProjection is 3, but queryHeadCount · valueDim is 4',
        { outputProjection: zeros(3, 2) },
      ],
      [
        'inputs of rank 2',
        'queryInputs has shape [5, 2] with 2 axes, but 3 were expected',
        { queryInputs: zeros(5, 2) },
      ],
    ])('refused: %s', async (_, sentence, change) => {
      const good = {
        queryInputs: zeros(1, 3, 2),
        queryHeadCount: 2,
        queryProjection: zeros(2, 4),
        keyProjection: zeros(2, 4),
        valueProjection: zeros(2, 4),
      };
      const back = { ...good, outputGradient: zeros(1, 3, 4) };
      await expect(run({ ...good, ...change })).rejects.toThrow(sentence);
      await expect(useEngine().run('projectedAttentionGradient', { ...back, ...change })).rejects.toThrow(sentence);
      expect((await run(good)).output.shape).toEqual([1, 3, 4]);
      expect((await useEngine().run('projectedAttentionGradient', back)).queryInputsGradient.shape).toEqual([1, 3, 2]);
    });
  });
}

function zeros(...shape: number[]): Tensor {
  return { shape, data: new Float64Array(shape.reduce((product, size) => product * size, 1)) };
}

/** inputs · matrix + bias in float64, by its definition. */
function project({ data }: Tensor, matrix: Tensor | undefined, bias: Tensor | undefined): Float64Array {
  if (!matrix) return Float64Array.from(data, (x, i) => x + (bias ? bias.data[i % bias.data.length] : 0));
  const [inDim, outDim] = matrix.shape;
  return Float64Array.from({ length: (data.length / inDim) * outDim }, (_, index) => {
    const [row, column] = [Math.floor(index / outDim), index % outDim];
    let sum = bias ? bias.data[column] : 0;
    for (let j = 0; j < inDim; j++) sum += data[row * inDim + j] * matrix.data[j * outDim + column];
    return sum;
  });
}

export function projectedRequests(
  precision: Precision,
  names: readonly AttentionScoreFunction[] = attentionScoreFunctions.filter((name) => name !== 'given'),
): fc.Arbitrary<ProjectedAttentionRequest> {
  const size = fc.integer({ min: 1, max: 4 });
  const few = fc.integer({ min: 1, max: 2 });
  const sizes = fc.record({
    ...{ batchCount: few, keyHeadCount: few, groupSize: few, queryCount: size, newKeyCount: size },
    ...{ queryInputDim: size, keyInputDim: size, valueInputDim: size, queryDim: size, valueDim: size, outputDim: size },
    ...{ pastCount: fc.nat(2), isSelfAttention: fc.boolean(), scoreFunction: fc.constantFrom(...names) },
  });
  return sizes.chain((s) => {
    const tensor = (...shape: number[]): fc.Arbitrary<Tensor> => tensors(precision, fc.constant(shape));
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
    const queryHeadCount = s.keyHeadCount * s.groupSize;
    const newKeyCount = s.isSelfAttention ? s.queryCount : s.newKeyCount;
    const keyCount = s.pastCount + newKeyCount;
    const [keyInputDim, valueInputDim] = s.isSelfAttention
      ? [s.queryInputDim, s.queryInputDim]
      : [s.keyInputDim, s.valueInputDim];
    const readsKeys = s.scoreFunction !== 'location';
    const [keyWidth, valueWidth] = [s.keyHeadCount * s.queryDim, s.keyHeadCount * s.valueDim];
    const fields = {
      scoreFunction: fc.constant(s.scoreFunction),
      queryHeadCount: fc.constant(queryHeadCount),
      keyHeadCount: fc.constant(s.keyHeadCount),
      queryInputs: tensor(s.batchCount, s.queryCount, s.queryInputDim),
      ...(!s.isSelfAttention && {
        keyInputs: tensor(s.batchCount, newKeyCount, keyInputDim),
        valueInputs: tensor(s.batchCount, newKeyCount, valueInputDim),
      }),
      queryProjection: tensor(s.queryInputDim, queryHeadCount * s.queryDim),
      ...(readsKeys && { keyProjection: tensor(keyInputDim, keyWidth), keyBias: optional(tensor(keyWidth)) }),
      valueProjection: tensor(valueInputDim, valueWidth),
      queryBias: optional(tensor(queryHeadCount * s.queryDim)),
      valueBias: optional(tensor(valueWidth)),
      ...(s.outputDim > 1 && { outputProjection: tensor(queryHeadCount * s.valueDim, s.outputDim) }),
      outputBias: optional(tensor(s.outputDim > 1 ? s.outputDim : queryHeadCount * s.valueDim)),
      ...(s.pastCount > 0 && { pastValues: tensor(s.batchCount, s.keyHeadCount, s.pastCount, s.valueDim) }),
      ...(s.pastCount > 0 && readsKeys && { pastKeys: tensor(s.batchCount, s.keyHeadCount, s.pastCount, s.queryDim) }),
      ...(s.scoreFunction === 'bilinear' && { W: tensor(s.queryDim, s.queryDim) }),
      ...(s.scoreFunction === 'location' && { W: tensor(keyCount, s.queryDim) }),
      ...(s.scoreFunction === 'additive' && {
        W_q: tensor(s.queryDim, 2),
        W_k: tensor(s.queryDim, 2),
        v: tensor(2),
      }),
      ...options(precision, [s.batchCount, queryHeadCount, s.queryCount, keyCount]),
    };
    return fc.record(fields as Fields);
  });
}

type Fields = { [Field in keyof ProjectedAttentionRequest]-?: fc.Arbitrary<ProjectedAttentionRequest[Field]> };
