import type {
  AttentionPlaygroundElement,
  PictureOptions,
  PlaygroundError,
  Tokens,
} from '../elements/playground-api.ts';
import type { FrameProperty } from './messages.ts';

/** A record, so that the compiler finds a property that is missing here. */
const properties: Readonly<Record<FrameProperty, true>> = {
  state: true,
  example: true,
  tokens: true,
  step: true,
  scoreFunction: true,
  temperature: true,
  mask: true,
  scores: true,
  query: true,
  keys: true,
  engine: true,
  view: true,
  theme: true,
  palette: true,
  readOnly: true,
  hide: true,
};

type Args = readonly unknown[];
type Handler = (element: AttentionPlaygroundElement, args: Args) => unknown;

/** What a page can ask of the playground in the frame. Each checks what it was given, and throws a sentence. */
export const frameRequests: Readonly<Record<string, Handler>> = {
  getState: (element) => element.getState(),
  setState: (element, [state]) => taken(element, () => element.setState(asText('setState', state))),
  play: (element) => element.play(),
  pause: (element) => element.pause(),
  seek: (element, [seconds]) => taken(element, () => element.seek(asNumber('seek', seconds))),
  get: (element, [name]) => element[asProperty(name)],
  set: (element, [name, value]) =>
    taken(element, () => Reflect.set(element, asProperty(name), asValueOf(asProperty(name), value))),
  // What the options may be the element says, by a promise that rejects.
  toPicture: (element, [options]) => element.toPicture(options as PictureOptions | undefined),
};

/** Does it, and throws the sentence with which the element refuses it, if it does. */
function taken(element: AttentionPlaygroundElement, act: () => unknown): undefined {
  let refusal: PlaygroundError | null = null;
  const onError = ({ detail }: CustomEvent<PlaygroundError>): unknown => (refusal ??= detail);
  element.addEventListener('error', onError);
  try {
    act();
  } finally {
    element.removeEventListener('error', onError as EventListener);
  }
  if (refusal !== null) throw new Error((refusal as PlaygroundError).message);
}

function asProperty(name: unknown): FrameProperty {
  if (typeof name === 'string' && Object.hasOwn(properties, name)) return name as FrameProperty;
  throw new Error(`There is no property ${quoted(name)}: expected one of ${Object.keys(properties).join(', ')}.`);
}

/** The element's setters check what attributes can hold; shapes that would not even become one are refused here. */
function asValueOf(name: FrameProperty, value: unknown): unknown {
  if (value === null) return value;
  if (name === 'tokens') {
    const { source, target } = (typeof value === 'object' ? value : {}) as Partial<Record<keyof Tokens, unknown>>;
    if (isText(source) && isText(target)) return value;
    throw new Error('tokens is to be { source, target }, each a text or a list of words.');
  }
  const isList = Array.isArray(value);
  const isListProperty = ['hide', 'scores', 'query', 'keys'].includes(name);
  if (isListProperty ? isList : ['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new Error(`${name} is ${quoted(value)}: expected ${isListProperty ? 'a list' : 'a text, number or boolean'}.`);
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((word) => typeof word === 'string'));

function asText(request: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`${request} was given ${quoted(value)}: expected a text.`);
}

function asNumber(request: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new Error(`${request} was given ${quoted(value)}: expected a number.`);
}

/** Short, whatever it is. */
function quoted(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);
  return `“${text.slice(0, 60)}”`;
}
