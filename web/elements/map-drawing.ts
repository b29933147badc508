import {
  largestZoom,
  pixelOf,
  pixelsPerPair,
  type MapPlace,
  type MapSize,
  type MapViewport,
} from '../model/map-viewport.ts';
import type { TileExtent } from '../model/map-tiles.ts';
import { axisLabels } from '../views/map-axis.ts';
import type { MapProfiles } from '../views/map-profiles.ts';
import { fittingText } from './map-text-fit.ts';
import type { MapColours } from './map-colours.ts';

/** What stands around the map, in CSS pixels. */
export interface MapFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface InkedTile {
  readonly extent: TileExtent;
  readonly image: CanvasImageSource;
}

/** Everything that one picture shows. */
export interface MapPicture {
  readonly viewport: MapViewport;
  readonly size: MapSize;
  readonly frame: MapFrame;
  /** Device pixels for each CSS pixel. */
  readonly density: number;
  readonly colours: MapColours;
  /** From coarse to fine: what lies later covers what lies before. */
  readonly tiles: readonly InkedTile[];
  readonly pairsPerCell: number;
  readonly profiles: MapProfiles;
  /** Of the first cells in view. */
  readonly firstCell: { readonly row: number; readonly column: number };
  readonly queryLabel: (index: number) => string;
  readonly keyLabel: (index: number) => string;
  readonly numberText: (position: number) => string;
  /** The text in a cell of one pair, and whether its ground is dark; null where it isn't known. */
  readonly pairText: (place: MapPlace) => { readonly text: string; readonly colour: string } | null;
  readonly cursor: MapPlace;
  readonly isCursorShown: boolean;
  readonly isFocused: boolean;
  readonly hovered: MapPlace | null;
  /** Positions that a search found, on either axis. */
  readonly foundQueries: Int32Array;
  readonly foundKeys: Int32Array;
}

const family = "'Inter Variable', Inter, system-ui, sans-serif";
const labelFont = `12px ${family}`;
const strongFont = `600 12px ${family}`;
/** Pixels from one line of labels to the next. */
const labelGap = 17;
/** A pair as wide as this has room for its number. */
const numberPixels = 2 ** (largestZoom - 0.5);

export function drawMap(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { viewport, frame, density, colours } = picture;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, frame.left + viewport.width + frame.right, frame.top + viewport.height + frame.bottom);
  const body = bodyOf(picture);
  drawBody(context, picture);
  drawProfiles(context, picture, body);
  drawLabels(context, picture, body);
  context.strokeStyle = colours.hairline;
  context.lineWidth = 1;
  context.strokeRect(body.left - 0.5, body.top - 0.5, body.right - body.left + 1, body.bottom - body.top + 1);
}

/** The part of the picture that the map takes, in CSS pixels of the canvas: words and profiles stand along its edges. */
type Body = MapFrame;

function bodyOf({ viewport, size, frame }: MapPicture): Body {
  const [from, to] = [
    pixelOf(viewport, { query: 0, key: 0 }),
    pixelOf(viewport, { query: size.queryCount, key: size.keyCount }),
  ];
  return {
    left: frame.left + Math.max(0, Math.round(from.x)),
    top: frame.top + Math.max(0, Math.round(from.y)),
    right: frame.left + Math.min(viewport.width, Math.round(to.x)),
    bottom: frame.top + Math.min(viewport.height, Math.round(to.y)),
  };
}

function drawBody(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { viewport, size, frame, density, colours, tiles } = picture;
  context.save();
  context.beginPath();
  context.rect(frame.left, frame.top, viewport.width, viewport.height);
  context.clip();
  context.translate(frame.left, frame.top);
  const rectOf = (first: MapPlace, end: MapPlace): readonly [number, number, number, number] => {
    // Whole device pixels, so that tiles meet without a seam.
    const round = (value: number): number => Math.round(value * density) / density;
    const [from, to] = [pixelOf(viewport, first), pixelOf(viewport, end)];
    const [x, y] = [round(from.x), round(from.y)];
    return [x, y, round(to.x) - x, round(to.y) - y];
  };
  const map = rectOf({ query: 0, key: 0 }, { query: size.queryCount, key: size.keyCount });
  context.fillStyle = colours.surface;
  context.fillRect(...map);
  context.beginPath();
  context.rect(...map);
  context.clip();
  context.imageSmoothingEnabled = false;
  for (const { extent, image } of tiles) {
    const { firstQuery, firstKey, rowCount, columnCount, pairsPerCell } = extent;
    const end = { query: firstQuery + rowCount * pairsPerCell, key: firstKey + columnCount * pairsPerCell };
    context.drawImage(image, ...rectOf({ query: firstQuery, key: firstKey }, end));
  }
  drawPairs(context, picture);
  drawMarks(context, picture);
  context.restore();
}

