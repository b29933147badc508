import { parentOf, tileKey, type TileAddress } from '../model/map-tiles.ts';
import type { RowFacts } from '../state/map-computation.ts';
import type { InkScale, MapStore, Pooling } from '../state/map.ts';
import type { MapTile } from '../state/map-tile.ts';
import { tilePixels, type MapInk } from '../views/map-ink.ts';
import type { InkedTile } from './map-drawing.ts';

/** Inking a tile takes a millisecond or two; what does not fit into a frame comes in the next. */
const frameMilliseconds = 8;

/** How all tiles of a picture are inked. */
export interface TileStyle {
  readonly ink: MapInk;
  readonly pooling: Pooling;
}

/** The pictures of tiles, made when they are first shown and again when the tile or the style has changed. */
export class InkedTiles {
  private readonly images = new WeakMap<MapTile, { image: HTMLCanvasElement; revision: number; style: TileStyle }>();
  private spent = 0;
  /** Something is shown as it was before, for want of time. */
  isBehind = false;

  /** What is to be drawn for the tiles in view, from coarse to fine: what is not there yet shows what lies above it. */
  of(map: MapStore, style: TileStyle): readonly InkedTile[] {
    this.beginFrame();
    const tiles = map.tiles();
    const top = tiles.overview.address.level;
    const wanted = new Map<string, MapTile>();
    for (const shown of tiles.shown) {
      for (let address: TileAddress = shown; address.level <= top; address = parentOf(address)) {
        const tile = tiles.tile(address);
        if (tile) wanted.set(tileKey(address), tile);
        if (tile && tile.sampleCount > 0) break;
      }
    }
    return [...wanted.values()]
      .sort((a, b) => b.address.level - a.address.level)
      .flatMap((tile) => {
        const image = this.imageOf(tile, style, map.computation().facts);
        return image ? [{ extent: tile.extent, image }] : [];
      });
  }

  /** Call before the first tile of a frame. */
  beginFrame(): void {
    this.spent = 0;
    this.isBehind = false;
  }

  /** The picture of one tile; null, or as it was before, where this frame has no time left for it. */
  imageOf(tile: MapTile, style: TileStyle, facts: RowFacts): HTMLCanvasElement | null {
    const known = this.images.get(tile);
    if (known?.revision === tile.revision && known.style === style) return known.image;
    if (this.spent > frameMilliseconds) {
      this.isBehind = true;
      return known?.image ?? null;
    }
    const start = performance.now();
    const image = known?.image ?? canvasFor(tile);
    ink(image, tile, style, facts);
    this.images.set(tile, { image, revision: tile.revision, style });
    this.spent += performance.now() - start;
    return image;
  }
}

function canvasFor({ extent }: MapTile): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = extent.columnCount;
  canvas.height = extent.rowCount;
  return canvas;
}

function ink(
  canvas: HTMLCanvasElement,
  { extent, samples, max, mean }: MapTile,
  style: TileStyle,
  { isKnown, largestWeight }: RowFacts,
): void {
  const { firstQuery, queryCount, keyCount, columnCount, pairsPerCell } = extent;
  const largestOf = (row: number): number => {
    let largest = 0;
    const first = firstQuery + row * pairsPerCell;
    const end = Math.min(first + pairsPerCell, firstQuery + queryCount);
    for (let query = first; query < end; query++) {
      if (isKnown[query] === 1 && largestWeight[query] > largest) largest = largestWeight[query];
    }
    return largest;
  };
  const pixels = tilePixels(
    {
      values: style.pooling === 'max' ? max : mean,
      columnCount,
      isKnown: (row) => samples[row] > 0,
      largestOf,
      // A mean over many keys is small: what counts is the share of the row that they get together.
      factor: style.pooling === 'max' ? 1 : pairsPerCell,
      lastFactor: style.pooling === 'max' ? 1 : keyCount - (columnCount - 1) * pairsPerCell,
    },
    style.ink,
  );
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
}

export function inkName(scale: InkScale, pooling: Pooling): 'logarithmic' | 'linear' | 'linearMean' {
  return scale === 'logarithmic' ? scale : pooling === 'max' ? 'linear' : 'linearMean';
}
