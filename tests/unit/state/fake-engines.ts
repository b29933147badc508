import type { AttentionEngine, AttentionInput } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import type { EngineReport, EngineSelection } from '../../../web/engines/select.ts';

/** The reference engine behind the selection's surface; `gate`, if set, holds every engine back until it resolves. */
export function fakeEngines(): EngineSelection & {
  readonly engine: AttentionEngine;
  readonly preferred: string[];
  readonly asked: AttentionInput[];
  gate: Promise<void> | null;
  failure: Error | null;
  isDisposed: boolean;
} {
  const engine = createReferenceEngine();
  const fake = {
    engine,
    preferred: [] as string[],
    asked: [] as AttentionInput[],
    gate: null as Promise<void> | null,
    failure: null as Error | null,
    isDisposed: false,
    report: { running: 'reference', engines: [] } as unknown as EngineReport,
    subscribe: () => () => undefined,
    prefer(name: string) {
      fake.preferred.push(name);
    },
    allowFrame: () => undefined,
    async engineFor(input: AttentionInput) {
      fake.asked.push(input);
      await fake.gate;
      if (fake.failure) throw fake.failure;
      return engine;
    },
    dispose() {
      fake.isDisposed = true;
    },
  };
  return fake;
}
