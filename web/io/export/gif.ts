import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { betweenFrames, type AnimationProgress, type PixelAnimation } from './animation.ts';

const mostColours = 256;
/** Of each frame that the palette is made from: enough for every colour that is seen, and soon looked through. */
const pixelsSampled = 40_000;

/** A GIF that runs for ever. Its one palette is made from frames of every phase, so that no colour changes on the way. */
export async function toGif(
  animation: PixelAnimation,
  progress: AnimationProgress = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, frameCount, frameMilliseconds, lastMilliseconds } = animation;
  const samples = [0.15, 0.5, 0.8, 1].map((share) => {
    animation.draw(Math.round(share * (frameCount - 1)));
    return everySo(animation.pixels(), Math.ceil((width * height) / pixelsSampled));
  });
  const all = new Uint8ClampedArray(samples.flatMap((sample) => [...sample]));
  await betweenFrames(progress, 0);
  const palette = quantize(all, mostColours);
  const encoder = GIFEncoder();
  for (let index = 0; index < frameCount; index++) {
    animation.draw(index);
    const isLast = index === frameCount - 1;
    encoder.writeFrame(applyPalette(animation.pixels(), palette), width, height, {
      ...(index === 0 ? { palette, repeat: 0 } : {}),
      delay: isLast ? lastMilliseconds : frameMilliseconds,
    });
    await betweenFrames(progress, (index + 1) / frameCount);
  }
  encoder.finish();
  return encoder.bytes();
}

/** One pixel of `stride`. */
function everySo(pixels: Uint8ClampedArray, stride: number): Uint8ClampedArray {
  // Widths are even: an odd step comes through all columns.
  const step = stride % 2 === 0 ? stride + 1 : stride;
  const sample = new Uint8ClampedArray(Math.ceil(pixels.length / 4 / step) * 4);
  for (let from = 0, to = 0; from < pixels.length; from += 4 * step, to += 4) {
    sample.set(pixels.subarray(from, from + 4), to);
  }
  return sample;
}
