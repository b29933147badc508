import type { AddressEntry, AddressPort } from '../../../web/state/address-port.ts';

/** A browser's history in memory. */
export class FakeAddress implements AddressPort {
  readonly entries: AddressEntry[];
  readonly writes: { mode: 'push' | 'replace'; hash: string }[] = [];
  index = 0;
  isRefusing = false;
  private listeners: { onArrival: () => void; onLeave: () => void }[] = [];

  constructor(hash = '') {
    this.entries = [{ hash, full: null }];
  }

  get hash(): string {
    return this.read().hash;
  }

  read(): AddressEntry {
    return this.entries[this.index];
  }

  write(entry: AddressEntry, mode: 'push' | 'replace'): void {
    if (this.isRefusing)
      throw new DOMException('Attempt to use history.pushState() more than 100 times', 'SecurityError');
    this.writes.push({ mode, hash: entry.hash });
    if (mode === 'push') this.entries.splice(++this.index, Infinity, entry);
    else this.entries[this.index] = entry;
  }

  listen(onArrival: () => void, onLeave: () => void): () => void {
    const listener = { onArrival, onLeave };
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  linkTo(hash: string): string {
    return `https://example.org/play/#${hash}`;
  }

  go(by: number): void {
    this.index += by;
    this.arrive();
  }

  /** As a person who types another fragment into the address bar. */
  type(hash: string): void {
    this.entries.splice(++this.index, Infinity, { hash, full: null });
    this.arrive();
  }

  leave(): void {
    this.listeners.forEach(({ onLeave }) => onLeave());
  }

  get listenerCount(): number {
    return this.listeners.length;
  }

  /** Browsers tell twice: popstate and hashchange. */
  private arrive(): void {
    this.listeners.forEach(({ onArrival }) => onArrival());
    this.listeners.forEach(({ onArrival }) => onArrival());
  }
}
