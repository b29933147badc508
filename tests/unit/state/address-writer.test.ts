import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressWriter, writeInterval } from '../../../web/state/address-writer.ts';
import { FakeAddress } from './fake-address.ts';

const entry = (hash: string) => () => ({ hash, full: null });

describe('the address writer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes the first change at once and of many only the newest', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    for (let i = 0; i < 50; i++) writer.write(entry(`T=${i}`), 'replace');
    expect(address.writes).toEqual([{ mode: 'replace', hash: 'T=0' }]);
    vi.advanceTimersByTime(writeInterval);
    expect(address.writes.at(-1)).toEqual({ mode: 'replace', hash: 'T=49' });
    expect(address.writes).toHaveLength(2);
  });

  it.each(['push', 'replace'] as const)('stays below 100 %s calls in 30 seconds, as Safari wants', (mode) => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    for (let i = 0; i < 3000; i++) {
      writer.write(entry(`t=${i}`), mode);
      vi.advanceTimersByTime(10);
    }
    expect(address.writes.length).toBeGreaterThan(50);
    expect(address.writes.length).toBeLessThan(100);
  });

  it('writes what waits for the old page before it pushes a new one', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    writer.write(entry('T=1'), 'replace');
    writer.write(entry('T=2'), 'replace');
    writer.write(entry('t=2&T=2'), 'push');
    vi.runAllTimers();
    expect(address.entries.map(({ hash }) => hash)).toEqual(['T=2', 't=2&T=2']);
  });

  it('keeps a push a push when a small change follows it', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    writer.write(entry('t=1'), 'push');
    writer.write(entry('t=2'), 'push');
    writer.write(entry('t=2&T=2'), 'replace');
    vi.runAllTimers();
    expect(address.entries.map(({ hash }) => hash)).toEqual(['', 't=1', 't=2&T=2']);
  });

  it('flushes at once when asked, and forgets what is discarded', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    writer.write(entry('T=1'), 'replace');
    writer.write(entry('T=2'), 'replace');
    writer.flush();
    expect(address.hash).toBe('T=2');
    writer.write(entry('T=3'), 'replace');
    writer.discard();
    vi.runAllTimers();
    expect(address.hash).toBe('T=2');
  });

  it('writes nothing that is held before it is asked to, however soon after another change a drag begins', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    writer.write(entry('T=1'), 'replace');
    writer.write(entry('T=2'), 'push');
    for (let frame = 0; frame < 100; frame++) {
      writer.hold(entry(`T=3&frame=${frame}`));
      vi.advanceTimersByTime(16);
    }
    expect(address.writes).toHaveLength(1);
    writer.flush();
    expect(address.entries.map(({ hash }) => hash)).toEqual(['T=1', 'T=3&frame=99']);
    writer.write(entry('T=4'), 'replace');
    vi.runAllTimers();
    expect(address.hash).toBe('T=4');
  });

  it('does not write what already stands there', () => {
    const address = new FakeAddress('T=1');
    createAddressWriter(address).write(entry('T=1'), 'push');
    expect(address.writes).toEqual([]);
  });

  it('survives a browser that refuses, and writes again with the next change', () => {
    const address = new FakeAddress();
    const writer = createAddressWriter(address);
    address.isRefusing = true;
    writer.write(entry('T=1'), 'replace');
    address.isRefusing = false;
    vi.runAllTimers();
    writer.write(entry('T=1'), 'replace');
    expect(address.hash).toBe('T=1');
  });
});
