import type { ScoreChange, StepChange, WeightsChange } from '../state/change-details.ts';
import type { PlaygroundApi, PlaygroundError } from '../elements/playground-api.ts';

/** Raised when an old message would be read wrongly. */
export const frameVersion = 1;

/** Its presence tells our messages from all others of a page; its value is their version. */
interface Envelope {
  readonly attentionPlayground: typeof frameVersion;
}

/** Page to frame. The frame gives each an answer of the same id. */
export interface FrameRequest extends Envelope {
  readonly type: 'request';
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Frame to page. `error` is a sentence, where the request was refused. */
export interface FrameAnswer extends Envelope {
  readonly type: 'answer';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Frame to page. */
export interface FrameEvent extends Envelope {
  readonly type: 'event';
  readonly name: keyof FrameEventDetails;
  readonly detail: unknown;
}

export interface FrameEventDetails {
  /** The frame's page has begun, or begun anew: whoever was connected connects again. */
  readonly loaded: null;
  /** A score can be changed. */
  readonly ready: null;
  /** CSS pixels that the playground needs at the frame's present width. */
  readonly height: { readonly height: number };
  readonly 'step-change': StepChange;
  readonly 'score-change': ScoreChange;
  readonly 'weights-change': WeightsChange;
  readonly error: PlaygroundError;
}

/** The events that are those of the element; they are sent to pages that have connected. */
export const elementEvents = ['step-change', 'score-change', 'weights-change', 'error'] as const;

/** What `connect` answers: what a page that comes late has missed. */
export interface Connected {
  readonly isReady: boolean;
  readonly height: number | null;
}

/** What `get` and `set` know: the properties of the element, but for the leave that is the frame's own page's to give. */
export type FrameProperty = Exclude<
  keyof PlaygroundApi,
  'play' | 'pause' | 'seek' | 'getState' | 'setState' | 'toPicture' | 'threads'
>;

/** What a property takes. */
export type FrameValue<Name extends FrameProperty> = Name extends 'tokens'
  ? { readonly source: string | readonly string[]; readonly target: string | readonly string[] }
  : Name extends 'scores'
    ? readonly number[] | readonly (readonly number[])[]
    : PlaygroundApi[Name];

/** What another window sent, if it is one of ours; anyone may send anything. */
export function messageOf(data: unknown): Partial<Record<string, unknown>> | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Partial<Record<string, unknown>>;
  return message.attentionPlayground === frameVersion ? message : null;
}
