import { describe, expect, inject, it } from 'vitest';
import { describeAccuracy } from '../engines/accuracy.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { createNativeEngine, type NativeEngine } from './native-engine.ts';

describe.skipIf(inject('missingNative'))('needs call_server of build/native-debug', () => {
  const engines: NativeEngine[] = [];
  const createEngine = (): NativeEngine => {
    const engine = createNativeEngine();
    engines.push(engine);
    return engine;
  };
  describeEngine('native', createEngine);
  describeFixtures('native', createEngine);
  describeAccuracy('native', createEngine);

  it('after dispose nothing is alive: the leak sanitizer has nothing to say of all of this', async () => {
    createEngine();
    for (const engine of engines) {
      engine.dispose();
      expect(await engine.ended).toEqual({ code: 0, complaints: '' });
    }
  });
});
