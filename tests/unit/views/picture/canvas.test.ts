import { expect, it } from 'vitest';
import { drawPicture } from '../../../../web/views/picture/canvas.ts';

it('the ground of a picture reaches the last pixel of a canvas that was rounded up, at any scale', () => {
  for (const scale of [0.4, 1, 2]) {
    // As for a video, whose blocks are two by two pixels.
    const even = (length: number): number => 2 * Math.ceil((length * scale) / 2);
    const canvas = { width: even(1000), height: even(101) };
    let [across, down] = [1, 1];
    const filled: number[][] = [];
    const context = {
      canvas,
      setTransform: (a: number, _b: number, _c: number, d: number) => ([across, down] = [a, d]),
      clearRect: () => undefined,
      fillRect: (x: number, y: number, width: number, height: number) =>
        filled.push([x * across, y * down, width * across, height * down]),
    } as unknown as OffscreenCanvasRenderingContext2D;
    const picture = { width: 1000, height: 101, ground: '#ffffff', title: '', description: '', marks: [] };
    drawPicture(context, picture, scale);
    const [[x, y, width, height]] = filled;
    expect([x, y], `scale ${scale}`).toEqual([0, 0]);
    expect(width, `scale ${scale}`).toBeGreaterThanOrEqual(canvas.width);
    expect(height, `scale ${scale}`).toBeGreaterThanOrEqual(canvas.height);
    expect([across, down], 'marks are drawn at this scale').toEqual([scale, scale]);
  }
});
