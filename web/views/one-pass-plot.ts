import { line, curveStepAfter } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { PassStep } from '../model/one-pass.ts';
import { formatFixed } from './format-number.ts';
import { shorten } from './shorten.ts';

export interface PassTexts {
  readonly description: string;
  readonly largest: string;
}

const height = 168;
const margin = { top: 20, bottom: 26, left: 8, right: 56 };
/** Below this a column has no room for a word or a number. */
const columnForText = 40;

/** The scores as bars, those that have gone by filled, and over them the largest so far as a line of steps. */
export function onePassPlot(
  steps: readonly PassStep[],
  taken: number,
  words: readonly string[],
  width: number,
  texts: PassTexts,
): TemplateResult {
  const logits = steps.map(({ logit }) => logit).filter((logit) => Number.isFinite(logit));
  const y = scaleLinear()
    .domain([Math.min(0, ...logits), Math.max(0, ...logits)])
    .range([height - margin.bottom, margin.top]);
  const column = (width - margin.left - margin.right) / steps.length;
  const left = (index: number): number => margin.left + index * column;
  const gone = steps.slice(0, taken).filter(({ largest }) => Number.isFinite(largest));
  const skipped = taken - gone.length;
  const course = line<number>(
    (index) => left(index),
    (index) => y(gone[Math.min(index - skipped, gone.length - 1)].largest),
  ).curve(curveStepAfter);
  const indices = gone.map((_, index) => skipped + index);
  const last = gone.at(-1);
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${texts.description}
  >
    <line class="zero" x1=${margin.left} x2=${width - margin.right} y1=${y(0)} y2=${y(0)}></line>
    ${steps.map(({ logit }, index) => {
      if (!Number.isFinite(logit)) return nothing;
      const state = index === taken - 1 ? 'now' : index < taken ? 'gone' : 'ahead';
      const [from, to] = [Math.min(y(0), y(logit)), Math.max(y(0), y(logit))];
      return svg`<rect
        class="bar ${state}"
        x=${left(index) + column * 0.14}
        width=${column * 0.72}
        y=${from}
        height=${Math.max(1, to - from)}
      ></rect>`;
    })}
    ${
      column >= columnForText
        ? steps.map(
            ({ logit }, index) => svg`<g class=${index < taken ? 'said' : 'unsaid'}>
              <text x=${left(index) + column / 2} y=${height - 8} text-anchor="middle">${shorten(words[index], Math.floor(column / 8))}</text>
              <text class="number" x=${left(index) + column / 2} y=${logit < 0 ? y(logit) + 13 : y(logit) - 5} text-anchor="middle">${Number.isFinite(logit) ? formatFixed(logit, 2) : ''}</text>
            </g>`,
          )
        : nothing
    }
    ${
      last
        ? svg`<path class="largest" d=${course([...indices, taken]) ?? ''}></path>
          <text class="name" x=${left(taken) + 6} y=${y(last.largest)} dominant-baseline="central">${texts.largest} ${formatFixed(last.largest, 2)}</text>`
        : nothing
    }
  </svg>`;
}
