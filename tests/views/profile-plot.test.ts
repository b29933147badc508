import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPlaces } from '../../web/views/label-places.ts';
import { sizeAxis, timeAxis } from '../../web/views/profile-scales.ts';

describe('labels at the ends of lines', () => {
  const wishes = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 6 });

  it('stand in the order of their lines, apart, and in the picture', () => {
    fc.assert(
      fc.property(wishes, (wanted) => {
        const places = labelPlaces(wanted, 17, 10, 210);
        const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b] || a - b);
        for (let i = 1; i < order.length; i++) {
          expect(places[order[i]] - places[order[i - 1]]).toBeGreaterThanOrEqual(17);
        }
        expect(Math.min(...places)).toBeGreaterThanOrEqual(10);
        expect(Math.max(...places)).toBeLessThanOrEqual(210);
      }),
    );
  });

  it('stay where they want to be while there is room', () => {
    expect(labelPlaces([150, 20, 90], 17, 10, 210)).toEqual([150, 20, 90]);
  });
});

describe('the axes', () => {
  it('put each doubling, and each power of ten, at the same distance', () => {
    const x = sizeAxis([16, 4096], [0, 800]);
    expect(x.ticks).toEqual([16, 32, 64, 128, 256, 512, 1024, 2048, 4096]);
    expect(x.ticks.map((tick) => Math.round(x.place(tick)))).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800]);
    const y = timeAxis([0.02, 3], [300, 0]);
    expect(y.ticks).toEqual([0.01, 0.1, 1, 10]);
    expect(y.ticks.map((tick) => Math.round(y.place(tick)))).toEqual([300, 200, 100, 0]);
  });

  it('leave ticks out where they would run into each other', () => {
    expect(sizeAxis([16, 4096], [0, 160]).ticks).toEqual([16, 64, 256, 1024, 4096]);
  });

  it('are there for a single point', () => {
    expect(timeAxis([1], [300, 0]).ticks).toEqual([1, 10]);
    expect(sizeAxis([8], [0, 100]).ticks).toEqual([8, 16]);
  });
});
