import { afterAll, beforeAll, describe } from 'vitest';
import type { AttentionEngine } from '../../web/contract/index.ts';
import { describeCancelling } from './cancelling.ts';
import { describeExamples } from './examples.ts';
import { describeExtremes } from './extremes.ts';
import { describeLifetime } from './lifetime.ts';
import { describeMasks } from './masks.ts';
import { describeOperations } from './operations/index.ts';
import { describeProperties } from './properties.ts';
import { describeRefusals } from './refusals.ts';
import { describeReuse } from './reuse.ts';

export type CreateEngine = () => AttentionEngine | Promise<AttentionEngine>;
/** Tests are declared before the engine exists, so they ask for it when they run. */
export type UseEngine = () => AttentionEngine;

/** What every engine must do, whatever it is made of. */
export function describeEngine(name: string, createEngine: CreateEngine): void {
  describe(`engine ${name}`, () => {
    let engine: AttentionEngine | undefined;
    beforeAll(async () => {
      engine = await createEngine();
    });
    afterAll(() => engine?.dispose());
    const useEngine: UseEngine = () => engine!;

    describeExamples(useEngine);
    describeProperties(useEngine);
    describeMasks(useEngine);
    describeExtremes(useEngine);
    describeRefusals(useEngine);
    describeCancelling(useEngine);
    describeReuse(useEngine);
    describeLifetime(useEngine, createEngine);
    describeOperations(useEngine, createEngine);
  });
}
