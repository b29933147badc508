import type { AttentionExport } from '../io/export/attention-export.ts';
import type { ComputedAttention } from '../state/store.ts';

/** What is computed, with its words as they were given. The state is asked for when it is read: it changes while the animation runs. */
export function exportedNumbers(
  { current, input, trace, isTyped }: ComputedAttention,
  state: () => string,
): AttentionExport {
  const { source, target, stateDim, encoderStates, decoderStates } = current.sentence;
  return {
    queryTokens: target.map(({ text }) => text),
    keyTokens: source.map(({ text }) => text),
    stateDim,
    queries: decoderStates,
    keys: encoderStates,
    input,
    trace,
    isTyped: (row, column) => input.score.scoreFunction !== 'given' && isTyped(row, column),
    get state() {
      return state();
    },
  };
}
