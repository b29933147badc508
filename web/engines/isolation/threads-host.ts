import type { EngineUnavailability } from '../engine-report.ts';
import type { OpenCorePlace } from '../wasm/core-place.ts';

/** Where threads run for a page that is not cross-origin isolated itself. */
export interface ThreadsHost {
  /** Why it need not be tried; undefined: nothing speaks against it. */
  readonly obstacle: EngineUnavailability | undefined;
  readonly open: OpenCorePlace;
}

/**
 * A hidden frame of the page's own origin, which a service worker isolates by a header that no server has to send. Nothing is
 * registered before it is opened.
 */
export function frameHost(): ThreadsHost {
  return {
    obstacle: obstacle(),
    open: async (signal) => (await import('./framed-core.ts')).openFramedCore(signal),
  };
}

function obstacle(): EngineUnavailability | undefined {
  // In a sandbox the mere question is refused.
  const hasServiceWorker = globalThis.isSecureContext && origin !== 'null' && 'serviceWorker' in navigator;
  if (!hasServiceWorker) return 'noServiceWorker';
  // A service worker, and the frame, are of the page's own origin.
  return new URL(import.meta.url).origin === origin ? undefined : 'filesElsewhere';
}
