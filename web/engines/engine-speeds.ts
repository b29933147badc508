/** The engines among which size decides. */
export const calibratedEngines = ['wasmSimd', 'wasmThreads', 'webgpu'] as const;
export type CalibratedEngine = (typeof calibratedEngines)[number];

/** What a call takes: latency + cost / speed, with the cost of costOf. */
export interface EngineSpeed {
  readonly latencyMilliseconds: number;
  readonly costPerMillisecond: number;
}

/** How quick the engines are here; one that does not run here is missing. */
export type Calibration = Readonly<Partial<Record<CalibratedEngine, EngineSpeed>>>;

/** The engine that should answer soonest; undefined where none was measured. Of equals the first in calibratedEngines. */
export function quickestFor(calibration: Calibration, cost: number): CalibratedEngine | undefined {
  let [best, least]: [CalibratedEngine | undefined, number] = [undefined, Infinity];
  for (const name of calibratedEngines) {
    const speed = calibration[name];
    if (!speed) continue;
    const milliseconds = speed.latencyMilliseconds + cost / speed.costPerMillisecond;
    if (milliseconds >= least) continue;
    [best, least] = [name, milliseconds];
  }
  return best;
}
