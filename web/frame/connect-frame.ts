import type { PictureOptions, PlaygroundApi } from '../elements/playground-api.ts';
import {
  frameVersion,
  messageOf,
  type Connected,
  type FrameEventDetails,
  type FrameProperty,
  type FrameRequest,
  type FrameValue,
} from './messages.ts';

export type { FrameEventDetails, FrameProperty, FrameValue } from './messages.ts';

export interface ConnectOptions {
  /** Gives the frame the height that its content needs, whenever that changes. Default true. */
  readonly autoHeight?: boolean;
}

/**
 * The playground in a frame. What is asked before it is there is asked once it is. A promise rejects with a sentence where the frame
 * refuses, and after `disconnect`.
 */
export interface PlaygroundFrame {
  getState(): Promise<string>;
  setState(state: string): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  /** From 0 to 3.6. */
  seek(seconds: number): Promise<void>;
  /** A property of the element, as it is now. */
  get<Name extends FrameProperty>(name: Name): Promise<PlaygroundApi[Name]>;
  /** Null brings back the default. */
  set<Name extends FrameProperty>(name: Name, value: FrameValue<Name> | null): Promise<void>;
  /** What the element's method of this name gives for the same arguments. */
  toPicture(options?: PictureOptions): Promise<Blob>;
  addEventListener<Name extends keyof FrameEventDetails>(
    name: Name,
    listener: (event: CustomEvent<FrameEventDetails[Name]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof FrameEventDetails>(
    name: Name,
    listener: (event: CustomEvent<FrameEventDetails[Name]>) => unknown,
  ): void;
  /** Ends the listening; the frame stays. */
  disconnect(): void;
}

interface Waiting {
  readonly request: FrameRequest;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const disconnected = (): Error => new Error('The page has disconnected from the frame.');

/** Connects to a frame whose page is the playground's embed.html, loaded already or not yet. */
export function connectFrame(frame: HTMLIFrameElement, { autoHeight = true }: ConnectOptions = {}): PlaygroundFrame {
  const events = new EventTarget();
  const waiting = new Map<number, Waiting>();
  // Another script of the page may have connected to the same frame, and hears its answers too.
  let lastId = Math.floor(Math.random() * 2 ** 40);
  let connectId = 0;
  let isConnected = false;
  let isReady = false;
  let hasEnded = false;

  // Nothing that is sent is secret, and a sandboxed frame has no origin that could be named.
  const post = (request: FrameRequest): unknown => frame.contentWindow?.postMessage(request, '*');
  const requestOf = (name: string, args: readonly unknown[] = []): FrameRequest => ({
    attentionPlayground: frameVersion,
    type: 'request',
    id: ++lastId,
    name,
    args,
  });
  const ask = <T>(name: string, ...args: readonly unknown[]): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (hasEnded) throw disconnected();
      // What no message can carry is refused here, and not where all that waits is sent.
      const request = requestOf(name, structuredClone(args));
      waiting.set(request.id, { request, resolve, reject });
      if (isConnected) post(request);
    });
  const connect = (): void => {
    isConnected = isReady = false;
    const request = requestOf('connect');
    connectId = request.id;
    post(request);
  };

  const tell = (name: string, detail: unknown): void => {
    if (name === 'ready') {
      if (isReady) return;
      isReady = true;
    }
    if (name === 'height' && autoHeight) fit((detail as Connected).height);
    events.dispatchEvent(new CustomEvent(name, { detail }));
  };
  const fit = (height: unknown): void => {
    if (typeof height !== 'number' || !(height > 0 && height < Infinity)) return;
    const hasBorders = getComputedStyle(frame).boxSizing === 'border-box';
    frame.style.height = `${height + (hasBorders ? frame.offsetHeight - frame.clientHeight : 0)}px`;
  };
  const onConnected = (value: unknown): void => {
    const { height, isReady: isThere } = (value ?? {}) as Partial<Connected>;
    isConnected = true;
    for (const { request } of waiting.values()) post(request);
    if (height) tell('height', { height });
    if (isThere === true) tell('ready', null);
  };
  const onAnswer = (id: number, value: unknown, error: unknown): void => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (id === connectId) onConnected(value);
    else if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(typeof error === 'string' ? error : 'The frame refused.'));
  };
  const onMessage = ({ source, data }: MessageEvent): void => {
    const message = source !== null && source === frame.contentWindow ? messageOf(data) : null;
    const { type, name, id, detail } = message ?? {};
    if (type === 'answer') onAnswer(id as number, message?.value, message?.error);
    else if (type === 'event' && name === 'loaded') connect();
    else if (type === 'event' && typeof name === 'string' && (detail === null || typeof detail === 'object')) {
      tell(name, detail ?? {});
    }
  };
  addEventListener('message', onMessage);
  // A frame that is there already has told that it was loaded to nobody.
  connect();

  return {
    getState: () => ask('getState'),
    setState: (state) => ask('setState', state),
    play: () => ask('play'),
    pause: () => ask('pause'),
    seek: (seconds) => ask('seek', seconds),
    get: (name) => ask('get', name),
    set: (name, value) => ask('set', name, value),
    toPicture: (options) => ask('toPicture', options),
    addEventListener: (name, listener, options) =>
      events.addEventListener(name, listener as (event: Event) => unknown, options),
    removeEventListener: (name, listener) => events.removeEventListener(name, listener as (event: Event) => unknown),
    disconnect() {
      hasEnded = true;
      removeEventListener('message', onMessage);
      for (const { reject } of waiting.values()) reject(disconnected());
      waiting.clear();
    },
  };
}
