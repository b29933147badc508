import {
  baselineShift,
  cellFill,
  pictureFonts,
  type CellsMark,
  type Mark,
  type Picture,
  type TextMark,
} from './marks.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws the picture `scale` times as large as it is. What was on the canvas goes. */
export function drawPicture(context: Context, picture: Picture, scale: number): void {
  const { ground, marks } = picture;
  const { width, height } = context.canvas;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (ground !== null) {
    context.fillStyle = ground;
    // All pixels: the canvas may be larger than the picture, which need not end where a pixel does.
    context.fillRect(0, 0, width, height);
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  for (const mark of marks) {
    context.save();
    context.globalAlpha = 'opacity' in mark ? (mark.opacity ?? 1) : 1;
    draw(context, mark, scale);
    context.restore();
  }
}

/** What a text takes in this canvas's fonts. */
export function measureWith(context: Context): (text: string, size: number, isBold: boolean) => number {
  return (text, size, isBold) => {
    context.font = fontOf(size, isBold);
    return context.measureText(text).width;
  };
}

const fontOf = (size: number, isBold: boolean): string => `${isBold ? 600 : 400} ${size}px ${pictureFonts}`;

function draw(context: Context, mark: Mark, scale: number): void {
  switch (mark.kind) {
    case 'rect':
      context.beginPath();
      if (mark.radius) context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
      else context.rect(mark.x, mark.y, mark.width, mark.height);
      if (mark.fill !== undefined) {
        context.fillStyle = mark.fill;
        context.fill();
      }
      if (mark.stroke !== undefined) {
        context.strokeStyle = mark.stroke;
        context.lineWidth = mark.strokeWidth ?? 1;
        context.setLineDash(mark.isDashed ? [3, 2] : []);
        context.stroke();
      }
      return;
    case 'line':
    case 'curve': {
      const [[x1, y1], [x2, y2]] = [mark.from, mark.to];
      const middle = (y1 + y2) / 2;
      context.beginPath();
      context.moveTo(x1, y1);
      if (mark.kind === 'line') context.lineTo(x2, y2);
      else context.bezierCurveTo(x1, middle, x2, middle, x2, y2);
      context.strokeStyle = mark.stroke;
      context.lineWidth = mark.strokeWidth;
      context.lineCap = mark.kind === 'curve' ? 'round' : 'butt';
      context.stroke();
      return;
    }
    case 'cells':
      drawCells(context, mark, scale);
      return;
    case 'text':
      drawText(context, mark);
  }
}

/** Edges on whole pixels, so that no seams show between cells. */
function drawCells(context: Context, mark: CellsMark, scale: number): void {
  const { x, y, columns, cellWidth, cellHeight, gap, opacities } = mark;
  const fillOf = cellFill(mark);
  const snapped = (value: number): number => Math.round(value * scale) / scale;
  for (const [index, opacity] of opacities.entries()) {
    if (opacity === 0) continue;
    const [left, top] = [x + (index % columns) * cellWidth, y + Math.floor(index / columns) * cellHeight];
    const [from, above] = [snapped(left + gap / 2), snapped(top + gap / 2)];
    context.globalAlpha = opacity;
    context.fillStyle = fillOf(opacity);
    context.fillRect(
      from,
      above,
      snapped(left + cellWidth - gap / 2) - from,
      snapped(top + cellHeight - gap / 2) - above,
    );
  }
}

function drawText(context: Context, mark: TextMark): void {
  const { text, size, x, y, align, direction = 'ltr', isUpright, isBold = false, fill, length } = mark;
  context.font = fontOf(size, isBold);
  context.fillStyle = fill;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.direction = direction;
  context.translate(x, y);
  if (isUpright) context.rotate(-Math.PI / 2);
  context.fillText(text, 0, size * baselineShift, length);
}
