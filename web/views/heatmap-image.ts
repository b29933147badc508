import type { WeightInk } from './weight-ink.ts';

/** One pixel a weight, in ink whose opacity is the weight: the ramp runs up from whatever lies beneath. */
export function heatmapPixels(weights: ArrayLike<number>, { faint, full }: WeightInk): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(weights.length * 4);
  for (let index = 0; index < weights.length; index += 1) {
    const opacity = weightOpacity(weights[index]);
    const at = index * 4;
    // inkAt, without an array for each pixel: a long sentence is drawn in every frame of a drag.
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at + channel] = faint[channel] + opacity * (full[channel] - faint[channel]);
    }
    pixels[at + 3] = opacity * 255;
  }
  return pixels;
}

/** Slightly lifted, so that a weight of 0.05 can be told from none on a light ground. */
export function weightOpacity(weight: number): number {
  return weight > 0 ? Math.min(1, weight ** 0.8) : 0;
}
