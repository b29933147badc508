import { weightOpacity } from './heatmap-image.ts';

type Colour = readonly [number, number, number];

/** One pixel a pair: its weight, as in the heatmap, or the colour of what is left out. */
export function patternPixels(
  weights: ArrayLike<number>,
  visible: ArrayLike<number>,
  weight: Colour,
  leftOut: Colour,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(weights.length * 4);
  for (let at = 0; at < weights.length; at++) {
    const isLeftOut = visible[at] === 0;
    pixels.set(isLeftOut ? leftOut : weight, 4 * at);
    pixels[4 * at + 3] = isLeftOut ? 255 : 255 * weightOpacity(weights[at]);
  }
  return pixels;
}
