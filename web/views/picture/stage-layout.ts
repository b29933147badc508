import { margin, textSize, type PictureInput } from './picture-input.ts';

/** Where the columns of a stage stand: a word keeps its x from its token down to its share of the context. */
export interface StageLayout {
  readonly labelWidth: number;
  /** The left edge of the first column. */
  readonly left: number;
  readonly columnWidth: number;
  /** The right edge of the last column. */
  readonly right: number;
  readonly sumWidth: number;
  readonly width: number;
  /** No room for a number in each column. */
  readonly isDense: boolean;
}

export function stageLayout({ keyLabels, queryLabels, measure }: PictureInput): StageLayout {
  const count = keyLabels.length;
  const widestOf = (labels: readonly string[]): number =>
    Math.max(...labels.map((text) => Math.ceil(measure(text, textSize, true))));
  // The target words share the width of the columns: each has its pill.
  const forTargets = Math.ceil((queryLabels.length * (widestOf(queryLabels) + 16)) / count);
  const wanted = Math.max(widestOf(keyLabels) + 14, forTargets);
  const isDense = count > 16;
  const columnWidth = isDense
    ? count <= 64
      ? 20
      : 12
    : Math.max(count <= 6 ? 84 : 60, Math.min(count <= 8 ? 130 : 80, wanted));
  const [labelWidth, sumWidth] = [128, 112];
  const left = margin + labelWidth;
  const right = left + count * columnWidth;
  return { labelWidth, left, columnWidth, right, sumWidth, width: right + sumWidth + margin, isDense };
}

export const columnMiddle = ({ left, columnWidth }: StageLayout, key: number): number =>
  left + (key + 0.5) * columnWidth;

export const sumMiddle = ({ right, sumWidth }: StageLayout): number => right + sumWidth / 2;
