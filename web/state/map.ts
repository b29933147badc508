import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { EngineSelection } from '../engines/select.ts';
import { sizeOfMap, type MapProblem } from '../model/map-problem.ts';
import { levelAt, type TileAddress } from '../model/map-tiles.ts';
import {
  movedBy,
  showing,
  smallestZoom,
  steppedZoom,
  wholeMap,
  withinMap,
  zoomedAt,
  pixelOf,
  type MapPlace,
  type MapSize,
  type MapViewport,
} from '../model/map-viewport.ts';
import type { MapComputation } from './map-computation.ts';
import { createHeadPictures, type HeadPicture } from './map-heads.ts';
import { mapEngineOf, type MapEngine } from './map-engine.ts';
import { givenComputation } from './map-given.ts';
import { createMapScheduler, type MapScheduler } from './map-scheduler.ts';
import type { MapTile } from './map-tile.ts';
import type { InkScale, Pooling } from './map-view.ts';
import { vectorComputation } from './map-vectors.ts';

export type { InkScale, Pooling };

/** How far the picture is. */
export interface MapProgress {
  readonly isBusy: boolean;
  /** Of the tiles in view: the least number of rows looked at in any cell, of `rowsPerCell`; equal when nothing is a sample. */
  readonly sampleCount: number;
  readonly rowsPerCell: number;
  readonly error: string | null;
}

/** One map: what it is of, what is seen of it, and how it is drawn. */
export interface MapStore {
  readonly problem: ReadonlySignal<MapProblem>;
  readonly size: ReadonlySignal<MapSize>;
  readonly headIndex: ReadonlySignal<number>;
  readonly viewport: ReadonlySignal<MapViewport>;
  /** The level of the cells in view. */
  readonly level: ReadonlySignal<number>;
  /** The pair that keyboard or pointer chose; whole numbers. */
  readonly cursor: ReadonlySignal<MapPlace>;
  /** The cursor has been anywhere. */
  readonly isCursorShown: ReadonlySignal<boolean>;
  readonly pooling: ReadonlySignal<Pooling>;
  readonly ink: ReadonlySignal<InkScale>;
  readonly progress: ReadonlySignal<MapProgress>;
  /** Goes up whenever a tile has changed. */
  readonly revision: ReadonlySignal<number>;
  /** The pictures of all heads, once they are asked for. */
  readonly headPictures: ReadonlySignal<readonly (HeadPicture | null)[]>;
  /** Of the head in view. */
  computation(): MapComputation;
  tiles(): MapScheduler;
  isCausal(): boolean;
  open(problem: MapProblem, headIndex?: number): void;
  chooseHead(index: number): void;
  choosePooling(pooling: Pooling): void;
  chooseInk(ink: InkScale): void;
  /** The size of the picture, in CSS pixels. Whoever saw the whole map still does. */
  resize(width: number, height: number): void;
  pan(dx: number, dy: number): void;
  /** At a point of the picture; by default its middle. */
  zoomTo(zoom: number, x?: number, y?: number): void;
  zoomStep(by: 1 | -1): void;
  showWhole(): void;
  /** The place comes into the middle, as near as `zoom` says. */
  centreOn(place: MapPlace, zoom: number): void;
  /** The place comes into the middle, at least as near as `zoom`, and is where the keyboard goes on from. */
  jumpTo(place: MapPlace, zoom?: number): void;
  /** Goes to the largest weight of a query, as soon as that is known. */
  showQuery(query: number, zoom?: number): Promise<void>;
  /** Goes to a key: in a text that looks at itself to where the key looks at itself. */
  showKey(key: number, zoom?: number): void;
  drawHeads(): void;
  moveCursor(place: MapPlace, follows: boolean): void;
  /** Nobody sees the map: nothing is computed. */
  setSeen(isSeen: boolean): void;
  /** What is known of a pair: its cell in view and, where that holds other pairs too, how many rows of it were looked at. */
  cellAt(place: MapPlace): MapCell | null;
  dispose(): void;
}

/** A cell of the level in view. */
export interface MapCell {
  readonly first: MapPlace;
  /** Before these. */
  readonly end: MapPlace;
  readonly max: number;
  readonly mean: number;
  readonly sampleCount: number;
  readonly rowsPerCell: number;
}

export interface MapOptions {
  readonly engine: MapEngine;
  readonly problem: MapProblem;
  readonly headIndex?: number;
}

