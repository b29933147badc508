import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../../web/model/random.ts';
import { createLinkSearch } from '../../../web/state/map-link-search.ts';
import { strongestLinks } from '../../../web/state/map-links.ts';
import { createMapFinder } from '../../../web/state/map-finder.ts';
import { createMapStore, type MapStore } from '../../../web/state/map.ts';
import { problemOf, referenceMapEngine, vectorsFor, weightsOf } from './map-fixtures.ts';
import { settled } from './settled.ts';

const size = { queryCount: 120, keyCount: 120 };
const attention = vectorsFor(size, false, mulberry32(42));

async function openStore(): Promise<MapStore> {
  const map = createMapStore({ engine: referenceMapEngine(), problem: problemOf(attention, size) });
  map.resize(480, 480);
  await settledMap(map);
  return map;
}

async function settledMap(map: MapStore): Promise<void> {
  for (let i = 0; i < 500; i++) await settled();
  expect(map.progress.peek().isBusy).toBe(false);
}

describe('the store of a map', () => {
  it('tells the weight of any pair that is seen, by its formula', async () => {
    const map = await openStore();
    const weights = weightsOf(attention, size);
    for (const [query, key] of [
      [0, 0],
      [17, 99],
      [119, 119],
    ]) {
      const cell = map.cellAt({ query, key })!;
      expect(cell.max).toBeCloseTo(weights[query * 120 + key], 5);
      expect(cell.first).toEqual({ query, key });
    }
    expect(map.progress.peek()).toMatchObject({ sampleCount: 1, rowsPerCell: 1, error: null });
    map.dispose();
  });

  it('keeps the whole in view while the picture changes its size, and the place where it was zoomed in', async () => {
    const map = await openStore();
    map.resize(240, 300);
    expect(map.viewport.peek().zoom).toBe(1);
    map.zoomTo(4, 0, 0);
    const { centre } = map.viewport.peek();
    map.resize(200, 200);
    expect(map.viewport.peek()).toMatchObject({ zoom: 4, centre });
    map.dispose();
  });

  it('goes to where a query looks', async () => {
    const map = await openStore();
    const weights = weightsOf(attention, size).subarray(50 * 120, 51 * 120);
    await map.showQuery(50, 5);
    expect(map.cursor.peek()).toEqual({ query: 50, key: weights.indexOf(Math.max(...weights)) });
    expect(map.viewport.peek().zoom).toBe(5);
    map.dispose();
  });

  it('does not go back to an earlier jump whose answer comes late', async () => {
    const map = await openStore();
    const early = map.showQuery(3, 5);
    map.jumpTo({ query: 100, key: 100 }, 5);
    await early;
    expect(map.cursor.peek()).toEqual({ query: 100, key: 100 });
    map.dispose();
  });

  it('does not go where another text or head was looked for', async () => {
    const problem = problemOf(attention, size);
    const map = createMapStore({
      engine: referenceMapEngine(),
      problem: { ...problem, heads: [problem.heads[0], problem.heads[0]] },
    });
    map.resize(480, 480);
    await settledMap(map);
    const ofTheHead = map.showQuery(110, 5);
    map.chooseHead(1);
    await ofTheHead;
    expect(map.cursor.peek()).toEqual({ query: 60, key: 60 });
    const ofTheText = map.showQuery(110, 5);
    const smaller = { queryCount: 40, keyCount: 40 };
    map.open(problemOf(vectorsFor(smaller, false, mulberry32(43)), smaller));
    await ofTheText;
    expect(map.cursor.peek()).toEqual({ query: 20, key: 20 });
    map.dispose();
  });

  it('says why an engine refused, and shows another head after it', async () => {
    const problem = problemOf(attention, size);
    let isBroken = true;
    const reference = referenceMapEngine();
    const map = createMapStore({
      engine: {
        ...reference,
        attend: (request, signal) =>
          isBroken ? Promise.reject(new Error('out of memory')) : reference.attend(request, signal),
      },
      problem: { ...problem, heads: [problem.heads[0], problem.heads[0]] },
    });
    map.resize(480, 480);
    await settledMap(map);
    expect(map.progress.peek().error).toBe('out of memory');
    isBroken = false;
    map.chooseHead(1);
    await settledMap(map);
    expect(map.progress.peek().error).toBeNull();
    expect(map.cellAt({ query: 5, key: 5 })).not.toBeNull();
    map.dispose();
  });

  it('draws a small picture of each head when it is asked to, after its own', async () => {
    const problem = problemOf(attention, size);
    const map = createMapStore({
      engine: referenceMapEngine(),
      problem: { ...problem, heads: [problem.heads[0], problem.heads[0], problem.heads[0]] },
    });
    expect(map.headPictures.peek()).toEqual([null, null, null]);
    map.drawHeads();
    for (let i = 0; i < 20; i++) await settled();
    expect(map.headPictures.peek()).toEqual([null, null, null]);
    map.resize(480, 480);
    for (let i = 0; i < 200; i++) await settled();
    for (const picture of map.headPictures.peek()) {
      expect(picture!.tile.extent).toMatchObject({ rowCount: 60, columnCount: 60 });
      expect(picture!.tile.sampleCount).toBeGreaterThan(0);
    }
    map.dispose();
  });
});

