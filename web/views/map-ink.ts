import { weightOpacity } from './heatmap-image.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** How a weight becomes a colour between ground and ink. */
export interface MapInk {
  readonly ground: Colour;
  readonly colour: Colour;
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
}

/** One pixel a cell, opaque; rows without numbers are left transparent, so that whatever coarser lies below is seen. */
export function tilePixels(cells: TileCells, ink: MapInk): Uint8ClampedArray<ArrayBuffer> {
  const { values, columnCount, isKnown, largestOf, factor } = cells;
  const pixels = new Uint8ClampedArray(values.length * 4);
  const ramp = rampOf(ink);
  for (let row = 0; row * columnCount < values.length; row++) {
    if (!isKnown(row)) continue;
    const largest = ink.scale === 'linear' ? largestOf(row) / factor : 1;
    for (let at = row * columnCount; at < (row + 1) * columnCount; at++) {
      const step = 3 * Math.round(inkOf(values[at], ink, largest) * rampSteps);
      pixels[4 * at] = ramp[step];
      pixels[4 * at + 1] = ramp[step + 1];
      pixels[4 * at + 2] = ramp[step + 2];
      pixels[4 * at + 3] = 255;
    }
  }
  return pixels;
}

const rampSteps = 255;

/** [rampSteps + 1, 3] from ground to ink. */
function rampOf({ ground, colour }: MapInk): Uint8ClampedArray {
  const ramp = new Uint8ClampedArray(3 * (rampSteps + 1));
  for (let step = 0; step <= rampSteps; step++) {
    for (let channel = 0; channel < 3; channel++) {
      ramp[3 * step + channel] = ground[channel] + (step / rampSteps) * (colour[channel] - ground[channel]);
    }
  }
  return ramp;
}
