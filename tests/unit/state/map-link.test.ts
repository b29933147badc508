import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mulberry32 } from '../../../web/model/random.ts';
import { linkMap } from '../../../web/state/map-link.ts';
import { mapViewValue, type MapView } from '../../../web/state/map-view.ts';
import { createMapStore, type MapStore } from '../../../web/state/map.ts';
import type { MapProblem } from '../../../web/model/map-problem.ts';
import { problemOf, referenceMapEngine, vectorsFor } from './map-fixtures.ts';

const size = { queryCount: 120, keyCount: 120 };
const attention = vectorsFor(size, false, mulberry32(42));

function mapOf(origin: MapProblem['origin'] = 'generated'): MapStore {
  const problem = problemOf(attention, size);
  const map = createMapStore({
    engine: referenceMapEngine(),
    problem: { ...problem, origin, heads: [problem.heads[0], problem.heads[0]] },
  });
  map.setSeen(false);
  return map;
}

const place: MapView = { headIndex: 1, query: 40, key: 70, zoom: 4.25, pooling: 'mean', ink: 'linear' };

describe('the link of a map', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows what the address asks for, before and after the picture has a size', () => {
    const map = mapOf();
    const setting = signal<MapView | null>(place);
    const end = linkMap(map, setting, (view) => (setting.value = view));
    map.resize(200, 160);
    expect(map.headIndex.peek()).toBe(1);
    expect(map.viewport.peek()).toMatchObject({ centre: { query: 40.5, key: 70.5 }, zoom: 4.25 });
    expect([map.pooling.peek(), map.ink.peek()]).toEqual(['mean', 'linear']);
    setting.value = { ...place, headIndex: 0, zoom: null };
    expect(map.headIndex.peek()).toBe(0);
    expect(map.viewport.peek().centre).toEqual({ query: 60, key: 60 });
    end();
    map.dispose();
  });

  it('is written when the map rests, once, and says again what it says', () => {
    const map = mapOf();
    map.resize(200, 160);
    const setting = signal<MapView | null>(null);
    const written: string[] = [];
    const end = linkMap(map, setting, (view) => {
      written.push(mapViewValue.write(view));
      setting.value = view;
    });
    vi.advanceTimersByTime(1000);
    expect(written).toEqual(['1,61,61,whole,max,logarithmic']);
    for (let step = 0; step < 20; step++) {
      map.centreOn({ query: 30 + step, key: 50 }, 5);
      vi.advanceTimersByTime(50);
    }
    vi.advanceTimersByTime(1000);
    expect(written.slice(1)).toEqual(['1,50,51,5,max,logarithmic']);
    expect(map.viewport.peek().centre).toEqual({ query: 49, key: 50 });
    end();
    map.centreOn({ query: 60, key: 60 }, 6);
    vi.advanceTimersByTime(1000);
    expect(written).toHaveLength(2);
    map.dispose();
  });

  it('says nothing of a text of one’s own, and keeps it where it is', () => {
    const map = mapOf('spelling');
    map.resize(200, 160);
    const setting = signal<MapView | null>(place);
    const end = linkMap(map, setting, () => expect.fail('nothing is to be written'));
    map.centreOn({ query: 20, key: 20 }, 5);
    vi.advanceTimersByTime(1000);
    expect(map.viewport.peek()).toMatchObject({ centre: { query: 20, key: 20 }, zoom: 5 });
    end();
    map.dispose();
  });

  it.each(['1,2', '0,1,1,whole,max,linear', '1,1,1,1e5,max,linear', '1,1,1,2,least,linear', '1,1,1,2,max,red'])(
    'does not understand %s',
    (text) => expect(mapViewValue.read(text)).toBeUndefined(),
  );
});
