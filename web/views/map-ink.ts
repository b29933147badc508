import type { Colour } from './colour.ts';
import { weightOpacity } from './heatmap-image.ts';
import { inkOn, type WeightInk } from './weight-ink.ts';

/** How a weight becomes a colour between ground and ink. */
export interface MapInk extends WeightInk {
  readonly ground: Colour;
  /** `logarithmic`: from `least`, which is the ground, to 1. `linear`: against the largest weight of the cell's rows. */
  readonly scale: 'logarithmic' | 'linear';
  readonly least: number;
}

/** Below a quarter of an even share nothing is drawn; what gets its even share is just seen. */
export function leastInk(keyCount: number): number {
  return 1 / (4 * keyCount);
}

/** Opacity of the ink, 0 … 1. NaN is as if there was nothing. */
export function inkOf(value: number, { scale, least }: Pick<MapInk, 'scale' | 'least'>, largest: number): number {
  if (!(value > 0)) return 0;
  if (scale === 'linear') return largest > 0 ? weightOpacity(value / largest) : 0;
  return Math.min(1, Math.max(0, 1 - Math.log(value) / Math.log(least)));
}

/** The cells of a tile: [rowCount, columnCount], and for each row whether there are numbers, and its largest weight. */
export interface TileCells {
  readonly values: Float32Array;
  readonly columnCount: number;
  readonly isKnown: (row: number) => boolean;
  readonly largestOf: (row: number) => number;
  /** What `linear` multiplies a value by before it compares. */
  readonly factor: number;
  /** The same for the last column, whose cells may stand for fewer keys. */
  readonly lastFactor: number;
}

/** One pixel a cell, opaque; rows without numbers are left transparent, so that whatever coarser lies below is seen. */
export function tilePixels(cells: TileCells, ink: MapInk): Uint8ClampedArray<ArrayBuffer> {
  const { values, columnCount, isKnown, largestOf, factor, lastFactor } = cells;
  const pixels = new Uint8ClampedArray(values.length * 4);
  const coloured = new Uint32Array(pixels.buffer);
  const colours = coloursOf(ink);
  const row = new Float32Array(columnCount);
  const bits = new Uint32Array(row.buffer);
  for (let first = 0; first < values.length; first += columnCount) {
    const index = first / columnCount;
    if (!isKnown(index)) continue;
    const largest = ink.scale === 'linear' ? largestOf(index) : factor;
    const scale = largest > 0 ? factor / largest : 0;
    for (let column = 0; column < columnCount; column++) row[column] = values[first + column] * scale;
    if (ink.scale === 'linear') row[columnCount - 1] *= lastFactor / factor;
    for (let column = 0; column < columnCount; column++) coloured[first + column] = colours[bits[column] >>> 16];
  }
  return pixels;
}

const known = new WeakMap<MapInk, Uint32Array>();

/**
 * The colour of every number by the upper half of its float32: sign, exponent and seven bits of its mantissa, which part
 * neighbours that differ by less than one in a hundred. A logarithm for each cell would take most of the time of a
 * picture.
 */
function coloursOf(ink: MapInk): Uint32Array {
  const before = known.get(ink);
  if (before) return before;
  const halves = 2 ** 16;
  const number = new Float32Array(1);
  const bits = new Uint32Array(number.buffer);
  const pixels = new Uint8ClampedArray(4 * halves);
  for (let half = 0; half < halves; half++) {
    bits[0] = half << 16;
    // Against a largest of 1: linear values come divided already.
    const share = inkOf(number[0], ink, 1);
    pixels.set(inkOn(ink.ground, ink, share), 4 * half);
    pixels[4 * half + 3] = 255;
  }
  const colours = new Uint32Array(pixels.buffer);
  known.set(ink, colours);
  return colours;
}