export function createMap(engines: EngineSelection, problem: MapProblem, headIndex = 0): MapStore {
  return createMapStore({ engine: mapEngineOf(engines), problem, headIndex });
}

export function computationFor(problem: MapProblem, headIndex: number, engine: MapEngine): MapComputation {
  const attention = problem.heads[headIndex].attention();
  const size = sizeOfMap(problem);
  return attention.kind === 'vectors' ? vectorComputation(attention, size, engine) : givenComputation(attention, size);
}

const idle: MapProgress = { isBusy: false, sampleCount: 0, rowsPerCell: 1, error: null };

export function createMapStore({ engine, problem: firstProblem, headIndex: firstHead = 0 }: MapOptions): MapStore {
  const problem = signal(firstProblem);
  const size = computed(() => sizeOfMap(problem.value));
  const headIndex = signal(firstHead);
  const viewport = signal(wholeMap(size.peek(), 0, 0));
  const level = computed(() => levelAt(viewport.value.zoom, size.value));
  const cursor = signal<MapPlace>(middleOf(size.peek()));
  const isCursorShown = signal(false);
  const pooling = signal<Pooling>('max');
  const ink = signal<InkScale>('logarithmic');
  const progress = signal<MapProgress>(idle);
  const revision = signal(0);
  let isSeen = true;
  let wantsHeads = false;
  let computation: MapComputation;
  let scheduler: MapScheduler;
  let latestJump = 0;

  const newHeads = () =>
    createHeadPictures(problem.peek().heads.length, size.peek(), (index) =>
      computationFor(problem.peek(), index, engine),
    );
  const heads = signal(newHeads());

  const tellProgress = (error: string | null = null): void => {
    const tiles = scheduler.shown.map((address) => scheduler.tile(address));
    const rowsPerCell = 2 ** level.peek();
    const sampleCount = tiles.reduce((least, tile) => Math.min(least, tile?.sampleCount ?? 0), rowsPerCell);
    batch(() => {
      revision.value++;
      progress.value = { isBusy: scheduler.isBusy, sampleCount, rowsPerCell, error };
    });
    drawHeadsInTurn();
  };

  /** The picture that is looked at comes before the small ones. */
  const drawHeadsInTurn = (): void => {
    if (wantsHeads && (!isSeen || progress.peek().sampleCount > 0)) heads.peek().start();
  };

  const show = (): void => {
    const { width, height } = viewport.peek();
    scheduler.show(isSeen && width > 0 && height > 0 ? viewport.peek() : null);
    tellProgress();
  };

  const look = (next: MapViewport): void => {
    viewport.value = withinMap(next, size.peek());
    show();
  };

  const begin = (): void => {
    // Where a query of before looks is not where one of now does.
    latestJump++;
    scheduler?.dispose();
    computation = computationFor(problem.peek(), headIndex.peek(), engine);
    scheduler = createMapScheduler({
      size: size.peek(),
      computation,
      onChange: () => tellProgress(),
      onFailure: (error) => tellProgress(error instanceof Error ? error.message : String(error)),
    });
  };
  begin();

  const jump = ({ query, key }: MapPlace, zoom = viewport.peek().zoom): void => {
    latestJump++;
    batch(() => {
      cursor.value = { query, key };
      isCursorShown.value = true;
      const centre = { query: query + 0.5, key: key + 0.5 };
      look({ ...viewport.peek(), centre, zoom: Math.max(zoom, viewport.peek().zoom) });
    });
  };

  return {
    problem,
    size,
    headIndex,
    viewport,
    level,
    cursor,
    isCursorShown,
    pooling,
    ink,
    progress,
    revision,
    headPictures: computed(() => heads.value.pictures.value),
    computation: () => computation,
    tiles: () => scheduler,
    isCausal: () => computation.isCausal,
    open(next, index = 0) {
      batch(() => {
        problem.value = next;
        headIndex.value = index;
        cursor.value = middleOf(size.peek());
        isCursorShown.value = false;
        heads.peek().dispose();
        heads.value = newHeads();
        wantsHeads = false;
        begin();
        const { width, height } = viewport.peek();
        look(wholeMap(size.peek(), width, height));
      });
    },
    chooseHead(index) {
      if (index === headIndex.peek()) return;
      batch(() => {
        headIndex.value = index;
        begin();
        show();
      });
    },
    choosePooling: (next) => void (pooling.value = next),
    chooseInk: (next) => void (ink.value = next),
    resize(width, height) {
      const before = viewport.peek();
      if (before.width === width && before.height === height) return;
      const isWhole = before.zoom <= smallestZoom(size.peek(), before.width, before.height) + 1e-6;
      look(isWhole ? wholeMap(size.peek(), width, height) : { ...before, width, height });
    },
    pan: (dx, dy) => look(movedBy(viewport.peek(), dx, dy)),
    zoomTo(zoom, x = viewport.peek().width / 2, y = viewport.peek().height / 2) {
      const { width, height } = viewport.peek();
      const within = withinMap({ ...viewport.peek(), zoom }, size.peek()).zoom;
      look(zoomedAt(viewport.peek(), within, x ?? width / 2, y ?? height / 2));
    },
    zoomStep(by) {
      const { query, key } = cursor.peek();
      const { width, height, zoom } = viewport.peek();
      const { x, y } = pixelOf(viewport.peek(), { query: query + 0.5, key: key + 0.5 });
      const isSeen = x >= 0 && y >= 0 && x <= width && y <= height;
      const to = withinMap({ ...viewport.peek(), zoom: steppedZoom(zoom, by) }, size.peek()).zoom;
      look(zoomedAt(viewport.peek(), to, isSeen ? x : width / 2, isSeen ? y : height / 2));
    },
    showWhole() {
      const { width, height } = viewport.peek();
      look(wholeMap(size.peek(), width, height));
    },
    centreOn: (centre, zoom) => look({ ...viewport.peek(), centre, zoom }),
    jumpTo: jump,
    async showQuery(query, zoom) {
      const mine = ++latestJump;
      const { facts, learn } = computation;
      try {
        await learn(Int32Array.of(query), new AbortController().signal);
      } catch {
        // Then it is not known where the query looks, and the picture will say why.
      }
      if (mine !== latestJump) return;
      const key = facts.largestKey[query];
      jump({ query, key: key < 0 ? cursor.peek().key : key }, zoom);
    },
    showKey(key, zoom) {
      const { queryCount, keyCount } = size.peek();
      jump({ query: queryCount === keyCount ? key : cursor.peek().query, key }, zoom);
    },
    drawHeads() {
      wantsHeads = true;
      drawHeadsInTurn();
    },
    moveCursor(place, follows) {
      const { queryCount, keyCount } = size.peek();
      const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(value)));
      cursor.value = { query: within(place.query, queryCount), key: within(place.key, keyCount) };
      isCursorShown.value = true;
      if (!follows) return;
      const { query, key } = cursor.peek();
      look(showing(viewport.peek(), { query: query + 0.5, key: key + 0.5 }, 48));
    },
    setSeen(next) {
      if (next === isSeen) return;
      isSeen = next;
      show();
    },
    cellAt({ query, key }) {
      const at = level.peek();
      const address: TileAddress = { level: at, row: query >> (at + 8), column: key >> (at + 8) };
      const tile = scheduler.tile(address);
      return tile ? cellOf(tile, query, key) : null;
    },
    dispose() {
      isSeen = false;
      latestJump++;
      heads.peek().dispose();
      scheduler.dispose();
    },
  };
}

function middleOf({ queryCount, keyCount }: MapSize): MapPlace {
  return { query: queryCount >> 1, key: keyCount >> 1 };
}

function cellOf({ extent, samples, max, mean }: MapTile, query: number, key: number): MapCell | null {
  const { firstQuery, firstKey, pairsPerCell, columnCount, queryCount, keyCount } = extent;
  const row = Math.floor((query - firstQuery) / pairsPerCell);
  const column = Math.floor((key - firstKey) / pairsPerCell);
  if (samples[row] === 0) return null;
  const first = { query: firstQuery + row * pairsPerCell, key: firstKey + column * pairsPerCell };
  const at = row * columnCount + column;
  const rowsPerCell = Math.min(pairsPerCell, queryCount - row * pairsPerCell);
  return {
    first,
    end: {
      query: first.query + rowsPerCell,
      key: Math.min(first.key + pairsPerCell, firstKey + keyCount),
    },
    max: max[at],
    mean: mean[at],
    sampleCount: Math.min(samples[row], rowsPerCell),
    rowsPerCell,
  };
}
