import type { Colour } from './colour.ts';
import { weightOpacity } from './heatmap-image.ts';
import { inkOn, type WeightInk } from './weight-ink.ts';

/** One pixel a pair: its weight, as the heatmap inks it on its ground; nothing where it is left out, so that what lies beneath shows. */
export function patternPixels(
  weights: ArrayLike<number>,
  visible: ArrayLike<number>,
  ink: WeightInk,
  ground: Colour,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(weights.length * 4);
  for (let at = 0; at < weights.length; at++) {
    if (visible[at] === 0) continue;
    pixels.set(inkOn(ground, ink, weightOpacity(weights[at])), 4 * at);
    pixels[4 * at + 3] = 255;
  }
  return pixels;
}