/** Lines between pairs and their numbers, once there is room. */
function drawPairs(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { viewport, size, colours, pairText } = picture;
  const scale = pixelsPerPair(viewport);
  if (scale < 12) return;
  const first = {
    query: Math.max(0, Math.floor(viewport.centre.query - viewport.height / 2 / scale)),
    key: Math.max(0, Math.floor(viewport.centre.key - viewport.width / 2 / scale)),
  };
  const end = {
    query: Math.min(size.queryCount, first.query + Math.ceil(viewport.height / scale) + 1),
    key: Math.min(size.keyCount, first.key + Math.ceil(viewport.width / scale) + 1),
  };
  context.fillStyle = colours.ground;
  for (let query = first.query; query <= end.query; query++) {
    context.fillRect(0, Math.round(pixelOf(viewport, { query, key: 0 }).y), viewport.width, 1);
  }
  for (let key = first.key; key <= end.key; key++) {
    context.fillRect(Math.round(pixelOf(viewport, { query: 0, key }).x), 0, 1, viewport.height);
  }
  if (scale < numberPixels) return;
  context.font = labelFont;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let query = first.query; query < end.query; query++) {
    for (let key = first.key; key < end.key; key++) {
      const shown = pairText({ query, key });
      if (!shown) continue;
      const { x, y } = pixelOf(viewport, { query: query + 0.5, key: key + 0.5 });
      context.fillStyle = shown.colour;
      context.fillText(shown.text, x, y + 0.5, scale - 4);
    }
  }
}

/** The bands of the row and the column under hand or keyboard, and the cell where they meet. */
function drawMarks(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { viewport, colours, cursor, isCursorShown, isFocused, hovered, pairsPerCell } = picture;
  const side = Math.max(1, pairsPerCell * pixelsPerPair(viewport));
  const mark = (place: MapPlace, isStrong: boolean): void => {
    const { x, y } = pixelOf(viewport, cellStart(place, pairsPerCell));
    context.fillStyle = colours.highlight;
    context.fillRect(0, y, viewport.width, side);
    context.fillRect(x, 0, side, viewport.height);
    if (!isStrong) return;
    // A cell of a pixel would not be found: the frame stands around it.
    const room = Math.max(0, (9 - side) / 2);
    context.lineWidth = 2;
    context.strokeStyle = isFocused ? colours['focus-ring'] : colours['text-muted'];
    context.strokeRect(x - room, y - room, side + 2 * room, side + 2 * room);
  };
  if (hovered) mark(hovered, false);
  if (isCursorShown) mark(cursor, true);
}

function cellStart({ query, key }: MapPlace, pairsPerCell: number): MapPlace {
  return {
    query: Math.floor(query / pairsPerCell) * pairsPerCell,
    key: Math.floor(key / pairsPerCell) * pairsPerCell,
  };
}

function drawProfiles(context: CanvasRenderingContext2D, picture: MapPicture, body: Body): void {
  const { viewport, frame, colours, profiles, firstCell, pairsPerCell } = picture;
  const side = pairsPerCell * pixelsPerPair(viewport);
  const start = pixelOf(viewport, { query: firstCell.row * pairsPerCell, key: firstCell.column * pairsPerCell });
  const [right, below] = [body.right + 5, body.bottom + 5];
  const [width, height] = [frame.right - 8, frame.bottom - 8];
  context.save();
  context.beginPath();
  context.rect(right, body.top, width, body.bottom - body.top);
  context.rect(body.left, below, body.right - body.left, height);
  context.clip();
  /** Whole pixels, so that bars of half a pixel do not shimmer; never less than one. */
  const span = (from: number): readonly [number, number] => {
    const at = Math.round(from);
    return [at, Math.max(1, Math.round(from + side) - at)];
  };
  // Of a map that is all in view every row is full: a wall of colour that must not be louder than the picture.
  context.globalAlpha = 0.5;
  context.fillStyle = colours.query;
  for (const [row, share] of profiles.rowShares.entries()) {
    const [y, thickness] = span(frame.top + start.y + row * side);
    if (share > 0) context.fillRect(right, y, Math.min(1, share) * width, thickness);
  }
  context.fillStyle = colours.key;
  const largest = profiles.columnMeans.reduce((most, mean) => (mean > most ? mean : most), 0);
  for (const [column, mean] of profiles.columnMeans.entries()) {
    const [x, thickness] = span(frame.left + start.x + column * side);
    if (mean > 0) context.fillRect(x, below, thickness, (mean / largest) * height);
  }
  context.restore();
}

