import type { CausalAlignment, EngineName, ScoreFunction } from '../contract/index.ts';
import type { Edits } from '../model/edits.ts';
import type { MapView } from './map-view.ts';

export { editableArrays, type EditableArray, type Edits } from '../model/edits.ts';

/**
 * All that a person can set, as one flat immutable value: what the address holds and what undo goes back to.
 * Indices count from 0 here and from 1 in the address and on screen.
 */
export interface Settings {
  /** An id of the example catalogue, `own` or `imported`. */
  readonly example: string;
  /** Own words, as typed; used when example is `own`. */
  readonly source: string;
  readonly target: string;
  /** A person's own attention, packed by model/packed-alignments; used when example is `imported`. */
  readonly data: string;
  readonly sentence: number;
  readonly step: number;
  readonly scoreFunction: ScoreFunction;
  readonly temperature: number;
  readonly isPaddingMasked: boolean;
  readonly causal: CausalAlignment | 'none';
  readonly edits: Edits;
  /** The pinned source word, −1 for none. */
  readonly focusKey: number;
  /** Seconds on the timeline; the end by default, where everything is shown. */
  readonly time: number;
  readonly speed: number;
  /** The two coordinates of the states that the plane shows. */
  readonly planeX: number;
  readonly planeY: number;
  readonly engine: EngineName | 'auto';
  readonly view: 'picture' | 'table';
  readonly theme: 'auto' | 'light' | 'dark';
  /** The ink of the weights. */
  readonly palette: PaletteName;
  /** What the map of a long text shows; null: it is closed. */
  readonly map: MapView | null;
  /** A language tag, or `auto`: what the browser asks for. */
  readonly lang: string;
  /** Parts of the page that a teacher leaves out. */
  readonly hide: readonly string[];
  /** Nothing that counts as content can be changed by hand. */
  readonly isReadonly: boolean;
}

/** Numbers that a person can type stay within ±entryLimit: far beyond any score, and still exact in their sums. */
export const entryLimit = 1e9;
export const temperatureLimit = 1e6;
/** The inks that weights can be drawn in. */
export const paletteNames = ['indigo', 'cividis', 'grey'] as const;
export type PaletteName = (typeof paletteNames)[number];

export const speedRange = { lowest: 0.25, highest: 4 } as const;
