/** An animation as frames that can be drawn in any order: nothing is recorded, so it is the same on every machine. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  /** Of all frames but the last. */
  readonly frameMilliseconds: number;
  /** How long the last frame stands. */
  readonly lastMilliseconds: number;
  /** On the canvas, in place of what was there. */
  draw(index: number): void;
}

export interface PixelAnimation extends Animation {
  /** [height, width, 4] of what was drawn last. */
  pixels(): Uint8ClampedArray;
}

export interface AnimationProgress {
  readonly signal?: AbortSignal;
  /** The share that is done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}

/** Lets the page answer between two frames; throws where the person has cancelled. */
export async function betweenFrames({ signal, onProgress }: AnimationProgress, share: number): Promise<void> {
  onProgress?.(share);
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
}
