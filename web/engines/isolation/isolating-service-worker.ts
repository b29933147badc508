import {
  embedderPolicyMark,
  portForCore,
  type HostFailure,
  type HostGreeting,
  type HostOrder,
} from './host-messages.ts';

/*
 * The service worker that isolates the frame of the threads, where no one can set headers. Its scope is the address of that frame,
 * at which no file lies: it makes the page, with the header, and answers nothing else. It keeps nothing.
 */

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Response): void;
}

interface ServiceWorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

const scope = self as unknown as ServiceWorkerScope;

// The frame of a page that is open has been made; the next one is made by the newest.
scope.addEventListener('install', () => void scope.skipWaiting());

scope.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent;
  const address = scope.registration.scope;
  const hasEmbedderPolicy = request.url === address + embedderPolicyMark;
  const isHost = request.mode === 'navigate' && (request.url === address || hasEmbedderPolicy);
  // Whatever else the frame loads goes its way as if nobody stood there.
  if (isHost) respondWith.call(event, hostPage(hasEmbedderPolicy));
});

function hostPage(hasEmbedderPolicy: boolean): Response {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'`;
  return new Response(
    `<!doctype html><title>Threads</title><script nonce="${nonce}">(${String(host)})("${portForCore}")</script>`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Document-Isolation-Policy': 'isolate-and-require-corp',
        'Content-Security-Policy': policy,
        ...(hasEmbedderPolicy && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
      },
    },
  );
}

/** The script of the frame, as it stands here: it uses no name from outside. */
function host(word: string): void {
  const tell = (message: HostGreeting | HostFailure): void => parent.postMessage(message, origin);
  addEventListener('message', ({ source, origin: from, data, ports }: MessageEvent<HostOrder>) => {
    // Whoever frames this page from elsewhere gets nothing started.
    if (source !== parent || from !== origin) return;
    const worker = new Worker(data.script, { type: 'module', name: 'attention core' });
    worker.addEventListener('error', ({ message }) => tell({ failure: message }));
    worker.postMessage(word, [...ports]);
  });
  tell({ isIsolated: crossOriginIsolated });
}
