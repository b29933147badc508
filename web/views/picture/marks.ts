import { hexOf } from '../colour.ts';
import { inkAt, weightInk } from '../weight-ink.ts';

/**
 * A picture as a list of marks, from the back to the front: what every printer can draw, and nothing else. Lengths are in units of the
 * picture, x to the right and y down. Colours are texts as CSS has them.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Null: nothing behind the marks. */
  readonly ground: string | null;
  /** One line, and some sentences, for those who do not see it. */
  readonly title: string;
  readonly description: string;
  readonly marks: readonly Mark[];
}

export type Mark = RectMark | LineMark | CurveMark | CellsMark | TextMark;

export interface RectMark {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number | undefined;
  readonly isDashed?: boolean | undefined;
  readonly radius?: number | undefined;
  /** 0 … 1, 1 by default. */
  readonly opacity?: number | undefined;
}

export interface LineMark {
  readonly kind: 'line';
  readonly from: Point;
  readonly to: Point;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly opacity?: number | undefined;
}

/** Leaves one point downwards and comes into the other from above. */
export interface CurveMark extends Omit<LineMark, 'kind'> {
  readonly kind: 'curve';
}

/** A matrix of cells, each as opaque as its number says: of one colour, or of one between two, after that number. */
export interface CellsMark {
  readonly kind: 'cells';
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Left free between cells. */
  readonly gap: number;
  /** Of what is fully opaque. */
  readonly fill: string;
  /** What the colour begins with at an opacity of 0; `fill` where there is but one. */
  readonly faintFill: string;
  /** [rows, columns] 0 … 1 */
  readonly opacities: readonly number[];
}

export interface TextMark {
  readonly kind: 'text';
  /** Of the left end, the middle or the right end of the text, whichever way it runs. */
  readonly x: number;
  /** Of the middle of its height. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  readonly align: 'left' | 'center' | 'right';
  readonly isBold?: boolean | undefined;
  readonly direction?: 'ltr' | 'rtl' | undefined;
  /** Turned around (x, y): it runs upwards. */
  readonly isUpright?: boolean | undefined;
  /** The length that it must not exceed, also in a wider font. */
  readonly length?: number | undefined;
  readonly opacity?: number | undefined;
}

export type Point = readonly [x: number, y: number];

/** On every system one of these is there; none is fetched. */
export const pictureFonts = "Inter, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', sans-serif";

/** From the middle of a line of text down to its baseline, in font sizes. */
export const baselineShift = 0.35;

/** The picture for a sentence that runs from right to left: its columns run that way, its texts stay what they are. */
export function mirrored(picture: Picture): Picture {
  return { ...picture, marks: picture.marks.map((mark) => mirroredMark(mark, picture.width)) };
}

function mirroredMark(mark: Mark, width: number): Mark {
  switch (mark.kind) {
    case 'rect':
      return { ...mark, x: width - mark.x - mark.width };
    case 'line':
    case 'curve':
      return { ...mark, from: [width - mark.from[0], mark.from[1]], to: [width - mark.to[0], mark.to[1]] };
    case 'cells': {
      const { columns, opacities } = mark;
      const turned = opacities.map((_, index) => {
        const column = index % columns;
        return opacities[index - column + columns - 1 - column];
      });
      return { ...mark, x: width - mark.x - columns * mark.cellWidth, opacities: turned };
    }
    case 'text': {
      if (mark.isUpright) return { ...mark, x: width - mark.x };
      const align = { left: 'right', center: 'center', right: 'left' } as const;
      return { ...mark, x: width - mark.x, align: align[mark.align] };
    }
  }
}

/** By the opacity of a cell: its colour. */
export function cellFill({ fill, faintFill }: CellsMark): (opacity: number) => string {
  if (fill === faintFill) return () => fill;
  const ink = weightInk(faintFill, fill);
  return (opacity) => hexOf(inkAt(ink, opacity));
}
