import { describe, expect, it } from 'vitest';
import { precisions } from '../../inputs.ts';
import type { UseEngine } from '../../suite.ts';
import { tensor } from './matrices.ts';

/** Numbers whose squares and differences overflow: answers without meaning may come, a hang or a crash may not. */
export function describeAnalysisExtremes(useEngine: UseEngine): void {
  describe.each(precisions)('at the end of the range, %s', (precision) => {
    const huge = precision === 'float64' ? 1.7e308 : 3.4e38;
    const points = tensor(precision, [4, 2], [huge, -huge, -huge, huge, huge, huge, 0, 1]);
    const weights = tensor(precision, [4], [0.25, 0.25, 0.25, 0.25]);

    it.each<readonly [string, () => Promise<object>]>([
      ['hull', () => useEngine().run('hull', { points, targets: points })],
      ['hullCorners', () => useEngine().run('hullCorners', { points })],
      ['projection', () => useEngine().run('projection', { points, others: points })],
      ['sameContextWeights', () => useEngine().run('sameContextWeights', { weights, values: points })],
      [
        'queryForWeights',
        () => useEngine().run('queryForWeights', { keys: points, wishes: weights, scoreFunction: 'dot', scale: 4 }),
      ],
      [
        'scoresForWeights',
        () =>
          useEngine().run('scoresForWeights', {
            wishes: tensor(precision, [2], [0.5, NaN]),
            scores: tensor(precision, [2], [huge, -huge]),
            temperature: 1e-300,
          }),
      ],
      [
        'jacobianProducts',
        () =>
          useEngine()
            .run('jacobianProducts', { states: points, R: tensor(precision, [2, 2], [huge, huge, huge, huge]) })
            .catch((error: unknown) => error as object),
      ],
      [
        'leaveOneOut',
        () =>
          useEngine().run('leaveOneOut', {
            weights: { ...weights, shape: [1, 4] },
            values: points,
            softmaxOutput: true,
            W: tensor(precision, [2, 1], [huge, huge]),
          }),
      ],
      ['layerNorm', () => useEngine().run('layerNorm', { x: points })],
    ])('%s answers, and the engine computes on', async (_, ask) => {
      await expect(ask()).resolves.toBeTypeOf('object');
      const { entropy } = await useEngine().run('entropy', { weights });
      expect(entropy.data[0]).toBeCloseTo(Math.log(4), 5);
    });
  });
}
