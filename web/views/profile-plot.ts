import { line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatMilliseconds } from './format-number.ts';
import { labelPlaces } from './label-places.ts';
import { sizeAxis, timeAxis } from './profile-scales.ts';

export interface PlotPoint {
  readonly size: number;
  readonly milliseconds: number;
}

/** Each line has one of its own, so that colour says nothing alone. */
export type PlotMark = 'circle' | 'square' | 'triangle' | 'diamond';

export interface PlotLine {
  readonly mark: PlotMark;
  readonly label: string;
  readonly points: readonly PlotPoint[];
}

export interface PlotTexts {
  /** Under the sizes: T or d. */
  readonly size: string;
  readonly description: string;
  readonly point: (label: string, size: number, milliseconds: string) => string;
}

const marks = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
} as const satisfies Record<PlotMark, unknown>;

const height = 260;
const margin = { top: 12, bottom: 44, left: 62 };
const labelHeight = 17;

/**
 * Milliseconds over sizes, both logarithmic, so that a power law is a straight line and its exponent the slope. Each line
 * is named at its end.
 */
export function profilePlot(
  lines: readonly PlotLine[],
  sizes: readonly number[],
  width: number,
  texts: PlotTexts,
): TemplateResult {
  const drawn = lines.filter(({ points }) => points.length > 0);
  const longestLabel = Math.max(...lines.map(({ label }) => label.length));
  const right = width - Math.min(130, 20 + 6.8 * longestLabel);
  const bottom = height - margin.bottom;
  const x = sizeAxis(sizes, [margin.left, right]);
  const y = timeAxis(
    drawn.flatMap(({ points }) => points.map(({ milliseconds }) => milliseconds)),
    [bottom, margin.top],
  );
  const path = line<PlotPoint>(
    ({ size }) => x.place(size),
    ({ milliseconds }) => y.place(milliseconds),
  );
  const ends = drawn.map(({ points }) => points.at(-1)!);
  const labels = labelPlaces(
    ends.map(({ milliseconds }) => y.place(milliseconds)),
    labelHeight,
    margin.top,
    bottom,
  );
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    direction="ltr"
    role="img"
    aria-label=${texts.description}
  >
    ${y.ticks.map(
      (tick) => svg`<g class="tick">
        <line x1=${margin.left} x2=${right} y1=${y.place(tick)} y2=${y.place(tick)}></line>
        <text x=${margin.left - 8} y=${y.place(tick)} text-anchor="end" dominant-baseline="central">${formatMilliseconds(tick)}</text>
      </g>`,
    )}
    ${x.ticks.map(
      (tick) => svg`<g class="tick">
        <line x1=${x.place(tick)} x2=${x.place(tick)} y1=${bottom} y2=${bottom + 4}></line>
        <text x=${x.place(tick)} y=${bottom + 18} text-anchor="middle">${tick}</text>
      </g>`,
    )}
    <text class="axis" x=${(margin.left + right) / 2} y=${height - 4} text-anchor="middle">${texts.size}</text>
    ${drawn.map(({ mark, label, points }, index) => {
      const end = ends[index];
      const [endX, endY] = [x.place(end.size), y.place(end.milliseconds)];
      const isMoved = Math.abs(labels[index] - endY) > 4;
      return svg`<g class="line ${mark}">
        <path class="course" d=${path(points) ?? ''}></path>
        ${points.map(
          ({ size, milliseconds }) => svg`<path
            class="mark"
            d=${symbol(marks[mark], 38)() ?? ''}
            transform="translate(${x.place(size)} ${y.place(milliseconds)})"
          ><title>${texts.point(label, size, formatMilliseconds(milliseconds))}</title></path>`,
        )}
        ${isMoved ? svg`<path class="leader" d="M${endX + 5} ${endY}L${endX + 12} ${labels[index]}"></path>` : nothing}
        <text x=${endX + 14} y=${labels[index]} dominant-baseline="central">${label}</text>
      </g>`;
    })}
  </svg>`;
}
