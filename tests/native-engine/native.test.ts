import { describe, expect, inject, it } from 'vitest';
import { describeAccuracy } from '../engines/accuracy.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { createNativeEngine } from './native-engine.ts';

describe.skipIf(inject('missingNative'))('needs call_server of build/native-debug', () => {
  describeEngine('native', createNativeEngine);
  describeFixtures('native', createNativeEngine);
  describeAccuracy('native', createNativeEngine);

  it('after dispose nothing is alive: the leak sanitizer has nothing to say', async () => {
    const engine = createNativeEngine();
    for (const count of [1, 1000, 100_000]) {
      await engine.run('softmax', { scores: { shape: [count], data: new Float32Array(count) } });
      await engine.run('softmax', { scores: { shape: [count], data: new Float64Array(count) } });
    }
    engine.dispose();
    expect(await engine.ended).toEqual({ code: 0, complaints: '' });
  });
});
