import type { AddressEntry, AddressPort } from './address-port.ts';

/** Safari takes 100 entries in 30 seconds and throws at the next one; this stays below. */
export const writeInterval = 320;

export interface AddressWriter {
  /** Writes at once or, soon after the last time, a little later; only the newest of several changes is composed and written. */
  write(compose: () => AddressEntry, mode: 'push' | 'replace'): void;
  /** Keeps a change for the next write or flush: an address written in the middle of a drag costs the browser a frame. */
  hold(compose: () => AddressEntry): void;
  /** Writes now what waits. */
  flush(): void;
  /** Forgets what waits: the entry it was for is no longer the current one. */
  discard(): void;
}

export function createAddressWriter(port: AddressPort): AddressWriter {
  let waiting: { compose: () => AddressEntry; mode: 'push' | 'replace'; isHeld?: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let shown = port.read();

  const rest = (): void => {
    timer = setTimeout(() => {
      timer = null;
      if (!waiting?.isHeld) writeWaiting();
    }, writeInterval);
  };

  const writeWaiting = (): void => {
    if (!waiting) return;
    const { compose, mode } = waiting;
    waiting = null;
    const entry = compose();
    if (entry.hash === shown.hash && entry.full === shown.full) return;
    try {
      port.write(entry, mode);
      shown = entry;
    } catch {
      // Refused as too often or too large. The settings are safe in the session; the address follows with the next change.
    }
    if (timer === null) rest();
  };

  return {
    write(compose, mode) {
      // What was changed on the page that is left belongs to it, not to the new one.
      if (mode === 'push' && waiting?.mode === 'replace') writeWaiting();
      waiting = { compose, mode: waiting?.mode === 'push' ? 'push' : mode };
      if (timer === null) writeWaiting();
    },
    hold(compose) {
      waiting = { compose, mode: waiting?.mode ?? 'replace', isHeld: true };
    },
    flush: writeWaiting,
    discard() {
      waiting = null;
      shown = port.read();
    },
  };
}
