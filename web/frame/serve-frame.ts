import type { AttentionPlaygroundElement } from '../elements/playground-api.ts';
import { watchHeight } from './frame-height.ts';
import { frameRequests } from './frame-requests.ts';
import {
  elementEvents,
  frameVersion,
  messageOf,
  type Connected,
  type FrameAnswer,
  type FrameEvent,
  type FrameEventDetails,
} from './messages.ts';

/**
 * Lets the page around a frame use the playground in it: tells it `ready` and `height`, and, once it has connected, the element's
 * events; answers its requests. Only the window directly around the frame is listened to. Outside a frame nothing happens.
 */
export function serveFrame(element: AttentionPlaygroundElement, view: Window = window): void {
  const page = view.parent;
  if (page === view) return;
  let lastHeight: number | null = null;
  const isReady = (): boolean => element.hasAttribute('ready');

  /** `ready` and `height` are nobody's secret, and who is around the frame is not known before it asks for something. */
  const send = (message: FrameEvent | FrameAnswer | string, to = '*'): void => page.postMessage(message, to);
  const event = <Name extends keyof FrameEventDetails>(name: Name, detail: FrameEventDetails[Name]): FrameEvent => ({
    attentionPlayground: frameVersion,
    type: 'event',
    name,
    detail,
  });

  watchHeight(element, (height) => {
    lastHeight = height;
    send(event('height', { height }));
    // Learning platforms have a message of their own for it: Canvas takes it as an object or as JSON, others as JSON alone.
    send(JSON.stringify({ subject: 'lti.frameResize', height }));
  });
  whenReady(element, () => send(event('ready', null)));

  send(event('loaded', null));

  let listener: string | null = null;
  const connect = (origin: string): Connected => {
    if (listener === null) {
      for (const name of elementEvents) {
        element.addEventListener(name, (each) => {
          if (each instanceof CustomEvent) send(event(name, each.detail as never), listener ?? '*');
        });
      }
    }
    listener = origin;
    return { isReady: isReady(), height: lastHeight };
  };

  view.addEventListener('message', ({ source, origin, data }) => {
    const message = source === page ? messageOf(data) : null;
    if (message?.type !== 'request' || typeof message.id !== 'number') return;
    const { id, name } = message;
    // Sandboxed pages and files have no origin that could be named.
    const to = origin === 'null' ? '*' : origin;
    const answer = (content: { readonly value?: unknown; readonly error?: string }): void =>
      send({ attentionPlayground: frameVersion, type: 'answer', id, ...content }, to);
    const args: readonly unknown[] = Array.isArray(message.args) ? message.args : [];
    void (async (): Promise<void> => {
      try {
        if (name === 'connect') answer({ value: connect(to) });
        else answer({ value: await handlerOf(name)(element, args) });
      } catch (error) {
        answer({ error: error instanceof Error ? error.message : String(error) });
      }
    })();
  });
}

function handlerOf(name: unknown): (typeof frameRequests)[string] {
  if (typeof name === 'string' && Object.hasOwn(frameRequests, name)) return frameRequests[name];
  const given = typeof name === 'string' ? name.slice(0, 60) : typeof name;
  throw new Error(`There is no request “${given}”: expected one of connect, ${Object.keys(frameRequests).join(', ')}.`);
}

function whenReady(element: Element, then: () => void): void {
  const observer = new MutationObserver(() => {
    if (!element.hasAttribute('ready')) return;
    observer.disconnect();
    then();
  });
  observer.observe(element, { attributeFilter: ['ready'] });
}
