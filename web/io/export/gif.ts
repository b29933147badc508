import { GIFEncoder, nearestColorIndex, quantize, type Palette } from 'gifenc';
import { betweenFrames, type AnimationProgress, type PixelAnimation } from './animation.ts';

/** Colours of a GIF, without the place for "as before"; so many of them are those that cover most, as they are, the others stand for the edges of letters. */
const [mostColours, exactColours] = [255, 144];
/** The place of what is as in the frame before. */
const asBefore = 255;
/** The frame before stays under this one. */
const keepFrame = 1;

/** A GIF that runs for ever. Its one palette is made from frames of every phase, so that no colour changes on the way. */
export async function toGif(
  animation: PixelAnimation,
  progress: AnimationProgress = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, frameCount, frameMilliseconds, lastMilliseconds } = animation;
  const counts = new Map<number, number>();
  for (const share of [0.15, 0.5, 0.65, 0.8, 0.9, 1]) {
    animation.draw(Math.round(share * (frameCount - 1)));
    countColours(animation.pixels(), counts);
    await betweenFrames(progress, 0);
  }
  const palette = paletteOf(counts);
  const places = new Map<number, number>();
  const encoder = GIFEncoder();
  let before: Uint8Array | null = null;
  for (let index = 0; index < frameCount; index++) {
    animation.draw(index);
    const indices = indicesOf(animation.pixels(), palette, places);
    encoder.writeFrame(before ? changesFrom(before, indices) : indices, width, height, {
      ...(before ? { transparent: true, transparentIndex: asBefore, dispose: keepFrame } : { palette, repeat: 0 }),
      delay: index === frameCount - 1 ? lastMilliseconds : frameMilliseconds,
    });
    before = indices;
    await betweenFrames(progress, (index + 1) / frameCount);
  }
  encoder.finish();
  return encoder.bytes();
}

/** Pixels as one number each. */
const wordsOf = ({ buffer, byteOffset, length }: Uint8ClampedArray): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length / 4);

function countColours(pixels: Uint8ClampedArray, counts: Map<number, number>): void {
  const words = wordsOf(pixels);
  for (let start = 0, end = 0; start < words.length; start = end) {
    const colour = words[start];
    while (end < words.length && words[end] === colour) end++;
    counts.set(colour, (counts.get(colour) ?? 0) + end - start);
  }
}

function paletteOf(counts: ReadonlyMap<number, number>): Palette {
  const colours = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const bytes = (list: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(list).buffer);
  const rest = colours.slice(exactColours);
  const exact = colours.slice(0, exactColours).map((colour) => [...bytes([colour])].slice(0, 3));
  const used = rest.length === 0 ? exact : [...exact, ...quantize(bytes(rest), mostColours - exactColours)];
  // The table is written in full, so that `asBefore` has its place.
  return [...used, ...Array.from({ length: mostColours + 1 - used.length }, () => [0, 0, 0])];
}

/** [height, width] the place of each pixel's colour in the palette, or of the colour nearest to it. */
function indicesOf(pixels: Uint8ClampedArray, palette: Palette, places: Map<number, number>): Uint8Array {
  const words = wordsOf(pixels);
  const indices = new Uint8Array(words.length);
  // Runs of one colour are long.
  for (let start = 0, end = 0; start < words.length; start = end) {
    const colour = words[start];
    while (end < words.length && words[end] === colour) end++;
    let place = places.get(colour);
    if (place === undefined) {
      place = nearestColorIndex(palette.slice(0, asBefore), [...pixels.subarray(4 * start, 4 * start + 3)]);
      places.set(colour, place);
    }
    indices.fill(place, start, end);
  }
  return indices;
}

/** Most of a picture stands still, and takes next to nothing this way. */
function changesFrom(before: Uint8Array, after: Uint8Array): Uint8Array {
  return after.map((place, index) => (place === before[index] ? asBefore : place));
}
