import { describe, expect, it } from 'vitest';
import { copyInto, spentResult } from '../../../web/engines/reuse.ts';
import { SpareBuffers } from '../../../web/engines/wasm/spare-buffers.ts';

describe('a spent result', () => {
  const tensor = (data: Float32Array) => ({ shape: [data.length], data });

  it('gives the arrays that have their memory for themselves, each once', () => {
    const [own, other] = [new Float32Array(3), new Float32Array(2)];
    const { spent, buffers } = spentResult({
      ...{ own: tensor(own), other: tensor(other), again: tensor(own), part: tensor(new Float32Array(9).subarray(1)) },
      ...{ shared: tensor(new Float32Array(new SharedArrayBuffer(8))), empty: tensor(new Float32Array()), number: 3 },
    });
    expect(Object.keys(spent)).toEqual(['own', 'other']);
    expect(buffers).toEqual([own.buffer, other.buffer]);
    expect(spentResult().buffers).toEqual([]);
  });

  it('is written to where size and precision are those of the numbers', () => {
    const view = Float32Array.of(0, 1, 2, 3).subarray(1);
    const array = new Float32Array(3);
    expect(copyInto(array, view)).toBe(array);
    expect([...array]).toEqual([1, 2, 3]);
    for (const unfit of [undefined, new Float32Array(4), new Float64Array(3)]) {
      const copy = copyInto(unfit, view);
      expect(copy).toEqual(array);
      expect(copy.buffer.byteLength).toBe(12);
      expect([...(unfit ?? [])].every((number) => number === 0)).toBe(true);
    }
  });
});

describe('spare buffers', () => {
  it('gives back what is of the size, the last first, and makes what is not there', () => {
    const spare = new SpareBuffers();
    const [small, first, last] = [8, 16, 16].map((byteLength) => new ArrayBuffer(byteLength));
    spare.keep([small, first, last]);
    expect(spare.take(16)).toBe(last);
    expect(spare.take(16)).toBe(first);
    const fresh = spare.take(16);
    expect([first, last]).not.toContain(fresh);
    expect(fresh.byteLength).toBe(16);
    expect(spare.take(8)).toBe(small);
  });

  it('keeps at most 32 MiB, of the newest', () => {
    const spare = new SpareBuffers();
    const buffers = Array.from({ length: 5 }, (_, index) => new ArrayBuffer(8 * 1024 * 1024 + index));
    spare.keep(buffers.slice(0, 2));
    spare.keep(buffers.slice(2));
    expect(buffers.map((buffer) => spare.take(buffer.byteLength) === buffer)).toEqual([false, false, true, true, true]);
  });
});