describe('the search for links', () => {
  it('looks through all rows and ranks by how many times an even share', async () => {
    const map = await openStore();
    const search = createLinkSearch(map);
    await search.start();
    const { status, links } = search.state.peek();
    expect(status).toBe('done');
    const weights = weightsOf(attention, size);
    const best = Array.from({ length: 120 }, (_, query) => {
      const row = weights.subarray(query * 120, (query + 1) * 120);
      return { query, weight: Math.max(...row) };
    }).sort((a, b) => b.weight - a.weight);
    expect(links.map(({ query }) => query)).toEqual(best.slice(0, 40).map(({ query }) => query));
    expect(links[0].lift).toBeCloseTo(best[0].weight * 120, 3);
    map.open(problemOf(attention, size));
    expect(search.state.peek()).toMatchObject({ status: 'idle', links: [] });
    search.dispose();
    map.dispose();
  });

  it('does not take the first rows of a causal text for strong, which see little', () => {
    const facts = {
      isKnown: Uint8Array.of(1, 1, 1, 0),
      logSumExp: new Float32Array(4),
      largestKey: Int32Array.of(0, 0, 1, 2),
      largestWeight: Float32Array.of(1, 0.75, 0.6, 1),
    };
    const links = strongestLinks(facts, { queryCount: 4, keyCount: 4 }, true, 10);
    expect(links.map(({ query, lift }) => [query, Number(lift.toFixed(3))])).toEqual([
      [2, 1.8],
      [1, 1.5],
      [0, 1],
    ]);
  });
});

describe('the finder', () => {
  it('goes round from place to place along its axis, and forgets its place with the text', async () => {
    const map = await openStore();
    const finder = createMapFinder(map);
    finder.chooseAxis('keys');
    finder.find('K11');
    expect([...finder.positions.peek()]).toEqual([11, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119]);
    expect(finder.index.peek()).toBe(-1);
    map.jumpTo({ query: 60, key: 60 });
    finder.step(1);
    expect([finder.index.peek(), map.cursor.peek()]).toEqual([1, { query: 110, key: 110 }]);
    finder.step(-1);
    expect(finder.index.peek()).toBe(0);
    finder.step(-1);
    expect([finder.index.peek(), map.cursor.peek().key]).toEqual([10, 119]);
    finder.step(1);
    expect(finder.index.peek()).toBe(0);
    finder.find('nowhere');
    expect([finder.index.peek(), finder.positions.peek().length]).toEqual([-1, 0]);
    finder.step(1);
    expect(map.cursor.peek().key).toBe(11);
    map.dispose();
  });

  it('goes on from the place that it is on its way to', async () => {
    const map = await openStore();
    const finder = createMapFinder(map);
    finder.find('Q11');
    map.jumpTo({ query: 60, key: 60 });
    finder.step(1);
    finder.step(1);
    expect(finder.index.peek()).toBe(2);
    await settledMap(map);
    expect(map.cursor.peek().query).toBe(111);
    map.moveCursor({ query: 116, key: 0 }, false);
    finder.step(1);
    expect(finder.index.peek(), 'from where the person has gone meanwhile').toBe(8);
    await settledMap(map);
    map.dispose();
  });

  it('has gone to no place of another text', async () => {
    const map = await openStore();
    const finder = createMapFinder(map);
    finder.chooseAxis('keys');
    finder.find('K11');
    finder.step(1);
    expect(finder.index.peek()).toBeGreaterThanOrEqual(0);
    map.open(problemOf(attention, size));
    expect(finder.positions.peek()).toHaveLength(11);
    expect(finder.index.peek()).toBe(-1);
    map.dispose();
  });
});
