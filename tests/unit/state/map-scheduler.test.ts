import { describe, expect, it } from 'vitest';
import { tileKey } from '../../../web/model/map-tiles.ts';
import { wholeMap, withinMap, type MapViewport } from '../../../web/model/map-viewport.ts';
import { unknownFacts, type MapComputation, type PooledRegion } from '../../../web/state/map-computation.ts';
import { createMapScheduler, type MapScheduler } from '../../../web/state/map-scheduler.ts';
import { isExact } from '../../../web/state/map-tile.ts';
import { settled } from './settled.ts';

const size = { queryCount: 16_384, keyCount: 16_384 };

/** Computes nothing but remembers what it was asked for; each call waits until it is let through. */
function fakeComputation({ isHeld = false, rowCost = size.keyCount } = {}) {
  const facts = unknownFacts(size.queryCount);
  const pooled: (PooledRegion & { readonly signal: AbortSignal })[] = [];
  const waiting: (() => void)[] = [];
  const hold = (): Promise<void> => (isHeld ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
  const computation: MapComputation = {
    facts,
    isCausal: false,
    rowCost,
    pairCost: 1,
    learn(rows) {
      for (const row of rows) facts.isKnown[row] = 1;
      return Promise.resolve();
    },
    async pool(region, signal) {
      pooled.push({ ...region, signal });
      await hold();
      if (signal.aborted) throw new Error('given up');
      const cells =
        Math.ceil(region.rows.length / region.rowsPerCell) * Math.ceil(region.keyCount / region.keysPerCell);
      return { max: new Float32Array(cells).fill(0.5), mean: new Float32Array(cells).fill(0.25) };
    },
  };
  return { computation, pooled, letThrough: () => waiting.splice(0).forEach((resolve) => resolve()) };
}

const schedulerOf = (
  computation: MapComputation,
  now = () => performance.now(),
): MapScheduler & { readonly changes: () => number } => {
  let changes = 0;
  const scheduler = createMapScheduler({
    size,
    computation,
    now,
    onChange: () => changes++,
    onFailure: (error) => {
      throw error;
    },
  });
  return Object.assign(scheduler, { changes: () => changes });
};

const looking = (query: number, key: number, zoom = 0): MapViewport =>
  withinMap({ centre: { query, key }, zoom, width: 800, height: 600 }, size);

async function finished(scheduler: MapScheduler): Promise<void> {
  for (let i = 0; i < 5_000 && scheduler.isBusy; i++) await settled();
  expect(scheduler.isBusy).toBe(false);
}

describe('the scheduler of tiles', () => {
  it('computes nothing before anything is seen, and nothing when nothing is seen any more', async () => {
    const { computation, pooled } = fakeComputation();
    const scheduler = schedulerOf(computation);
    await settled();
    expect(pooled).toHaveLength(0);
    scheduler.show(null);
    await settled();
    expect(pooled).toHaveLength(0);
  });

  it('begins with the whole, then comes what is seen, nearest the centre first, and all of it is exact at last', async () => {
    const { computation, pooled } = fakeComputation();
    const scheduler = schedulerOf(computation);
    scheduler.show(looking(8_000, 4_000));
    await finished(scheduler);
    expect(pooled[0].keysPerCell).toBe(64);
    expect(scheduler.overview.sampleCount).toBeGreaterThanOrEqual(1);
    const first = pooled.find(({ keysPerCell }) => keysPerCell === 1)!;
    const [nearest] = scheduler.shown;
    expect([first.rows[0] >> 8, first.firstKey >> 8]).toEqual([nearest.row, nearest.column]);
    for (const address of scheduler.shown) expect(isExact(scheduler.tile(address)!)).toBe(true);
    expect(scheduler.changes()).toBeGreaterThan(scheduler.shown.length);
  });

  it('finishes the tile in the middle first where that is soon done, before it begins with the others', async () => {
    const { computation, pooled } = fakeComputation();
    const scheduler = schedulerOf(computation);
    scheduler.show(looking(8_000, 8_000, -2));
    await finished(scheduler);
    const [middle] = scheduler.shown;
    const places = pooled
      .filter(({ keysPerCell }) => keysPerCell === 4)
      .map(({ rows, firstKey }) => `${Math.floor(rows[0] / 1024)}/${firstKey / 1024}`);
    const ofMiddle = places.filter((place) => place === `${middle.row}/${middle.column}`);
    expect(ofMiddle.length).toBeGreaterThan(0);
    expect(places.slice(0, ofMiddle.length)).toEqual(ofMiddle);
    expect(new Set(places).size).toBe(scheduler.shown.length);
  });

  it('gives a sample of everything before it makes anything exact, where that would take long', async () => {
    const { computation, pooled } = fakeComputation({ rowCost: 100 * size.keyCount });
    // Every piece takes its time, so that none becomes larger than the first.
    let clock = 0;
    const scheduler = schedulerOf(computation, () => (clock += 70));
    scheduler.show(wholeMap(size, 800, 800));
    await finished(scheduler);
    const samples = new Map<string, number>();
    let least = 0;
    for (const { rows, rowsPerCell, firstKey, keysPerCell } of pooled.filter(
      ({ keysPerCell: pairs }) => pairs === 32,
    )) {
      const key = `${Math.floor(rows[0] / keysPerCell / 256)}/${firstKey}`;
      const before = samples.get(key) ?? 0;
      expect(before, 'nobody is two steps ahead').toBeLessThanOrEqual(2 * Math.max(1, least));
      // Of a tile that is done in several pieces, only the last brings it on; here each piece is a whole one or the first rows.
      samples.set(key, Math.max(before, rowsPerCell));
      if (samples.size === scheduler.shown.length) least = Math.min(...samples.values());
    }
    expect(samples.size).toBe(scheduler.shown.length);
  });

  it('gives up what has left the view, and takes the latest view', async () => {
    const { computation, pooled, letThrough } = fakeComputation({ isHeld: true });
    const scheduler = schedulerOf(computation);
    scheduler.show(looking(2_000, 2_000));
    await settled();
    letThrough();
    while (pooled.at(-1)!.keysPerCell !== 1) {
      await settled();
      letThrough();
    }
    const left = pooled.at(-1)!;
    scheduler.show(looking(9_000, 9_000));
    scheduler.show(looking(14_000, 3_000));
    expect(left.signal.aborted).toBe(true);
    letThrough();
    while (pooled.at(-1) === left) await settled();
    const next = pooled.at(-1)!;
    expect([next.rows[0] >> 8, next.firstKey >> 8]).toEqual([scheduler.shown[0].row, scheduler.shown[0].column]);
    expect(
      pooled.some(({ rows }) => rows[0] >= 8_500 && rows[0] < 9_500 && rows.length < 300),
      'never asked for',
    ).toBe(false);
    scheduler.dispose();
    letThrough();
  });

  it('shows again at once what was seen before', async () => {
    const { computation, pooled } = fakeComputation();
    const scheduler = schedulerOf(computation);
    scheduler.show(looking(2_000, 2_000));
    await finished(scheduler);
    const keys = scheduler.shown.map(tileKey);
    scheduler.show(looking(12_000, 12_000));
    await finished(scheduler);
    const before = pooled.length;
    scheduler.show(looking(2_000, 2_000));
    await finished(scheduler);
    expect(scheduler.shown.map(tileKey)).toEqual(keys);
    expect(pooled.length).toBe(before);
  });

  it('holds no more than its cache, wherever the view goes', async () => {
    const { computation } = fakeComputation();
    const scheduler = schedulerOf(computation);
    for (let step = 0; step < 40; step++) {
      scheduler.show(looking(400 * step, 16_000 - 400 * step));
      await finished(scheduler);
    }
    expect(scheduler.bytes).toBeLessThanOrEqual(96 * 1024 * 1024);
    expect(scheduler.bytes).toBeGreaterThan(40 * 1024 * 1024);
    scheduler.dispose();
    expect(scheduler.bytes).toBe(0);
  });

  it('tells a failure once, and tries again when something else is looked at', async () => {
    const { computation } = fakeComputation();
    let isBroken = true;
    const failures: unknown[] = [];
    const scheduler = createMapScheduler({
      size,
      computation: {
        ...computation,
        pool: (region, signal) => (isBroken ? Promise.reject(new Error('refused')) : computation.pool(region, signal)),
      },
      onChange: () => undefined,
      onFailure: (error) => failures.push(error),
    });
    scheduler.show(looking(0, 0));
    await settled();
    expect(failures).toHaveLength(1);
    isBroken = false;
    scheduler.show(looking(0, 0));
    await finished(scheduler);
    expect(failures).toHaveLength(1);
    expect(isExact(scheduler.tile(scheduler.shown[0])!)).toBe(true);
  });
});
