/** Seconds. The three phases follow one another; the end is the resting picture in which everything is shown. */
export const phases = [
  { name: 'score', start: 0, end: 1.2 },
  { name: 'softmax', start: 1.2, end: 2.4 },
  { name: 'context', start: 2.4, end: 3.6 },
] as const;
export type PhaseName = (typeof phases)[number]['name'];
export const timelineEnd = phases[phases.length - 1].end;

/** A moment of the animation. All progress values run from 0 to 1 and are eased. */
export interface Frame {
  readonly time: number;
  readonly phase: PhaseName;
  /** True at the end: nothing moves, all is shown. */
  readonly isResting: boolean;
  /** Where the query stands among the keys, as a fractional column; null outside the score phase. */
  readonly queryColumn: number | null;
  /** [keyCount] how far the score bar of each key has grown. */
  readonly scoreGrowth: readonly number[];
  /** [keyCount] the products of one score light up one after another: share of the terms that are lit. */
  readonly termGrowth: readonly number[];
  /** Score bars turn into exponentials. */
  readonly exponentialGrowth: number;
  /** The exponentials slide right into their sum. */
  readonly sumTravel: number;
  /** They come back divided, as weights. */
  readonly weightGrowth: number;
  /** [keyCount] each value is scaled by its weight … */
  readonly contributionGrowth: readonly number[];
  /** [keyCount] … and slides right into the context. */
  readonly contributionTravel: readonly number[];
  /** The context, as share of its summands that have arrived; in the plane c is drawn from the origin of the sum to its place. */
  readonly contextGrowth: number;
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
const ease = (x: number): number => (x < 0.5 ? 4 * x * x * x : 1 - (2 - 2 * x) ** 3 / 2);
/** Progress of the part [from, to] of a phase whose own progress is x. */
const part = (x: number, from: number, to: number): number => ease(clamp((x - from) / (to - from)));

/** Staggered progress: key i runs in its own slot of the phase; slots overlap a little so that the eye is led along. */
function staggered(x: number, keyCount: number, overlap: number): number[] {
  const span = 1 / (keyCount + overlap);
  return Array.from({ length: keyCount }, (_, i) => part(x, i * span, (i + 1 + overlap) * span));
}

/** The picture at `time` seconds: a pure function, so that every moment can be linked, tested and scrubbed to. */
export function frameAt(time: number, keyCount: number): Frame {
  const seconds = Number.isFinite(time) ? Math.min(timelineEnd, Math.max(0, time)) : timelineEnd;
  const phase = phases.find(({ end }) => seconds < end) ?? phases[phases.length - 1];
  const progressOf = (index: 0 | 1 | 2): number => {
    const { start, end } = phases[index];
    return clamp((seconds - start) / (end - start));
  };
  const [score, softmax, context] = [progressOf(0), progressOf(1), progressOf(2)];
  const isScoring = phase.name === 'score' && keyCount > 0;
  return {
    time: seconds,
    phase: phase.name,
    isResting: seconds >= timelineEnd,
    queryColumn: isScoring ? Math.min(keyCount - 1, score * keyCount - 0.5 < 0 ? 0 : score * keyCount - 0.5) : null,
    scoreGrowth: staggered(score, keyCount, 0),
    termGrowth: Array.from({ length: keyCount }, (_, i) => clamp(score * keyCount * 1.25 - i * 1.25)),
    exponentialGrowth: part(softmax, 0, 0.4),
    sumTravel: part(softmax, 0.35, 0.65),
    weightGrowth: part(softmax, 0.65, 1),
    contributionGrowth: staggered(context, keyCount, 1),
    contributionTravel: staggered(clamp((context - 0.3) / 0.7), keyCount, 1),
    contextGrowth: part(context, 0.3, 1),
  };
}
