import { pairsIn, type MapSize, type MapViewport } from './map-viewport.ts';

/** Cells along each side of a tile. */
export const tileCells = 256;

/**
 * One tile of the pyramid: at level n a cell stands for 2ⁿ × 2ⁿ pairs, and the tile holds the cells from row
 * `row · tileCells` and column `column · tileCells`, fewer at the far edges.
 */
export interface TileAddress {
  readonly level: number;
  readonly row: number;
  readonly column: number;
}

/** Where a tile stands among the pairs, and how many cells it has. */
export interface TileExtent {
  readonly firstQuery: number;
  readonly firstKey: number;
  readonly queryCount: number;
  readonly keyCount: number;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Pairs of a cell along each axis. */
  readonly pairsPerCell: number;
}

export function tileKey({ level, row, column }: TileAddress): string {
  return `${level}/${row}/${column}`;
}

export function extentOf({ level, row, column }: TileAddress, size: MapSize): TileExtent {
  const pairsPerCell = 2 ** level;
  const pairsPerTile = tileCells * pairsPerCell;
  const [firstQuery, firstKey] = [row * pairsPerTile, column * pairsPerTile];
  const queryCount = Math.min(pairsPerTile, size.queryCount - firstQuery);
  const keyCount = Math.min(pairsPerTile, size.keyCount - firstKey);
  return {
    firstQuery,
    firstKey,
    queryCount,
    keyCount,
    rowCount: Math.ceil(queryCount / pairsPerCell),
    columnCount: Math.ceil(keyCount / pairsPerCell),
    pairsPerCell,
  };
}

/** The level at which one tile holds the whole map. */
export function topLevel({ queryCount, keyCount }: MapSize): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(queryCount, keyCount) / tileCells)));
}

/** The finest level whose cells take a pixel or more, so that no cell is lost between pixels. */
export function levelAt(zoom: number, size: MapSize): number {
  const slack = 1e-6;
  return Math.min(topLevel(size), Math.max(0, Math.ceil(-zoom - slack)));
}

/** The tiles that a viewport shows at a level, those nearest its centre first. */
export function tilesIn(viewport: MapViewport, level: number, size: MapSize): readonly TileAddress[] {
  const pairsPerTile = tileCells * 2 ** level;
  const { first, end } = pairsIn(viewport, size);
  const centre = { row: viewport.centre.query / pairsPerTile, column: viewport.centre.key / pairsPerTile };
  const tiles: { readonly address: TileAddress; readonly distance: number }[] = [];
  for (let row = Math.floor(first.query / pairsPerTile); row * pairsPerTile < end.query; row++) {
    for (let column = Math.floor(first.key / pairsPerTile); column * pairsPerTile < end.key; column++) {
      const distance = Math.hypot(row + 0.5 - centre.row, column + 0.5 - centre.column);
      tiles.push({ address: { level, row, column }, distance });
    }
  }
  return tiles.sort((a, b) => a.distance - b.distance).map(({ address }) => address);
}

/** The tile of the next coarser level that holds this one. */
export function parentOf({ level, row, column }: TileAddress): TileAddress {
  return { level: level + 1, row: row >> 1, column: column >> 1 };
}
