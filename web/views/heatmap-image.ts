import { inkAt, type WeightInk } from './weight-ink.ts';

/** One pixel a weight, in ink whose opacity is the weight: the ramp runs up from whatever lies beneath. */
export function heatmapPixels(weights: ArrayLike<number>, ink: WeightInk): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(weights.length * 4);
  for (let index = 0; index < weights.length; index += 1) {
    const opacity = weightOpacity(weights[index]);
    pixels.set(inkAt(ink, opacity), index * 4);
    pixels[index * 4 + 3] = opacity * 255;
  }
  return pixels;
}

/** Slightly lifted, so that a weight of 0.05 can be told from none on a light ground. */
export function weightOpacity(weight: number): number {
  return weight > 0 ? Math.min(1, weight ** 0.8) : 0;
}
