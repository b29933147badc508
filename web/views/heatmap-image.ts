/** One pixel a weight, in one colour whose opacity is the weight: the ramp runs up from whatever lies beneath. */
export function heatmapPixels(
  weights: ArrayLike<number>,
  colour: readonly [number, number, number],
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(weights.length * 4);
  for (let index = 0; index < weights.length; index += 1) {
    const at = index * 4;
    pixels[at] = colour[0];
    pixels[at + 1] = colour[1];
    pixels[at + 2] = colour[2];
    pixels[at + 3] = weightOpacity(weights[index]) * 255;
  }
  return pixels;
}

/** Slightly lifted, so that a weight of 0.05 can be told from none on a light ground. */
export function weightOpacity(weight: number): number {
  return weight > 0 ? Math.min(1, weight ** 0.8) : 0;
}
