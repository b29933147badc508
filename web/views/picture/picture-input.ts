import type { AttentionTrace } from '../../contract/index.ts';
import type { TextMeasure } from './text-width.ts';

/** The colours by their meaning, as the style sheet names them. */
export const pictureColourNames = [
  ...['ground', 'surface', 'sunken', 'hairline', 'line-strong', 'text', 'text-muted', 'warning'],
  ...['query', 'key', 'value', 'context', 'score-positive', 'score-negative', 'weight', 'weight-faint'],
] as const;

export interface PictureColours {
  readonly ground: string;
  readonly surface: string;
  readonly sunken: string;
  readonly hairline: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textMuted: string;
  readonly warning: string;
  readonly query: string;
  readonly key: string;
  readonly value: string;
  readonly context: string;
  readonly scorePositive: string;
  readonly scoreNegative: string;
  readonly weight: string;
  readonly weightFaint: string;
}

export interface PictureTexts {
  readonly rows: string;
  readonly columns: string;
  readonly weight: string;
  readonly hidden: string;
  readonly seesNothing: string;
  readonly target: string;
  readonly source: string;
  readonly states: string;
  readonly statesSymbol: string;
  readonly scores: string;
  readonly exponentials: string;
  readonly weights: string;
  readonly contributions: string;
}

/** What every picture of attention is made from. */
export interface PictureInput {
  readonly title: string;
  readonly description: string;
  readonly trace: AttentionTrace<Float64Array>;
  /** [queryCount], [keyCount] as they are to be read. */
  readonly queryLabels: readonly string[];
  readonly keyLabels: readonly string[];
  /** The current row. */
  readonly step: number;
  /** −1 for none. */
  readonly focusKey: number;
  /** The current row and the word in focus stand out. */
  readonly isSelectionMarked: boolean;
  /** The way the source sentence runs, and with it the columns. */
  readonly direction: 'ltr' | 'rtl';
  readonly colours: PictureColours;
  /** Behind it all; null for nothing. */
  readonly ground: string | null;
  readonly texts: PictureTexts;
  readonly measure: TextMeasure;
}

export const margin = 16;
export const textSize = 13;
export const smallSize = 11;
