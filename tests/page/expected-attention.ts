import type { AttentionInput, AttentionTrace } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { toAttentionInput, type AttentionOptions } from '../../web/model/attention-input.ts';
import type { ScoreParameters, Sentence } from '../../web/model/scene.ts';
import { formatFull } from '../../web/views/format-number.ts';
import { weightOpacity } from '../../web/views/heatmap-image.ts';

const plain: AttentionOptions = { scoreFunction: 'given', temperature: 1, isPaddingMasked: true, causal: 'none' };

/** What the engine that defines "correct" makes of a sentence. */
export async function expectedTrace(
  sentence: Sentence,
  parameters: ScoreParameters,
  options: Partial<AttentionOptions> = {},
): Promise<AttentionTrace<Float64Array>> {
  const input: AttentionInput<Float64Array> = toAttentionInput(sentence, parameters, { ...plain, ...options });
  return createReferenceEngine().trace(input);
}

/** One row of the trace, as the page writes it. */
export function shownRow(trace: AttentionTrace<Float64Array>, row: number): ShownRow {
  const of = (array: Float64Array, width: number): number[] =>
    Array.from(array.subarray(row * width, (row + 1) * width));
  const weights = of(trace.weights, trace.keyCount);
  return {
    weights: weights.map(formatFull),
    context: of(trace.context, trace.valueDim).map(formatFull),
    weightSum: formatFull(trace.weightSums[row]),
    entropy: formatFull(trace.entropy[row]),
    // What a canvas keeps of an opacity.
    opacities: weights.map((weight) => Math.round(weightOpacity(weight) * 255)),
  };
}

export interface ShownRow {
  readonly weights: readonly string[];
  readonly context: readonly string[];
  readonly weightSum: string;
  readonly entropy: string;
  readonly opacities: readonly number[];
}
