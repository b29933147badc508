import { textDirection } from '../text-direction.ts';
import type { TextMark } from './marks.ts';
import { fitted, type TextMeasure } from './text-width.ts';

export interface LabelStyle {
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
}

/** One label within its room; where it fills most of that, its length is kept in any font. */
export function label(
  text: string,
  place: Pick<TextMark, 'x' | 'y' | 'align' | 'isUpright'>,
  room: number,
  style: LabelStyle,
  measure: TextMeasure,
): TextMark {
  const { size, fill, isBold = false } = style;
  const shown = fitted(text, room, size, isBold, measure);
  const width = measure(shown, size, isBold);
  return {
    kind: 'text',
    ...place,
    text: shown,
    size,
    fill,
    isBold,
    direction: textDirection([{ text }]),
    ...(width > room * 0.6 ? { length: Math.min(width, room) } : {}),
  };
}

/** Lines of text stand at least this far apart, in font sizes. */
const lineHeight = 1.2;

/**
 * Which of `count` labels are shown where each has `room` across its line: as many as do not touch, evenly, and those that matter
 * instead of their neighbours.
 */
export function shownLabels(
  count: number,
  room: number,
  size: number,
  important: readonly number[],
): ReadonlySet<number> {
  const stride = Math.max(1, Math.ceil((size * lineHeight) / room));
  const kept: number[] = [];
  for (const index of important) {
    if (index >= 0 && index < count && kept.every((other) => Math.abs(other - index) >= stride)) kept.push(index);
  }
  const regular = Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);
  return new Set([...kept, ...regular.filter((index) => kept.every((other) => Math.abs(other - index) >= stride))]);
}

export interface ColumnLabels {
  /** What they take above the columns. */
  readonly height: number;
  /** With the upper edge of their row at `y`. */
  readonly marks: (y: number) => TextMark[];
}

export interface ColumnLabelsInput {
  readonly labels: readonly string[];
  /** The left edge of the first column. */
  readonly x: number;
  readonly columnWidth: number;
  readonly important: readonly number[];
  readonly style: (index: number) => LabelStyle;
  readonly measure: TextMeasure;
  /** Where labels that stand upright gather: at the lower or the upper edge of their row. */
  readonly edge: 'lower' | 'upper';
}

/** The most height for words that stand upright. */
export const tallest = 160;
const lyingHeight = 24;

/** Words over their columns: lying where all of them fit, else upright, and thinned where not even that fits. */
export function columnLabels(input: ColumnLabelsInput): ColumnLabels {
  const { labels, x, columnWidth, important, style, measure, edge } = input;
  const styles = labels.map((_, index) => style(index));
  const widths = labels.map((text, index) => measure(text, styles[index].size, styles[index].isBold ?? false));
  const middle = (index: number): number => x + (index + 0.5) * columnWidth;
  const room = columnWidth - 6;
  if (widths.every((width) => width <= room)) {
    return {
      height: lyingHeight,
      marks: (y) =>
        labels.map((text, index) =>
          label(text, { x: middle(index), y: y + lyingHeight / 2, align: 'center' }, room, styles[index], measure),
        ),
    };
  }
  const height = Math.min(tallest, Math.ceil(Math.max(...widths)) + 10);
  const shown = shownLabels(labels.length, columnWidth, styles[0]?.size ?? 1, important);
  return {
    height,
    marks: (y) =>
      labels.flatMap((text, index) =>
        shown.has(index)
          ? [
              label(
                text,
                edge === 'lower'
                  ? { x: middle(index), y: y + height - 5, align: 'left', isUpright: true }
                  : { x: middle(index), y: y + 5, align: 'right', isUpright: true },
                height - 10,
                styles[index],
                measure,
              ),
            ]
          : [],
      ),
  };
}
