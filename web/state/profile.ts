import { signal, type ReadonlySignal } from '@preact/signals-core';
import { Profiler } from '../engines/profile/profiler.ts';
import { curveAxes, curveKey, type CurveChoice } from './profile-curves.ts';
import { isMeasured, startEngines, timeCurves, timeWords, type ProfileRun } from './profile-run.ts';
import type { ProfileState } from './profile-state.ts';
import type { CurrentSentence } from './trace-resource.ts';

export interface Profile {
  readonly state: ReadonlySignal<ProfileState>;
  /** Times all engines with the words in view, then the chosen engine over growing sizes, all anew. */
  measure(current: CurrentSentence, choice: CurveChoice): Promise<void>;
  /** Times what these choices show and nobody has measured yet; nothing while something is measured. */
  measureMissing(choice: CurveChoice): Promise<void>;
  /** What has been measured stays. */
  stop(): void;
}

/** Of a whole measurement, the words in view take this share, after the start of the engines. */
const [startedShare, wordsShare] = [0.04, 0.3];

export function createProfile(): Profile {
  const state = signal<ProfileState>({
    status: 'idle',
    progress: 0,
    measured: null,
    peak: null,
    rows: [],
    curves: {},
  });
  let running: Profiler | undefined;
  const set = (change: Partial<ProfileState>): void => void (state.value = { ...state.peek(), ...change });

  const stop = (): void => {
    const profiler = running;
    running = undefined;
    profiler?.stop();
    if (profiler) set({ status: 'stopped' });
  };

  /** In a worker of its own, from start to end. */
  const run = async (work: (run: ProfileRun) => Promise<void>): Promise<void> => {
    stop();
    let profiler: Profiler | undefined;
    set({ status: 'measuring', progress: 0 });
    try {
      profiler = running = new Profiler();
      await work({ profiler, isStopped: () => running !== profiler, state: () => state.peek(), set });
      if (running === profiler) set({ status: 'done', progress: 1 });
    } catch {
      // Stopped, if by our own hand.
      if (running === profiler) set({ status: 'failed' });
    } finally {
      profiler?.stop();
      if (running === profiler) running = undefined;
    }
  };

  return {
    state,
    stop,
    measure: (current, choice) =>
      run(async (here) => {
        set({ curves: {} });
        await startEngines(here);
        set({ progress: startedShare });
        await timeWords(here, current, [startedShare, wordsShare]);
        await timeCurves(here, availableChoice(state.peek(), choice), wordsShare);
      }),
    async measureMissing(choice) {
      const isMissing = curveAxes.some((axis) => !isMeasured(state.peek(), curveKey(axis, choice)));
      if (!isMissing || state.peek().status === 'measuring') return;
      await run(async (here) => {
        await here.profiler.start(choice.engine);
        await timeCurves(here, choice, 0);
      });
    },
  };
}

/** The same choice of an engine that runs here. */
export function availableChoice({ rows }: ProfileState, choice: CurveChoice): CurveChoice {
  const isAvailable = rows.length === 0 || rows.some(({ engine }) => engine === choice.engine);
  return isAvailable ? choice : { ...choice, engine: rows[0].engine };
}
