import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectFrame } from '../../../web/frame/connect-frame.ts';
import { frameVersion, type FrameRequest } from '../../../web/frame/messages.ts';

describe('the page’s side of a frame', () => {
  const sent: FrameRequest[] = [];
  /** Refuses what can't be copied, as browsers do. */
  const contentWindow = { postMessage: (request: FrameRequest) => sent.push(structuredClone(request)) };
  let page = new EventTarget();

  beforeEach(() => {
    sent.length = 0;
    page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  });
  afterEach(() => vi.unstubAllGlobals());

  const open = () => connectFrame({ contentWindow } as unknown as HTMLIFrameElement, { autoHeight: false });
  const say = (message: object): void => {
    const data = { attentionPlayground: frameVersion, ...message };
    page.dispatchEvent(Object.assign(new Event('message'), { source: contentWindow, data }));
  };
  /** To the latest request of that name. */
  const answer = (name: string, value: unknown): void => {
    const { id } = sent.findLast((request) => request.name === name)!;
    say({ type: 'answer', id, value });
  };
  const connect = (): void => answer('connect', { height: 1, isReady: true });
  /** As frameworks wrap arrays, which no message can carry. */
  const reactive = (): number[] => new Proxy([1, 2, 3], {});

  it('what no message can carry is refused, and does not hold up what is asked after it', async () => {
    const frame = open();
    let isReady = false;
    frame.addEventListener('ready', () => (isReady = true));
    const early = frame.set('scores', reactive());
    const state = frame.getState();
    await expect(early).rejects.toThrow(/could not be cloned/);
    connect();
    expect(isReady).toBe(true);
    answer('getState', 'v=1');
    expect(await state).toBe('v=1');
    await expect(frame.set('scores', reactive())).rejects.toThrow(/could not be cloned/);
    // Loaded anew, the frame is asked again what it has not answered.
    const later = frame.getState();
    say({ type: 'event', name: 'loaded', detail: null });
    connect();
    answer('getState', 'v=2');
    expect(await later).toBe('v=2');
  });

  it('after disconnect() promises reject, those from before and those from after', async () => {
    const frame = open();
    const before = frame.getState();
    frame.disconnect();
    await expect(before).rejects.toThrow(/disconnected/);
    await expect(frame.getState()).rejects.toThrow(/disconnected/);
  });
});
