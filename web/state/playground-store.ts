import type { ReadonlySignal } from '@preact/signals-core';
import type { CausalAlignment, ImportedSentence, ScoreFunction } from '../contract/index.ts';
import type { EngineReport } from '../engines/select.ts';
import type { Scene } from '../model/scene.ts';
import type { Frame } from '../timeline/frame.ts';
import type { AttributeRefusal, TextOf } from './attributes.ts';
import type { History } from './history.ts';
import type { MapView } from './map-view.ts';
import type { Notice } from './notices.ts';
import type { Outline } from './outline.ts';
import type { EditableArray, Settings } from './settings.ts';
import type { AttentionResource, CurrentSentence } from './trace-resource.ts';

/**
 * Everything one playground knows, as signals, and the actions that change it: the only writers. Indices count from 0.
 * A number that a person types and that is out of range is brought into it, and a notice says so; an index that does
 * not exist is a fault of the caller and throws a RangeError.
 */
export interface PlaygroundStore {
  readonly settings: ReadonlySignal<Settings>;
  readonly outline: ReadonlySignal<Outline>;
  /** Before edits. */
  readonly scene: ReadonlySignal<Scene>;
  readonly current: ReadonlySignal<CurrentSentence>;
  readonly attention: ReadonlySignal<AttentionResource>;
  readonly engineReport: ReadonlySignal<EngineReport>;
  readonly notices: ReadonlySignal<readonly Notice[]>;
  /** While playing, of the running time; else of settings.time. */
  readonly frame: ReadonlySignal<Frame>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** What undo and redo can go to. */
  readonly history: ReadonlySignal<History>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** A hand is on something: between beginGesture and its end. */
  readonly isInGesture: ReadonlySignal<boolean>;
  /** settings.map, the same object until that changes. */
  readonly mapView: ReadonlySignal<MapView | null>;

  /**
   * As the attribute of the element does, null for the attribute taken away, among those that `textOf` gives. Where it is refused,
   * a notice says why.
   */
  setAttribute(attribute: string, text: string | null, textOf?: TextOf): void;
  /** Says what was wrong with an attribute. */
  tellRefusal(refusal: AttributeRefusal): void;
  /**
   * What is shown just now as the text that a link has behind its #, however long. A rendering that reads it or linkTo() follows the
   * settings, but not the time while it runs.
   */
  state(): string;
  /**
   * Opens such a text. Of one that cannot be opened nothing is taken; of one that can, what does not fit is told. View settings
   * that it does not name stay, but for time and speed.
   */
  openState(text: string): void;

  /** Opens an example at its beginning. Edits belong to the example they were made on: they go, and undo brings them back. */
  chooseExample(id: string): void;
  /** Where no scene can be made of the words, a notice says why and all stays as it is; the same holds for alignments. */
  setWords(source: string, target: string): void;
  importAlignments(alignments: readonly ImportedSentence[]): void;
  /** Edits stay: each belongs to its sentence. */
  chooseSentence(index: number): void;
  chooseStep(index: number): void;
  setScoreFunction(scoreFunction: ScoreFunction): void;
  setTemperature(temperature: number): void;
  setPaddingMask(isMasked: boolean): void;
  setCausal(causal: CausalAlignment | 'none'): void;

  /** Types a number over that of the scene; a score stands on the score function in view. */
  setEntry(array: EditableArray, row: number, column: number, value: number): void;
  resetEntry(array: EditableArray, row: number, column: number): void;
  /** Takes back all that was typed into this sentence, under this score function, and into the matrices. */
  resetAll(): void;
  /** Moves a state in the plane that is shown. */
  setEncoderState2D(index: number, x: number, y: number): void;
  setDecoderState2D(index: number, x: number, y: number): void;

  /** −1 for none. */
  setFocusKey(index: number): void;
  setPlaneAxes(x: number, y: number): void;
  setEngine(engine: Settings['engine']): void;
  setView(view: Settings['view']): void;
  setMapView(view: MapView | null): void;
  setTheme(theme: Settings['theme']): void;
  setPalette(palette: Settings['palette']): void;
  setLang(lang: string): void;

  /** A drag is one step of undo: everything between begin and end. Cancel brings back what was when it began. */
  beginGesture(): void;
  endGesture(): void;
  cancelGesture(): void;
  undo(): void;
  redo(): void;

  /** From the time shown, or from 0 at the end. */
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  stepPhase(direction: 1 | -1): void;
  setSpeed(speed: number): void;

  dismissNotice(id: number): void;
  /** The absolute address of what is shown just now. */
  linkTo(): string;
  /** Ends the listening and the engines. */
  dispose(): void;
}
