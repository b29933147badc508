import { drawPicture } from '../views/picture/canvas.ts';
import type { Picture } from '../views/picture/marks.ts';
import { toSvg } from '../views/picture/svg.ts';

/** What browsers draw on one canvas, on a side. */
export const longestSide = 8192;

export function svgFile(picture: Picture, width = picture.width): Blob {
  return new Blob([toSvg(picture, width)], { type: 'image/svg+xml' });
}

/** How large a picture comes out: whole pixels. */
export function pixelsOf({ width, height }: Picture, scale: number): readonly [width: number, height: number] {
  return [Math.round(width * scale), Math.round(height * scale)];
}

/** The picture on a canvas of its own; null where the browser gives none of that size. */
export function canvasOf(picture: Picture, scale: number): HTMLCanvasElement | null {
  const [width, height] = pixelsOf(picture, scale);
  if (Math.max(width, height) > longestSide) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  drawPicture(context, picture, scale);
  return canvas;
}

/** Null where it is too large. */
export function pngFile(picture: Picture, scale: number): Promise<Blob | null> {
  const canvas = canvasOf(picture, scale);
  return new Promise((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/png');
    else resolve(null);
  });
}
