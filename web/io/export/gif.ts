import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { betweenFrames, type AnimationProgress, type PixelAnimation } from './animation.ts';

const mostColours = 256;

/** A GIF that runs for ever. Its one palette is made from frames of every phase, so that no colour changes on the way. */
export async function toGif(
  animation: PixelAnimation,
  progress: AnimationProgress = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, frameCount, frameMilliseconds, lastMilliseconds } = animation;
  const samples = [0.15, 0.5, 0.8, 1].map((share) => {
    animation.draw(Math.round(share * (frameCount - 1)));
    return animation.pixels();
  });
  const all = new Uint8ClampedArray(samples.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const sample of samples) {
    all.set(sample, filled);
    filled += sample.length;
  }
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
