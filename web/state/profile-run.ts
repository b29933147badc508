import type { FusedScoreFunction } from '../contract/index.ts';
import { measureRounds, type Contestant } from '../engines/profile/measure-rounds.ts';
import { profiledEngines, type ProfiledEngine } from '../engines/profile/profiled-engines.ts';
import type { Profiler } from '../engines/profile/profiler.ts';
import { flopsOf, profiledScoreFunctions, type Workload } from '../engines/profile/workload.ts';
import type { GivenVectors } from '../engines/profile/workload-request.ts';
import { curveAxes, curveKey, curveWorkloads, type CurveChoice } from './profile-curves.ts';
import type { ProfileCurve, ProfilePoint, ProfileRow, ProfileState } from './profile-state.ts';
import type { CurrentSentence } from './trace-resource.ts';

/** What a measurement works on. */
export interface ProfileRun {
  readonly profiler: Profiler;
  readonly isStopped: () => boolean;
  readonly state: () => ProfileState;
  readonly set: (change: Partial<ProfileState>) => void;
}

type Rounds = Pick<Parameters<typeof measureRounds>[0], 'roundCount' | 'budgetMilliseconds' | 'longestCall'>;
const rowRounds: Rounds = { roundCount: 5, budgetMilliseconds: 6_000, longestCall: 500 };
const curveRounds: Rounds = { roundCount: 3, budgetMilliseconds: 5_000, longestCall: 600 };

/** Starts what runs here; without memory and times as yet. */
export async function startEngines({ profiler, state, set }: ProfileRun): Promise<void> {
  set({ rows: [] });
  for (const engine of profiledEngines) {
    const started = await profiler.start(engine);
    if (!started) continue;
    const { peak, ...row } = started;
    set({
      rows: [...state().rows, { engine, ...row, memoryBytes: null, cells: {}, differences: {} }],
      peak: peak === null ? state().peak : Math.max(state().peak ?? 0, peak),
    });
  }
}

/** Every engine with every score function, on the words in view; `from` and `to` are the shares of the whole. */
export async function timeWords(
  { profiler, isStopped, state, set }: ProfileRun,
  current: CurrentSentence,
  [from, to]: readonly [number, number],
): Promise<void> {
  const given = vectorsOf(current);
  const workloads = profiledScoreFunctions.map((scoreFunction) => workloadOf(current, scoreFunction));
  set({ measured: workloads[0] });
  const contestants = state().rows.flatMap(({ engine }) =>
    workloads.map((workload): Contestant<ProfiledEngine> => ({ engine, workload })),
  );
  await tellDifferences({ profiler, isStopped, state, set }, contestants, given);
  const step = (to - from) / (contestants.length * rowRounds.roundCount);
  await measureRounds({
    ...rowRounds,
    contestants,
    isStopped,
    sample: ({ engine, workload }) => profiler.sample(engine, workload, given),
    onSample: (contestant, milliseconds) => {
      set({ progress: state().progress + step });
      if (milliseconds !== null) set({ rows: withCell(state(), contestant, milliseconds) });
    },
  });
  set({ progress: to });
  await tellMemory({ profiler, isStopped, state, set });
}

/** The curves of these choices, over T and over d, as far as they are not there yet. */
export async function timeCurves(
  { profiler, isStopped, state, set }: ProfileRun,
  choice: CurveChoice,
  from: number,
): Promise<void> {
  const missing = curveAxes.filter((axis) => !isMeasured(state(), curveKey(axis, choice)));
  for (const [index, axis] of missing.entries()) {
    const key = curveKey(axis, choice);
    const contestants = curveWorkloads(axis, choice).map((each) => ({ ...each, engine: choice.engine }));
    const share = (1 - from) / missing.length;
    const step = share / (contestants.length * curveRounds.roundCount);
    await measureRounds({
      ...curveRounds,
      contestants,
      isStopped,
      sample: ({ engine, workload }) => profiler.sample(engine, workload),
      onSample: ({ workload, size }, milliseconds) => {
        const { curves, progress } = state();
        set({ progress: progress + step });
        if (milliseconds === null) return;
        const curve = withPoint(curves[key] ?? {}, workload.scoreFunction, { size, milliseconds });
        set({ curves: { ...curves, [key]: curve } });
      },
    });
    set({ progress: from + share * (index + 1) });
  }
  await tellMemory({ profiler, isStopped, state, set });
}

export function isMeasured({ curves }: ProfileState, key: string): boolean {
  return Object.hasOwn(curves, key);
}

async function tellMemory({ profiler, state, set }: ProfileRun): Promise<void> {
  for (const { engine } of state().rows) {
    const memoryBytes = await profiler.memoryBytes(engine);
    if (memoryBytes === null) continue;
    set({ rows: state().rows.map((row) => (row.engine === engine ? { ...row, memoryBytes } : row)) });
  }
}

async function tellDifferences(
  { profiler, isStopped, state, set }: ProfileRun,
  contestants: readonly Contestant<ProfiledEngine>[],
  given: GivenVectors,
): Promise<void> {
  for (const { engine, workload } of contestants) {
    if (isStopped()) return;
    const difference = await profiler.difference(engine, workload, given);
    const own = { [workload.scoreFunction]: difference };
    set({
      rows: state().rows.map((row) =>
        row.engine === engine ? { ...row, differences: { ...row.differences, ...own } } : row,
      ),
    });
  }
}

function workloadOf({ sentence, parameters }: CurrentSentence, scoreFunction: FusedScoreFunction): Workload {
  return {
    scoreFunction,
    queryCount: sentence.target.length,
    keyCount: sentence.source.length,
    keyDim: sentence.stateDim,
    valueDim: sentence.stateDim,
    attentionDim: parameters.attentionDim,
  };
}

function vectorsOf({ sentence: { decoderStates, encoderStates }, parameters }: CurrentSentence): GivenVectors {
  const { W, W_q, W_k, v } = parameters;
  return { queries: decoderStates, keys: encoderStates, values: encoderStates, W, W_q, W_k, v };
}

function withCell(
  { rows, peak }: ProfileState,
  { engine, workload }: Contestant<ProfiledEngine>,
  milliseconds: number,
): readonly ProfileRow[] {
  const gigaflops = flopsOf(workload) / milliseconds / 1e6;
  return rows.map((row) => {
    if (row.engine !== engine) return row;
    const peakShare = peak === null ? null : gigaflops / (peak * row.threadCount);
    return { ...row, cells: { ...row.cells, [workload.scoreFunction]: { milliseconds, gigaflops, peakShare } } };
  });
}

function withPoint(curve: ProfileCurve, scoreFunction: FusedScoreFunction, point: ProfilePoint): ProfileCurve {
  const others = (curve[scoreFunction] ?? []).filter(({ size }) => size !== point.size);
  return { ...curve, [scoreFunction]: [...others, point].sort((a, b) => a.size - b.size) };
}
