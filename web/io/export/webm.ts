import { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, Quality, WebMOutputFormat } from 'mediabunny';
import { betweenFrames, type Animation, type AnimationProgress } from './animation.ts';

const codecs = ['vp9', 'vp8'] as const;

/** Whether this browser can encode video of that size. */
export async function canEncodeWebm(width: number, height: number): Promise<boolean> {
  return (await getFirstEncodableVideoCodec([...codecs], { width, height })) !== null;
}

/** A WebM video, encoded by the browser. The last frame is repeated for as long as it stands: players stop at the last one. */
export async function toWebm(
  animation: Animation,
  canvas: HTMLCanvasElement,
  progress: AnimationProgress = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, frameCount, frameMilliseconds, lastMilliseconds } = animation;
  const codec = await getFirstEncodableVideoCodec([...codecs], { width, height });
  if (codec === null) throw new Error(`This browser can't encode video of ${width} × ${height} pixels.`);
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, quality: new Quality('high') });
  const seconds = frameMilliseconds / 1000;
  output.addVideoTrack(source, { frameRate: 1 / seconds });
  try {
    await output.start();
    const count = frameCount + Math.round(lastMilliseconds / frameMilliseconds);
    for (let index = 0; index < count; index++) {
      if (index < frameCount) animation.draw(index);
      await source.add(index * seconds, seconds);
      await betweenFrames(progress, (index + 1) / count);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Uint8Array(target.buffer!);
}
