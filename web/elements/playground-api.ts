import type { EngineName, ScoreFunction } from '../contract/index.ts';
import type { ScoreChange, StepChange, WeightsChange } from '../state/change-details.ts';

export type { EngineName, ScoreFunction, ScoreChange, StepChange, WeightsChange };

export interface Tokens {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** Which words are hidden: padding, and words that come later than the step, in one of two alignments. */
export type Mask = 'none' | 'padding' | 'top-left' | 'bottom-right' | 'padding top-left' | 'padding bottom-right';

/** Something that was given and could not be taken, or not as it was; or a computation that failed. */
export interface PlaygroundError {
  /** `computationFailed`, or the code of what the page says. */
  readonly code: string;
  /** The sentence that the element shows. */
  readonly message: string;
  /** Set where an attribute, or the property of it, was refused. */
  readonly attribute: string | null;
  readonly given: string | null;
}

export interface PictureOptions {
  /** Default: `image/svg+xml`. */
  readonly type?: 'image/svg+xml' | 'image/png';
  /** The weights of all steps (default), or of the current one; or that step from its words to its context. */
  readonly picture?: 'heatmap' | 'step' | 'stage';
  /** Default: the theme in view. */
  readonly theme?: 'light' | 'dark';
  /** Behind the picture: as the element (default), white or black, nothing. */
  readonly background?: 'page' | 'plain' | 'none';
  /** Pixels; the height follows. Default: the picture's own width for SVG, twice that for PNG. */
  readonly width?: number;
  /** The moment of the stage, from 0 to 3.6 seconds. Default: the one in view. */
  readonly time?: number;
  /** Marks the current step and word. Default: true. */
  readonly selection?: boolean;
}

export interface PlaygroundEventMap {
  'step-change': CustomEvent<StepChange>;
  'score-change': CustomEvent<ScoreChange>;
  'weights-change': CustomEvent<WeightsChange>;
  error: CustomEvent<PlaygroundError>;
}

/**
 * What <attention-playground> adds to an element. Each property mirrors an attribute: to set one writes the attribute, null takes it
 * away; to read one gives what is shown now, also where a person has changed it since. A value that does not fit changes nothing and
 * fires `error`.
 */
export interface PlaygroundApi {
  /** A whole state, as getState() gives it; the other attributes are laid over it. */
  get state(): string;
  set state(state: string | null);
  /** An example's id; `own` where `tokens` gave the words. */
  get example(): string;
  set example(id: string | null);
  get tokens(): Tokens;
  /** Text is cut into words, by spaces and punctuation; lists are joined by spaces first. */
  set tokens(
    tokens: { readonly source: string | readonly string[]; readonly target: string | readonly string[] } | null,
  );
  /** The decoder step, from 1. */
  get step(): number;
  set step(step: number | null);
  get scoreFunction(): ScoreFunction;
  set scoreFunction(name: ScoreFunction | null);
  get temperature(): number;
  set temperature(temperature: number | null);
  get mask(): Mask;
  set mask(mask: Mask | null);
  /** Of the current step, [keyCount]; to set, also of all steps. Null while a score function has not answered. */
  get scores(): readonly number[] | null;
  set scores(scores: readonly number[] | readonly (readonly number[])[] | null);
  /** The decoder state of the current step, [stateDim]. Null outside a page. */
  get query(): readonly number[] | null;
  set query(query: readonly number[] | null);
  /** The encoder states, [keyCount][stateDim]. Null outside a page. */
  get keys(): readonly (readonly number[])[] | null;
  set keys(keys: readonly (readonly number[])[] | null);
  get engine(): EngineName | 'auto';
  set engine(name: EngineName | 'auto' | null);
  get view(): 'picture' | 'table';
  set view(view: 'picture' | 'table' | null);
  get theme(): 'auto' | 'light' | 'dark';
  set theme(theme: 'auto' | 'light' | 'dark' | null);
  /** The ink of the weights. */
  get palette(): 'indigo' | 'cividis' | 'grey';
  set palette(name: 'indigo' | 'cividis' | 'grey' | null);
  get readOnly(): boolean;
  set readOnly(isReadonly: boolean);
  /** Names of parts that are left out. */
  get hide(): readonly string[];
  set hide(parts: readonly string[] | null);
  /** Threads may run in a hidden frame that a service worker of this origin isolates. Once allowed, for all of the page. */
  get threads(): boolean;
  set threads(mayFrame: boolean);

  /** Plays the animation from the moment shown, or from its start at its end; waits while the element is out of view. */
  play(): void;
  pause(): void;
  /** Shows one moment of the animation, from 0 to 3.6 seconds. */
  seek(seconds: number): void;
  /** All that is shown, as the readable text that links to the playground have behind their #. */
  getState(): string;
  /** Opens such a text. Theme, palette, language, view, engine, `hide` and `readonly` stay where it does not name them. */
  setState(state: string): void;
  /** What is set now, as a picture; where the element has not begun it begins. Rejects where an option is refused. */
  toPicture(options?: PictureOptions): Promise<Blob>;
}

/** What can be set, for JSX and templates: the properties above. */
export interface PlaygroundProps {
  state?: string | null | undefined;
  example?: string | null | undefined;
  tokens?:
    { readonly source: string | readonly string[]; readonly target: string | readonly string[] } | null | undefined;
  step?: number | null | undefined;
  scoreFunction?: ScoreFunction | null | undefined;
  temperature?: number | null | undefined;
  mask?: Mask | null | undefined;
  scores?: readonly number[] | readonly (readonly number[])[] | null | undefined;
  query?: readonly number[] | null | undefined;
  keys?: readonly (readonly number[])[] | null | undefined;
  engine?: EngineName | 'auto' | null | undefined;
  view?: 'picture' | 'table' | null | undefined;
  theme?: 'auto' | 'light' | 'dark' | null | undefined;
  palette?: 'indigo' | 'cividis' | 'grey' | null | undefined;
  readOnly?: boolean | undefined;
  hide?: readonly string[] | null | undefined;
  threads?: boolean | undefined;
}

export interface AttentionPlaygroundElement extends PlaygroundApi, HTMLElement {
  addEventListener<K extends keyof PlaygroundEventMap>(
    type: K,
    listener: (this: AttentionPlaygroundElement, event: PlaygroundEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-playground': AttentionPlaygroundElement;
  }
}
