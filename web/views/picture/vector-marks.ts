import { formatShort } from '../format-number.ts';
import type { Mark } from './marks.ts';
import { smallSize, type PictureColours } from './picture-input.ts';

export const cellHeight = 20;
export const cellStride = cellHeight + 2;

export interface VectorInput {
  /** The middle of the column of cells, and its upper edge. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly role: 'query' | 'key' | 'value' | 'context';
  readonly values: ArrayLike<number>;
  /** The largest magnitude among the vectors it is compared with: a full bar. */
  readonly largest: number;
  readonly hasNumbers: boolean;
  readonly colours: PictureColours;
  /** The picture will be mirrored, its vectors will not: positive is on the right in every script. */
  readonly isMirrored: boolean;
  readonly opacity?: number;
  /** How many of its cells are framed just now. */
  readonly litCount?: number;
}

/** A vector as a column of cells. The bar in a cell runs from the middle: right is positive, left, and lighter, negative. */
export function vectorMarks(input: VectorInput): Mark[] {
  const { x, y, width, role, values, largest, hasNumbers, colours, isMirrored, opacity = 1, litCount = 0 } = input;
  const colour = colours[role];
  const left = x - width / 2;
  return Array.from(values, (value, index): Mark[] => {
    const top = y + index * cellStride;
    const box = { x: left, y: top, width, height: cellHeight, radius: 3 };
    const share = largest > 0 && Number.isFinite(value) ? Math.min(1, Math.abs(value) / largest) : 0;
    const bar = (share * width) / 2;
    const marks: Mark[] = [
      { kind: 'rect', ...box, fill: colours.surface, opacity },
      { kind: 'rect', ...box, fill: colour, opacity: 0.12 * opacity },
      {
        kind: 'rect',
        x: value < 0 !== isMirrored ? x - bar : x,
        y: top,
        width: bar,
        height: cellHeight,
        fill: colour,
        opacity: (value < 0 ? 0.3 : 0.55) * opacity,
      },
    ];
    if (index < litCount) marks.push({ kind: 'rect', ...box, stroke: colour, strokeWidth: 2 });
    if (hasNumbers) {
      const text = formatShort(value, 2);
      const number = { x, y: top + cellHeight / 2, text, size: smallSize + 1, fill: colours.text, opacity };
      marks.push({ kind: 'text', ...number, align: 'center' });
    }
    return marks;
  }).flat();
}

export function largestMagnitude(...arrays: readonly ArrayLike<number>[]): number {
  let largest = 0;
  for (const array of arrays) {
    for (const value of Array.from(array)) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}
