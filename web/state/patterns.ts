import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { AttentionInput, AttentionTrace } from '../contract/index.ts';
import { fittingSizes, patternMask, patternNames, type PatternName, type PatternSizes } from '../model/patterns.ts';
import type { Playground } from './playground.ts';
import type { ComputedAttention } from './trace-resource.ts';

/** Attention of the words in view, where only a pattern's pairs take part. */
export interface PatternResult {
  readonly name: PatternName;
  readonly trace: AttentionTrace<Float64Array>;
  /** Pairs that take part. */
  readonly pairCount: number;
  /** The mean over the rows of the share of full attention's weight that lies on them. */
  readonly keptShare: number;
  /** The largest change of any number of the context. */
  readonly contextShift: number;
}

export interface PatternsState {
  readonly status: 'pending' | 'ready' | 'failed';
  /** In the order of patternNames; empty before the first came through. */
  readonly results: readonly PatternResult[];
  readonly error: string | null;
}

export interface Patterns {
  readonly sizes: ReadonlySignal<PatternSizes>;
  readonly state: ReadonlySignal<PatternsState>;
  choose(sizes: Partial<PatternSizes>): void;
  dispose(): void;
}

/** Follows what is computed for the stage; the latest wins. */
export function createPatterns({ store, engines }: Pick<Playground, 'store' | 'engines'>): Patterns {
  const chosen = signal<Partial<PatternSizes>>({});
  const sizes = computed(() => ({
    ...fittingSizes(store.attention.value.value?.trace.keyCount ?? 1),
    ...chosen.value,
  }));
  const state = signal<PatternsState>({ status: 'pending', results: [], error: null });
  let latest = 0;

  const compute = async (attention: ComputedAttention, wanted: PatternSizes): Promise<void> => {
    const id = ++latest;
    const settle = (next: PatternsState): void => {
      if (id === latest) state.value = next;
    };
    settle({ ...state.peek(), status: 'pending', error: null });
    try {
      const { trace: full } = attention;
      const results: PatternResult[] = [];
      for (const name of patternNames) {
        const mask = patternMask(name, full, wanted);
        const input = inputOf(attention, mask);
        const trace = name === 'full' ? full : await (await engines.engineFor(input)).trace(input);
        if (id !== latest) return;
        results.push({ name, trace, ...comparison(trace, full, mask) });
      }
      settle({ status: 'ready', results, error: null });
    } catch (error) {
      settle({ ...state.peek(), status: 'failed', error: error instanceof Error ? error.message : String(error) });
    }
  };

  const stop = effect(() => {
    const attention = store.attention.value.value;
    const wanted = sizes.value;
    if (attention) untracked(() => void compute(attention, wanted));
  });
  return {
    sizes,
    state,
    choose: (change) => void (chosen.value = { ...chosen.peek(), ...change }),
    dispose() {
      stop();
      latest++;
    },
  };
}

/** The scores that are on the stage, typed ones too. The mask holds all that hides. */
function inputOf({ input, trace }: ComputedAttention, pairMask: Uint8Array): AttentionInput<Float64Array> {
  return {
    ...input,
    score: { scoreFunction: 'given', scores: trace.scores },
    mask: { queryMask: input.mask?.queryMask, pairMask },
  };
}

function comparison(
  trace: AttentionTrace<Float64Array>,
  full: AttentionTrace<Float64Array>,
  mask: Uint8Array,
): Pick<PatternResult, 'pairCount' | 'keptShare' | 'contextShift'> {
  const { queryCount, keyCount } = full;
  let [kept, rows] = [0, 0];
  for (let row = 0; row < queryCount; row++) {
    if (full.isEmpty[row] !== 0) continue;
    // Not by the log-sum-exps: at temperature 0 they are told from each row's own leader, which the mask may hide.
    for (let at = row * keyCount; at < (row + 1) * keyCount; at++) kept += mask[at] * full.weights[at];
    rows++;
  }
  return {
    pairCount: mask.reduce((sum, one) => sum + one, 0),
    keptShare: rows === 0 ? 0 : kept / rows,
    contextShift: trace.context.reduce((most, value, at) => Math.max(most, Math.abs(value - full.context[at])), 0),
  };
}
