import {
  baselineShift,
  cellFill,
  pictureFonts,
  type CellsMark,
  type Mark,
  type Picture,
  type TextMark,
} from './marks.ts';

/**
 * The picture as an SVG file: shapes and texts with presentation attributes, no style sheet, script, font or address of anything
 * else, so that it looks the same in a page with a strict policy, in a drawing program and in print. `width` in pixels scales it.
 */
export function toSvg(picture: Picture, width = picture.width): string {
  const { ground, title, description, marks } = picture;
  const height = (width * picture.height) / picture.width;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(picture.width)} ${short(picture.height)}" role="img" font-family="${escaped(pictureFonts)}" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    ...(ground === null
      ? []
      : [`<rect width="${short(picture.width)}" height="${short(picture.height)}" fill="${escaped(ground)}"/>`]),
    ...marks.map(element),
    '</svg>\n',
  ].join('\n');
}

function element(mark: Mark): string {
  switch (mark.kind) {
    case 'rect':
      return `<rect${attributes({
        x: mark.x,
        y: mark.y,
        width: mark.width,
        height: mark.height,
        rx: mark.radius,
        fill: mark.fill ?? 'none',
        stroke: mark.stroke,
        'stroke-width': mark.strokeWidth,
        'stroke-dasharray': mark.isDashed ? '3 2' : undefined,
        opacity: mark.opacity,
      })}/>`;
    case 'line':
      return `<line${attributes({
        x1: mark.from[0],
        y1: mark.from[1],
        x2: mark.to[0],
        y2: mark.to[1],
        stroke: mark.stroke,
        'stroke-width': mark.strokeWidth,
        opacity: mark.opacity,
      })}/>`;
    case 'curve': {
      const [[x1, y1], [x2, y2]] = [mark.from, mark.to];
      const middle = short((y1 + y2) / 2);
      return `<path${attributes({
        d: `M${short(x1)} ${short(y1)}C${short(x1)} ${middle} ${short(x2)} ${middle} ${short(x2)} ${short(y2)}`,
        fill: 'none',
        stroke: mark.stroke,
        'stroke-width': mark.strokeWidth,
        'stroke-linecap': 'round',
        opacity: mark.opacity,
      })}/>`;
    }
    case 'cells':
      return cells(mark);
    case 'text':
      return text(mark);
  }
}

/** As many opacities as a screen can tell apart. */
const levels = 255;

/** One path for all cells of one opacity: a large matrix stays a small file. */
function cells(mark: CellsMark): string {
  const { x, y, columns, cellWidth, cellHeight, gap, fill, opacities } = mark;
  const fillOf = cellFill(mark);
  const paths = new Map<number, string>();
  const box = `h${short(cellWidth - gap)}v${short(cellHeight - gap)}h${short(gap - cellWidth)}z`;
  for (const [index, opacity] of opacities.entries()) {
    const level = Math.round(opacity * levels);
    if (level === 0) continue;
    const left = x + (index % columns) * cellWidth + gap / 2;
    const top = y + Math.floor(index / columns) * cellHeight + gap / 2;
    paths.set(level, `${paths.get(level) ?? ''}M${short(left)} ${short(top)}${box}`);
  }
  const drawn = [...paths].map(([level, d]) => {
    const own = fillOf(level / levels);
    const change = own === fill ? '' : ` fill="${own}"`;
    return `<path d="${d}"${change} fill-opacity="${(level / levels).toFixed(3)}"/>`;
  });
  return `<g fill="${escaped(fill)}" shape-rendering="crispEdges">${drawn.join('')}</g>`;
}

function text(mark: TextMark): string {
  const { x, size, align, direction = 'ltr', isUpright, length } = mark;
  // The ends are named after the way the text runs.
  const ends = direction === 'rtl' ? { left: 'end', right: 'start' } : { left: 'start', right: 'end' };
  return `<text${attributes({
    x: isUpright ? 0 : x,
    y: size * baselineShift + (isUpright ? 0 : mark.y),
    transform: isUpright ? `translate(${short(x)} ${short(mark.y)}) rotate(-90)` : undefined,
    'font-size': size,
    'font-weight': mark.isBold ? 600 : undefined,
    fill: mark.fill,
    'text-anchor': align === 'center' ? 'middle' : ends[align],
    direction: direction === 'rtl' ? direction : undefined,
    textLength: length,
    lengthAdjust: length === undefined ? undefined : 'spacingAndGlyphs',
    opacity: mark.opacity,
  })}>${escaped(mark.text)}</text>`;
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && !(name === 'opacity' && value === 1))
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : escaped(value!)}"`)
    .join('');
}

/** Hundredths of a unit are less than anyone sees. */
function short(value: number): string {
  return String(Number(value.toFixed(2)));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** As text of XML, where some characters may not stand at all. */
function escaped(value: string): string {
  return value
    .replace(/[&<>"]/g, (character) => entities[character])
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\uFFFD');
}