function drawLabels(context: CanvasRenderingContext2D, picture: MapPicture, body: Body): void {
  const { viewport, size, frame, colours, cursor, isCursorShown, hovered, numberText } = picture;
  const scale = pixelsPerPair(viewport);
  const marked = hovered ?? (isCursorShown ? cursor : null);
  context.textBaseline = 'middle';

  const axis = (isRows: boolean): void => {
    const [pixels, count, room] = isRows
      ? [viewport.height, size.queryCount, frame.left - 8]
      : [viewport.width, size.keyCount, frame.top - 8];
    const labelOf = isRows ? picture.queryLabel : picture.keyLabel;
    const colour = isRows ? colours['query-text'] : colours['key-text'];
    const along = (index: number): number => {
      const { x, y } = pixelOf(viewport, { query: index + 0.5, key: index + 0.5 });
      return isRows ? y : x;
    };
    const centre = isRows ? viewport.centre.query : viewport.centre.key;
    const first = Math.max(0, Math.floor(centre - pixels / 2 / scale));
    const end = Math.min(count, Math.ceil(centre + pixels / 2 / scale));
    const { positions, stride } = axisLabels(first, end, scale, labelGap);
    const markedIndex = marked ? (isRows ? marked.query : marked.key) : null;
    const markedAt = markedIndex === null ? null : along(markedIndex);
    for (const position of positions) {
      const at = along(position);
      // Not half a label at the end, and none under the one that is marked.
      if (at < labelGap / 2 - 2 || at > pixels - labelGap / 2 + 2) continue;
      if (markedAt !== null && Math.abs(at - markedAt) < labelGap) continue;
      write(at, labelOf(position), stride > 1 ? numberText(position) : null, colour, false);
    }
    if (markedIndex !== null && markedAt !== null && markedAt >= 0 && markedAt <= pixels) {
      const at = Math.min(pixels - 8, Math.max(8, markedAt));
      write(at, labelOf(markedIndex), numberText(markedIndex), colour, true);
    }
    const found = isRows ? picture.foundQueries : picture.foundKeys;
    context.fillStyle = colours.accent;
    for (const index of found) {
      const at = along(index);
      if (at < 0 || at > pixels) continue;
      if (isRows) context.fillRect(body.left - 6, frame.top + at - 1, 5, 2);
      else context.fillRect(frame.left + at - 1, body.top - 6, 2, 5);
    }

    /** Rows end at the map; columns stand upright on it. */
    function write(at: number, label: string, number: string | null, ink: string, isMarked: boolean): void {
      context.save();
      if (isRows) {
        context.translate(body.left - 8, frame.top + at);
      } else {
        context.translate(frame.left + at, body.top - 8);
        context.rotate(Math.PI / 2);
      }
      context.textAlign = 'right';
      context.font = labelFont;
      const numberWidth = number === null ? 0 : fittingText(context, number, Infinity).width + 6;
      const hasNumber = numberWidth < room * 0.7;
      context.font = isMarked ? strongFont : labelFont;
      const { text, width } = fittingText(context, label, room - (hasNumber ? numberWidth : 0));
      if (isMarked) {
        context.fillStyle = colours.ground;
        context.fillRect(-room, -labelGap / 2, room + 2, labelGap);
      }
      context.fillStyle = ink;
      context.fillText(text, 0, 0.5);
      if (number !== null && hasNumber) {
        context.font = labelFont;
        context.fillStyle = colours['text-muted'];
        context.fillText(number, -width - 6, 0.5);
      }
      context.restore();
    }
  };
  axis(true);
  axis(false);
}
