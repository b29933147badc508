import type { FusedScoreFunction } from '../contract/index.ts';
import type { ProfiledEngine } from '../state/profile-curves.ts';

const engines: Readonly<Record<ProfiledEngine, string>> = {
  reference: 'Reference (TypeScript)',
  wasmSimd: 'WebAssembly, SIMD',
  wasmSimdRelaxed: 'WebAssembly, relaxed SIMD',
  wasmThreads: 'WebAssembly, threads',
  webgpu: 'WebGPU',
};

/** Score functions where room is short; as in the controls. */
const scoreFunctions: Readonly<Record<FusedScoreFunction, string>> = {
  dot: 'dot',
  scaledDot: 'scaled dot',
  bilinear: 'bilinear',
  additive: 'additive',
};

/** How fast it is here: the page's measurement of itself. */
export const profile = {
  title: 'How fast is it here?',
  lead: 'Times attention in your own browser: every engine with every score function, and how the time grows.',
  failedToLoad: 'This part could not be loaded.',
  loading: 'Loading …',
  engines,
  threads: (count: number, isRelaxed: boolean) =>
    [count === 1 ? '1 thread' : `${count} threads`, ...(isRelaxed ? ['relaxed'] : [])].join(', '),
  scoreFunctions,

  measure: 'Measure',
  measureAgain: 'Measure again',
  stop: 'Stop',
  progress: 'Progress of the measurement',
  status: {
    idle: 'Takes about half a minute, on another thread than the page.',
    measuring: (percent: string) => `Measuring, ${percent}`,
    done: 'Measured.',
    stopped: 'Stopped; what was measured stays.',
    failed: 'The measurement failed: this browser may not start the worker it runs in.',
  },

  inView: 'The words in view',
  caption: (queries: number, keys: number, dim: number, attentionDim: number) =>
    `${queries} ${queries === 1 ? 'query' : 'queries'}, ${keys} ${keys === 1 ? 'key' : 'keys'}, vectors of width ${dim}, additive width ${attentionDim}; float32.`,
  given:
    'The scores in view are given, and given scores cost nothing to make: measured is what the formulas take for the states of the same words.',
  tiny: 'So small a call says little about the formulas: in WebAssembly most of its time is the way in and out of the engine.',
  engine: 'Engine',
  memory: 'Memory',
  noMemory: 'JavaScript’s own',
  gpuMemory: 'the GPU’s own',
  rate: (gigaflops: string) => `${gigaflops} GFLOP/s`,
  peakShare: (percent: string) => `${percent} of peak`,
  difference: (difference: string) => `off by ${difference}`,
  differenceNote:
    'Off by: the largest difference of a number of the context from that of the reference engine in float64, for the same numbers in float32.',
  peak: (gigaflops: string) =>
    `The SIMD peak here is ${gigaflops} GFLOP/s a thread: multiplications and additions that never leave the registers, timed beside the engines.`,
  arrays: (fused: string, traced: string) =>
    `The arrays of one call take ${fused}. With every stage kept, as the stage above needs them, ${traced}.`,
  memoryGrowth: 'The memory of a WebAssembly engine only grows; with threads it is shared.',
  growth:
    'Fused attention, which is timed here, keeps no scores: its memory grows with T. A trace keeps five numbers for each pair: its memory grows with T².',
  flops: 'What is counted',
  flopsFormulas: [
    'dot, scaled dot: 2 · queries · keys · (d + d)',
    'bilinear: the same + 2 · queries · d²',
    'additive: 2 · queries · keys · (2 dₐ + d) + 2 · (queries + keys) · d · dₐ, where dₐ is the additive width and a tanh counts as one',
  ],
  flopsNote:
    'Additions and multiplications that the formulas need, not those that an engine happens to make; the softmax is not counted. Each time is the median of several samples of at least 20 ms, taken in turn.',

  curves: 'How the time grows',
  curveEngine: 'Engine of the curves',
  axes: { count: 'over T', dim: 'over d' },
  sizes: { count: 'T, queries and keys', dim: 'd, width of the vectors' },
  fixed: { count: 'd', dim: 'T' },
  point: (label: string, size: number, milliseconds: string) => `${label}, ${size}: ${milliseconds}`,
  plot: (axis: string, fixed: string, engine: string, lines: string) =>
    `Milliseconds ${axis} at ${fixed}, ${engine}. ${lines}`,
  lineSummary: (label: string, size: number, milliseconds: string) => `${label}: ${milliseconds} at ${size}`,
  empty: 'Not measured with these choices yet.',
  pending: 'Comes next.',
  asTable: 'Table',
  size: { count: 'T', dim: 'd' },
  growthOf: {
    count: (factors: readonly string[]) => `Doubling T takes ${factors.join(' and ')} as long.`,
    dim: (factors: readonly string[]) => `Doubling d takes ${factors.join(' and ')} as long.`,
  },
  growthFactor: (label: string, factor: string) => `${label} ${factor} times`,
  growthExpected: {
    count: 'Four times is T²: every query meets every key.',
    dim: 'Two times is in step with d: each pair multiplies d numbers. The matrices of bilinear and additive scores grow with d².',
  },
  verdict: (slow: string, quick: string, factor: string, size: string, fixed: string) =>
    `At ${size} and ${fixed}, ${slow} takes ${factor} times as long as ${quick}.`,
  range: (name: string, first: number, last: number) =>
    first === last ? `${name} = ${last}` : `${name} = ${first} to ${last}`,
};
