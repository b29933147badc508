import { svg, type SVGTemplateResult } from 'lit';

export interface LinkInput {
  readonly targetCount: number;
  readonly sourceCount: number;
  readonly step: number;
  /** The target sentence runs the other way than the source, whose columns the picture follows. */
  readonly isTargetMirrored: boolean;
  /** [sourceCount] */
  readonly weights: ArrayLike<number>;
  readonly focusKey: number;
  /** How far the weights have grown, 0 … 1. */
  readonly growth: number;
  /** From the other steps, drawn faintly: their largest key, −1 for none. */
  readonly largestKeys: ArrayLike<number>;
}

const thickest = 14;
/** Weights below this would be hairlines that hide the picture. */
const thinnestWeight = 0.01;

/**
 * The lines from the current target word (above) to the source words (below), as thick as the weight. Drawn in
 * units of columns; the strokes keep their width in pixels.
 */
export function links(input: LinkInput): SVGTemplateResult {
  const { targetCount, sourceCount, step, weights, focusKey, growth, largestKeys, isTargetMirrored } = input;
  const targetX = (t: number): number => {
    const share = (t + 0.5) / targetCount;
    return (isTargetMirrored ? 1 - share : share) * sourceCount;
  };
  const path = (t: number, i: number): string => {
    const [from, to] = [targetX(t), i + 0.5];
    return `M${from} 0C${from} 0.55 ${to} 0.45 ${to} 1`;
  };
  const others = Array.from({ length: targetCount }, (_, t) => t).filter((t) => t !== step && largestKeys[t] >= 0);
  const own = Array.from({ length: sourceCount }, (_, i) => i).filter((i) => weights[i] >= thinnestWeight);
  return svg`
    <g class="other">${others.map((t) => svg`<path d=${path(t, largestKeys[t])}></path>`)}</g>
    <g class="own">${own.map(
      (i) => svg`<path d=${path(step, i)} class=${i === focusKey ? 'focused' : ''}
        stroke-width=${(Math.max(0.75, weights[i] * thickest) * growth).toFixed(2)}></path>`,
    )}</g>`;
}
