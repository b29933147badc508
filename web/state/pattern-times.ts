import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { EngineSelection } from '../engines/select.ts';
import { mapEngineOf, type MapEngine } from './map-engine.ts';

export const timedCounts = [256, 512, 1024, 2048, 4096, 8192] as const;
export const timedRadius = 128;
export const timedDim = 64;

export interface TimedCount {
  readonly size: number;
  readonly milliseconds: number;
}

export interface PatternTimesState {
  readonly status: 'idle' | 'measuring' | 'done' | 'stopped' | 'failed';
  readonly full: readonly TimedCount[];
  readonly window: readonly TimedCount[];
}

export interface PatternTimes {
  readonly state: ReadonlySignal<PatternTimesState>;
  measure(): Promise<void>;
  stop(): void;
}

const samples = 3;
/** Milliseconds: no larger size once a call takes longer. */
const longestCall = 1500;

/** Times fused attention in full and within a window, on the engine that runs here. */
export function createPatternTimes(
  engines: EngineSelection,
  now: () => number = () => performance.now(),
): PatternTimes {
  const engine = mapEngineOf(engines);
  const state = signal<PatternTimesState>({ status: 'idle', full: [], window: [] });
  let end: AbortController | null = null;

  const measure = async (): Promise<void> => {
    end?.abort();
    const mine = new AbortController();
    end = mine;
    state.value = { status: 'measuring', full: [], window: [] };
    try {
      for (const count of timedCounts) {
        const times = await timesAt(engine, count, mine.signal, now);
        if (mine.signal.aborted) return;
        const { full, window } = state.peek();
        const point = (milliseconds: number): TimedCount => ({ size: count, milliseconds });
        state.value = {
          status: 'measuring',
          full: [...full, point(times.full)],
          window: [...window, point(times.window)],
        };
        if (times.full > longestCall) break;
      }
      state.value = { ...state.peek(), status: 'done' };
    } catch {
      if (!mine.signal.aborted) state.value = { ...state.peek(), status: 'failed' };
    }
  };

  return {
    state,
    measure,
    stop() {
      end?.abort();
      if (state.peek().status === 'measuring') state.value = { ...state.peek(), status: 'stopped' };
    },
  };
}

async function timesAt(
  engine: MapEngine,
  count: number,
  signal: AbortSignal,
  now: () => number,
): Promise<Record<'full' | 'window', number>> {
  const tensor = (phase: number) => ({
    shape: [count, timedDim],
    data: Float32Array.from({ length: count * timedDim }, (_, i) => Math.sin(phase + i * 0.7)),
  });
  const request = { queries: tensor(0), keys: tensor(1), values: tensor(2) };
  const windowed = { ...request, leftWindow: timedRadius, rightWindow: timedRadius };
  const times = { full: [] as number[], window: [] as number[] };
  // The first round loads the module and makes the memory warm.
  for (let round = 0; round <= samples; round++) {
    for (const [name, each] of [
      ['full', request],
      ['window', windowed],
    ] as const) {
      const start = now();
      await engine.attend(each, signal);
      if (round > 0) times[name].push(now() - start);
    }
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];
  return { full: median(times.full), window: median(times.window) };
}
