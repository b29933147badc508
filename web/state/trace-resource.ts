import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { AttentionEngine, AttentionInput, AttentionTrace, EngineName, RowDetail } from '../contract/index.ts';
import { toAttentionInput, type AttentionOptions } from '../model/attention-input.ts';
import { typedScores } from '../model/edits.ts';
import type { ScoreParameters, Sentence } from '../model/scene.ts';
import type { Edits } from './settings.ts';

/** The sentence in view, with and without what was typed into its states, its `given` scores and the matrices. */
export interface CurrentSentence {
  readonly sentence: Sentence;
  readonly parameters: ScoreParameters;
  readonly baseSentence: Sentence;
  readonly baseParameters: ScoreParameters;
  readonly sentenceIndex: number;
  readonly sentenceCount: number;
}

export interface ComputedAttention {
  /** What was computed from; `current.value` may already be another sentence while the next trace is pending. */
  readonly current: CurrentSentence;
  /** With the formula, even where single results of it are overridden. */
  readonly input: AttentionInput<Float64Array>;
  /** Of the scores with everything that was typed. */
  readonly trace: AttentionTrace<Float64Array>;
  /** [queryCount, keyCount] as example, file or formula have them, before typed-in scores. */
  readonly baseScores: Float64Array;
  /** A score was typed here, under the score function in view. */
  isTyped(row: number, column: number): boolean;
  /** Of row `step`. The summands of the score are the formula's: a typed score has none. The contributions are the trace's. */
  readonly detail: RowDetail<Float64Array>;
  readonly step: number;
  readonly milliseconds: number;
  readonly engineName: EngineName;
  readonly threadCount: number;
}

/** An asynchronous result as a value. While the next one is pending, or failed, the last good one stays. */
export interface AttentionResource {
  readonly status: 'pending' | 'ready' | 'failed';
  readonly value: ComputedAttention | null;
  readonly error: string | null;
}

export interface TraceRequest {
  readonly current: CurrentSentence;
  readonly options: AttentionOptions;
  readonly edits: Edits;
  readonly step: number;
}

/**
 * Computes whenever the request changes; the latest wins: an older result that comes in late is dropped, also when the
 * newer one failed.
 */
export function createTraceResource(
  request: ReadonlySignal<TraceRequest>,
  engineFor: (input: AttentionInput) => Promise<AttentionEngine>,
): { readonly resource: ReadonlySignal<AttentionResource>; dispose(): void } {
  const resource = signal<AttentionResource>({ status: 'pending', value: null, error: null });
  let latest = 0;

  const run = async (wanted: TraceRequest): Promise<void> => {
    const id = ++latest;
    const settle = (next: AttentionResource): void => {
      if (id === latest) resource.value = next;
    };
    settle({ ...resource.peek(), status: 'pending', error: null });
    try {
      const value = await compute(wanted, engineFor, () => id === latest);
      if (value) settle({ status: 'ready', value, error: null });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      settle({ status: 'failed', value: resource.peek().value, error: message });
    }
  };

  const stop = effect(() => {
    const wanted = request.value;
    untracked(() => void run(wanted));
  });
  return {
    resource,
    dispose() {
      stop();
      latest++;
      // Whoever waits for the numbers waits no longer.
      const { status, value } = resource.peek();
      if (status === 'pending')
        resource.value = { status: 'failed', value, error: 'The playground has left the page.' };
    },
  };
}

/** Null where nobody waits for it any more. */
async function compute(
  { current, options, edits, step }: TraceRequest,
  engineFor: (input: AttentionInput) => Promise<AttentionEngine>,
  isWanted: () => boolean,
): Promise<ComputedAttention | null> {
  const { sentence, parameters, baseSentence, sentenceIndex } = current;
  const input = toAttentionInput(sentence, parameters, options);
  const engine = await engineFor(input);
  if (!isWanted()) return null;
  const start = performance.now();
  const formulaTrace = await engine.trace(input);
  if (!isWanted()) return null;

  const typed = typedScores(sentence, sentenceIndex, edits, options.scoreFunction);
  // `given` scores are edited in the sentence already; a formula's results are overridden once they are known.
  const isOverridden = options.scoreFunction !== 'given' && typed.size > 0;
  const finalInput = isOverridden ? withTypedScores(input, formulaTrace.scores, typed) : input;
  const trace = isOverridden ? await engine.trace(finalInput) : formulaTrace;
  const formulaDetail = await engine.rowDetail(input, step);
  const detail = isOverridden
    ? { ...formulaDetail, contributions: (await engine.rowDetail(finalInput, step)).contributions }
    : formulaDetail;
  return {
    current,
    input,
    trace,
    baseScores: options.scoreFunction === 'given' ? baseSentence.scores : formulaTrace.scores,
    isTyped: (row, column) => typed.has(row * trace.keyCount + column),
    detail,
    step,
    milliseconds: performance.now() - start,
    engineName: engine.name,
    threadCount: engine.threadCount,
  };
}

function withTypedScores(
  input: AttentionInput<Float64Array>,
  formulaScores: Float64Array,
  typed: ReadonlyMap<number, number>,
): AttentionInput<Float64Array> {
  const scores = formulaScores.slice();
  for (const [index, value] of typed) scores[index] = value;
  return { ...input, score: { scoreFunction: 'given', scores } };
}
