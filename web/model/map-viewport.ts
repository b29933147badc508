/** How many queries (rows) and keys (columns) a map has. */
export interface MapSize {
  readonly queryCount: number;
  readonly keyCount: number;
}

/** One pair of the map; whole numbers are the pair's upper left corner. */
export interface MapPlace {
  readonly query: number;
  readonly key: number;
}

/** What is seen of a map. Queries run down and keys to the right, whatever the script of the words. */
export interface MapViewport {
  /** In the middle of the picture. */
  readonly centre: MapPlace;
  /** log₂ of the CSS pixels that one pair takes along an axis: 6 is 64 pixels a pair, −6 is 64 pairs a pixel. */
  readonly zoom: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A pair of 64 pixels has room for its number. */
export const largestZoom = 6;

/** CSS pixels a pair. */
export function pixelsPerPair({ zoom }: MapViewport): number {
  return 2 ** zoom;
}

/** The zoom at which the whole map is seen. */
export function smallestZoom({ queryCount, keyCount }: MapSize, width: number, height: number): number {
  return Math.min(largestZoom, Math.log2(Math.min(Math.max(1, width) / keyCount, Math.max(1, height) / queryCount)));
}

export function wholeMap(size: MapSize, width: number, height: number): MapViewport {
  const centre = { query: size.queryCount / 2, key: size.keyCount / 2 };
  return { centre, zoom: smallestZoom(size, width, height), width, height };
}

/** The nearest viewport that shows nothing but the map, or all of it in the middle where it is smaller than the picture. */
export function withinMap(viewport: MapViewport, size: MapSize): MapViewport {
  const { width, height } = viewport;
  const zoom = clamp(viewport.zoom, smallestZoom(size, width, height), largestZoom);
  const along = (centre: number, count: number, pixels: number): number => {
    const half = pixels / 2 / 2 ** zoom;
    return half * 2 >= count ? count / 2 : clamp(centre, half, count - half);
  };
  const centre = {
    query: along(viewport.centre.query, size.queryCount, height),
    key: along(viewport.centre.key, size.keyCount, width),
  };
  return { ...viewport, zoom, centre };
}

/** Where a place stands in the picture, in CSS pixels from its upper left corner. */
export function pixelOf(viewport: MapViewport, { query, key }: MapPlace): { readonly x: number; readonly y: number } {
  const scale = pixelsPerPair(viewport);
  return {
    x: (key - viewport.centre.key) * scale + viewport.width / 2,
    y: (query - viewport.centre.query) * scale + viewport.height / 2,
  };
}

/** The place under a point of the picture; a fraction, and beyond the map where the point is. */
export function placeAt(viewport: MapViewport, x: number, y: number): MapPlace {
  const scale = pixelsPerPair(viewport);
  return {
    query: (y - viewport.height / 2) / scale + viewport.centre.query,
    key: (x - viewport.width / 2) / scale + viewport.centre.key,
  };
}

/** Moves the map by pixels, as a hand does. */
export function movedBy(viewport: MapViewport, dx: number, dy: number): MapViewport {
  const scale = pixelsPerPair(viewport);
  const { query, key } = viewport.centre;
  return { ...viewport, centre: { query: query - dy / scale, key: key - dx / scale } };
}

/** Zooms so that the place under a point of the picture stays there. */
export function zoomedAt(viewport: MapViewport, zoom: number, x: number, y: number): MapViewport {
  const fixed = placeAt(viewport, x, y);
  const scale = 2 ** zoom;
  const centre = {
    query: fixed.query - (y - viewport.height / 2) / scale,
    key: fixed.key - (x - viewport.width / 2) / scale,
  };
  return { ...viewport, zoom, centre };
}

/** The next zoom that is a whole number, so that steps always come to the same pictures. */
export function steppedZoom(zoom: number, by: 1 | -1): number {
  const slack = 1e-6;
  return by > 0 ? Math.floor(zoom + slack) + 1 : Math.ceil(zoom - slack) - 1;
}

/** Moved just so far that a place is seen, `margin` pixels from the edge where there is room. */
export function showing(viewport: MapViewport, place: MapPlace, margin: number): MapViewport {
  const { x, y } = pixelOf(viewport, place);
  const by = (at: number, pixels: number): number => {
    const edge = Math.min(margin, pixels / 2);
    return at < edge ? edge - at : at > pixels - edge ? pixels - edge - at : 0;
  };
  return movedBy(viewport, by(x, viewport.width), by(y, viewport.height));
}

/** The pairs that are seen, whole ones: from `first` to before `end`. */
export function pairsIn(
  viewport: MapViewport,
  { queryCount, keyCount }: MapSize,
): { readonly first: MapPlace; readonly end: MapPlace } {
  const [from, to] = [placeAt(viewport, 0, 0), placeAt(viewport, viewport.width, viewport.height)];
  return {
    first: { query: clamp(Math.floor(from.query), 0, queryCount), key: clamp(Math.floor(from.key), 0, keyCount) },
    end: { query: clamp(Math.ceil(to.query), 0, queryCount), key: clamp(Math.ceil(to.key), 0, keyCount) },
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
