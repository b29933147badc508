import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Precision,
  ProjectedAttentionGradientRequest,
  ProjectedAttentionGradientResult,
  ProjectedAttentionRequest,
  Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../inputs.ts';
import type { UseEngine } from '../suite.ts';
import { resultUnits } from '../tolerances.ts';
import { numberFields, optionGradients, withNumbers } from './attention-gradient.ts';
import { expectGradients } from './finite-differences.ts';
import { haveLength, seed } from './gradient-requests.ts';
import { projectedRequests } from './projected-attention.ts';
import { expectResultAgrees } from './result-agreement.ts';

export function describeProjectedAttentionGradient(useEngine: UseEngine): void {
  describe('projectedAttentionGradient', () => {
    it('is the slope of the forward pass, in float64', async () => {
      await fc.assert(
        fc.asyncProperty(requests('float64'), async (request) => {
          const { whole, seeds, keyDim } = await withSeeds(useEngine, 'float64', request);
          const gradient = await useEngine().run('projectedAttentionGradient', whole);
          await expectGradients({
            run: (moved) => useEngine().run('projectedAttention', withNumbers(moved) as ProjectedAttentionRequest),
            request: { ...request, ...numberFields(request, keyDim) },
            seeds,
            gradients: { ...optionGradients(gradient), ...projectionGradients(gradient) },
          });
        }),
        { numRuns: 80 },
      );
    });

    it.each(precisions)('every number is the reference engine’s, %s', async (precision) => {
      await fc.assert(
        fc.asyncProperty(requests(precision), async (request) => {
          const { whole } = await withSeeds(useEngine, precision, request);
          const want = await createReferenceEngine().run('projectedAttentionGradient', whole);
          expectResultAgrees(
            precision,
            await useEngine().run('projectedAttentionGradient', whole),
            want,
            resultUnits.throughProjections,
          );
        }),
        { numRuns: 80 },
      );
    });

    it('refuses a gradient of another shape, naming both', async () => {
      const tensor = (...shape: number[]): Tensor => seed('float64', shape, 1);
      const request = {
        queryInputs: tensor(1, 2, 3),
        queryHeadCount: 2,
        queryProjection: tensor(3, 4),
        keyProjection: tensor(3, 4),
        valueProjection: tensor(3, 6),
        outputProjection: tensor(6, 5),
      };
      await expect(
        useEngine().run('projectedAttentionGradient', { ...request, outputGradient: tensor(1, 2, 6) }),
      ).rejects.toThrow(
        'outputGradient has shape [1, 2, 6], but [batchCount 1, queryCount 2, outputDim 5] was expected.',
      );
      const missing = request as unknown as ProjectedAttentionGradientRequest;
      await expect(useEngine().run('projectedAttentionGradient', missing)).rejects.toThrow('outputGradient is missing');
    });
  });
}

function projectionGradients(gradient: ProjectedAttentionGradientResult): Record<string, Tensor | undefined> {
  return {
    queryInputs: gradient.queryInputsGradient,
    keyInputs: gradient.keyInputsGradient,
    valueInputs: gradient.valueInputsGradient,
    queryProjection: gradient.queryProjectionGradient,
    keyProjection: gradient.keyProjectionGradient,
    valueProjection: gradient.valueProjectionGradient,
    outputProjection: gradient.outputProjectionGradient,
    queryBias: gradient.queryBiasGradient,
    keyBias: gradient.keyBiasGradient,
    valueBias: gradient.valueBiasGradient,
    outputBias: gradient.outputBiasGradient,
  };
}

function requests(precision: Precision): fc.Arbitrary<ProjectedAttentionRequest> {
  return projectedRequests(precision).map((request) =>
    request.fullyMasked === 'nan' ? { ...request, fullyMasked: 'zeros' as const } : request,
  );
}

async function withSeeds(
  useEngine: UseEngine,
  precision: Precision,
  request: ProjectedAttentionRequest,
): Promise<{
  whole: ProjectedAttentionGradientRequest;
  seeds: { output: Tensor; weights: Tensor };
  keyDim: number;
}> {
  const { output, weights, queries, keys } = await useEngine().run('projectedAttention', request);
  // A cosine bends without bound near vectors of length 0.
  fc.pre(request.scoreFunction !== 'cosine' || haveLength(queries, keys, request.pastKeys));
  const seeds = { output: seed(precision, output.shape, 1), weights: seed(precision, weights.shape, 2) };
  return {
    whole: { ...request, outputGradient: seeds.output, weightsGradient: seeds.weights },
    seeds,
    keyDim: queries.shape[3],
  };
}
