import type { ThreadsHost } from '../engines/isolation/threads-host.ts';

/** Stands in for engines/isolation/threads-host.ts: one file has no address for a service worker. */
export const frameHost = (): ThreadsHost | undefined => undefined;
