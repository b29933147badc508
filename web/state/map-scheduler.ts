import { letMessagesThrough } from '../engines/let-messages-through.ts';
import { levelAt, tileCells, tileKey, tilesIn, topLevel, type TileAddress } from '../model/map-tiles.ts';
import type { MapSize, MapViewport } from '../model/map-viewport.ts';
import { MapCache } from './map-cache.ts';
import type { MapComputation } from './map-computation.ts';
import { costLeft, emptyTile, isExact, nextWork, workOn, type MapTile } from './map-tile.ts';

/** All tiles together; one takes up to half a megabyte, so this is some 180 of them. */
const cacheBytes = 96 * 1024 * 1024;
const tileBytes = 2 * Float32Array.BYTES_PER_ELEMENT * tileCells ** 2;

/** What does not fit into the cache would be made again and again: on a screen that large the outermost tiles stay coarse. */
const mostTiles = Math.floor(cacheBytes / tileBytes);

/** A piece of work is to take about so long: whoever moves on waits no longer for what is under way. */
const pieceMilliseconds = 70;

/** Multiplications of the first piece, and of any: in less, a call is mostly the way of the keys to the engine. */
const firstBudget = 2e8;
const budgets = { least: 1e8, most: 4e9 };

/** A tile that so many pieces of work make exact is finished before others get more samples: one can look at it. */
const fewPieces = 4;

/** The overview lies under whatever is not there yet; more samples of it than that nobody sees. */
const overviewSamples = 4;

export interface MapScheduler {
  /** The tile that holds the whole map, however coarse. */
  readonly overview: MapTile;
  /** What there is of a tile: undefined before its first sample. Counts as a use. */
  tile(address: TileAddress): MapTile | undefined;
  /** What is to be seen from now on: it comes first, and what has left the view is given up. null: nothing is seen. */
  show(viewport: MapViewport | null): void;
  /** The tiles of the viewport at its level, nearest the centre first. */
  readonly shown: readonly TileAddress[];
  readonly isBusy: boolean;
  readonly bytes: number;
  dispose(): void;
}

export interface SchedulerOptions {
  readonly size: MapSize;
  readonly computation: MapComputation;
  /** After every change of a tile, and when it begins or ends to be busy. */
  readonly onChange: () => void;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

export function createMapScheduler(options: SchedulerOptions): MapScheduler {
  return new Scheduler(options);
}

/** One piece of work after the other, always the one that is missed most. */
class Scheduler implements MapScheduler {
  readonly overview: MapTile;
  readonly #options: SchedulerOptions;
  readonly #cache = new MapCache<MapTile>(cacheBytes, ({ max, mean }) => max.byteLength + mean.byteLength);
  readonly #now: () => number;
  #shown: readonly TileAddress[] = [];
  #isSeen = false;
  #budget = firstBudget;
  #running: { readonly tile: MapTile; readonly end: AbortController } | null = null;
  #isDisposed = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.overview = emptyTile({ level: topLevel(options.size), row: 0, column: 0 }, options.size);
  }

  get shown(): readonly TileAddress[] {
    return this.#shown;
  }

  get isBusy(): boolean {
    return this.#running !== null;
  }

  get bytes(): number {
    return this.#cache.bytes;
  }

  tile(address: TileAddress): MapTile | undefined {
    const tile = this.#isOverview(address) ? this.overview : this.#cache.get(tileKey(address));
    return tile && tile.sampleCount + tile.revision > 0 ? tile : undefined;
  }

  show(viewport: MapViewport | null): void {
    const { size } = this.#options;
    this.#isSeen = viewport !== null;
    if (viewport) this.#shown = tilesIn(viewport, levelAt(viewport.zoom, size), size).slice(0, mostTiles);
    const running = this.#running;
    if (running && !this.#isWanted(running.tile)) running.end.abort();
    if (!running) void this.#run();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#running?.end.abort();
    this.#cache.clear();
    this.#shown = [];
  }

  async #run(): Promise<void> {
    const { size, computation, onChange, onFailure } = this.#options;
    for (let tile = this.#next(); tile; tile = this.#next()) {
      const end = new AbortController();
      this.#running = { tile, end };
      const start = this.#now();
      try {
        const cost = await workOn(tile, nextWork(tile, computation, this.#budget), size, computation, end.signal);
        this.#learnPace(cost, this.#now() - start);
      } catch (error) {
        // Given up, if by our own hand.
        if (!end.signal.aborted) {
          this.#running = null;
          if (!this.#isDisposed) onFailure(error);
          return;
        }
      }
      if (this.#isDisposed) return;
      onChange();
      // An engine on the thread of the page would else keep it to itself from the first piece to the last.
      await letMessagesThrough();
    }
    this.#running = null;
    if (!this.#isDisposed) onChange();
  }

  /** The next piece takes as long as this one should have. */
  #learnPace(cost: number, milliseconds: number): void {
    if (cost < this.#budget / 4) return;
    const ideal = (cost / Math.max(1, milliseconds)) * pieceMilliseconds;
    // At most doubled, since a short piece tells little about a long one.
    this.#budget = Math.min(budgets.most, Math.max(budgets.least, Math.min(ideal, 2 * this.#budget)));
  }

  /**
   * First something of everything; but the tile in the middle is finished at once, and then others, where that does not
   * take long. Where it does, all get more samples together.
   */
  #next(): MapTile | null {
    if (!this.#isSeen || this.#isDisposed) return null;
    const { overview } = this;
    if (overview.sampleCount === 0) return overview;
    const tiles = this.#shown.map((address) => this.#tileFor(address));
    const [middle] = tiles;
    if (middle && this.#isNearlyExact(middle)) return middle;
    const least = tiles
      .filter((tile) => !isExact(tile))
      .sort((a, b) => a.sampleCount - b.sampleCount)
      .at(0);
    if (least && least.sampleCount > 0) return tiles.find((tile) => this.#isNearlyExact(tile)) ?? least;
    if (least) return least;
    return overview.sampleCount < Math.min(overviewSamples, overview.extent.pairsPerCell) ? overview : null;
  }

  #isNearlyExact(tile: MapTile): boolean {
    return !isExact(tile) && costLeft(tile, this.#options.computation) <= fewPieces * this.#budget;
  }

  #isOverview({ level }: TileAddress): boolean {
    return level >= this.overview.address.level;
  }

  #tileFor(address: TileAddress): MapTile {
    if (this.#isOverview(address)) return this.overview;
    const key = tileKey(address);
    let tile = this.#cache.get(key);
    if (!tile) this.#cache.set(key, (tile = emptyTile(address, this.#options.size)));
    return tile;
  }

  #isWanted(tile: MapTile): boolean {
    if (!this.#isSeen) return false;
    return tile === this.overview || this.#shown.some((address) => tileKey(address) === tileKey(tile.address));
  }
}
