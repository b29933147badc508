import { UnavailableEngine } from '../engine-report.ts';
import type { CorePlace } from '../wasm/core-place.ts';
import coreScript from '../wasm/core-worker.ts?worker&url';
import { embedderPolicyMark, type HostFailure, type HostGreeting, type HostOrder } from './host-messages.ts';
import serviceWorkerScript from './isolating-service-worker.ts?worker&url';

/** How long a frame that has loaded may take to say so. */
const greetingMilliseconds = 3000;

/**
 * Starts the core's worker in a frame of its own, which is isolated although the page is not, and gives the page's end of the
 * line. Rejects with UnavailableEngine.
 */
export async function openFramedCore(signal?: AbortSignal): Promise<CorePlace> {
  const script = new URL(serviceWorkerScript, location.href);
  // Always the same, whatever the script's name: a new version takes the place of the old one.
  const address = new URL('attention-threads-host', script).href;
  const registration = await register(script, address);
  const core = new URL(coreScript, location.href);
  const frame = new HostFrame((await hasEmbedderPolicy(core)) ? address + embedderPolicyMark : address);
  try {
    signal?.throwIfAborted();
    const { isIsolated } = await frame.greeting(signal);
    if (!isIsolated) {
      // Of no use here, so nothing is left behind.
      void registration.unregister();
      throw new UnavailableEngine(
        'noIsolationPolicy',
        'The browser does not know the header Document-Isolation-Policy.',
      );
    }
    return frame.start(core.href);
  } catch (error) {
    frame.end();
    throw error;
  }
}

/** What a server sends with this file it sends with its pages. */
async function hasEmbedderPolicy(file: URL): Promise<boolean> {
  try {
    return (await fetch(file, { method: 'HEAD' })).headers.has('Cross-Origin-Embedder-Policy');
  } catch {
    return false;
  }
}

async function register(script: URL, scope: string): Promise<ServiceWorkerRegistration> {
  try {
    const registration = await navigator.serviceWorker.register(script, { scope });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (worker) await activation(worker);
    return registration;
  } catch (error) {
    throw new UnavailableEngine('serviceWorkerFailed', error instanceof Error ? error.message : String(error));
  }
}

function activation(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      // The one that has taken its place does the same.
      if (worker.state === 'activated') resolve();
      else if (worker.state === 'redundant') reject(new Error(`The service worker ${worker.scriptURL} did not start.`));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** The hidden frame, as its page sees it. */
class HostFrame implements CorePlace {
  readonly #frame = document.createElement('iframe');
  readonly #channel = new MessageChannel();
  readonly #listening = new AbortController();
  #watch: MutationObserver | undefined;

  constructor(address: string) {
    this.#frame.src = address;
    this.#frame.style.setProperty('display', 'none', 'important');
  }

  get endpoint(): MessagePort {
    return this.#channel.port1;
  }

  /** Puts the frame into the page. Rejects where nothing comes of it, as where a policy forbids the frame. */
  greeting(signal?: AbortSignal): Promise<HostGreeting> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      this.#listen((message) => resolve(message as HostGreeting));
      this.#frame.addEventListener('load', () => {
        const why = 'The frame for the threads has loaded and says nothing.';
        setTimeout(() => reject(new UnavailableEngine('frameRefused', why)), greetingMilliseconds);
      });
      // Beside the body, which pages replace.
      document.documentElement.append(this.#frame);
    });
  }

  start(script: string): this {
    const order: HostOrder = { script };
    this.#frame.contentWindow?.postMessage(order, origin, [this.#channel.port2]);
    return this;
  }

  onDeath(listener: (why: string) => void): void {
    this.#listen((message) => {
      const { failure } = message as HostFailure;
      if (failure !== undefined) listener(failure || 'its script could not be loaded');
    });
    // A worker that goes with its frame says nothing.
    this.#watch = new MutationObserver(() => {
      if (!this.#frame.isConnected) listener('its frame was taken out of the page');
    });
    for (const parent of [document, document.documentElement]) this.#watch.observe(parent, { childList: true });
  }

  end(): void {
    this.#watch?.disconnect();
    this.#listening.abort();
    this.endpoint.close();
    this.#frame.remove();
  }

  #listen(use: (message: unknown) => void): void {
    const hear = ({ source, origin: from, data }: MessageEvent): void => {
      if (source === this.#frame.contentWindow && from === origin) use(data);
    };
    addEventListener('message', hear, { signal: this.#listening.signal });
  }
}
