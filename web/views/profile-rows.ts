import { html, nothing, type TemplateResult } from 'lit';
import type { FusedScoreFunction } from '../contract/index.ts';
import { formatBytes, formatMeasured, formatMilliseconds, formatPercent, formatSignificant } from './format-number.ts';

export interface MeasuredCell {
  readonly milliseconds: number;
  readonly gigaflops: number;
  readonly peakShare: number | null;
}

export interface MeasuredRow {
  readonly name: string;
  /** What more there is to say about the engine: threads, relaxed SIMD. */
  readonly detail: string;
  readonly memoryBytes: number | null;
  /** Said where there is none of its own. */
  readonly otherMemory: string;
  readonly cells: Readonly<Partial<Record<FusedScoreFunction, MeasuredCell>>>;
  /** From the exact context. */
  readonly differences: Readonly<Partial<Record<FusedScoreFunction, number>>>;
}

export interface RowTexts {
  readonly caption: string;
  readonly engine: string;
  readonly memory: string;
  readonly scoreFunctions: Readonly<Record<FusedScoreFunction, string>>;
  readonly rate: (gigaflops: string) => string;
  readonly peakShare: (percent: string) => string;
  readonly difference: (difference: string) => string;
}

/** Engines × score functions: the time first, then what it means. The quickest formula of each engine is bold, where the difference means something. */
export function profileRows(
  rows: readonly MeasuredRow[],
  scoreFunctions: readonly FusedScoreFunction[],
  texts: RowTexts,
  marksQuickest: boolean,
): TemplateResult {
  return html`<table>
    <caption class="visually-hidden">
      ${texts.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${texts.engine}</th>
        ${scoreFunctions.map((name) => html`<th scope="col">${texts.scoreFunctions[name]}</th>`)}
        <th scope="col">${texts.memory}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => {
        const times = Object.values(row.cells).map(({ milliseconds }) => milliseconds);
        const quickest = marksQuickest ? Math.min(...times) : null;
        return html`<tr>
          <th scope="row">${row.name}<span class="detail">${row.detail}</span></th>
          ${scoreFunctions.map((name) => cellOf(row.cells[name], row.differences[name], quickest, texts))}
          <td>
            ${row.memoryBytes === null ? html`<span class="detail">${row.otherMemory}</span>` : formatBytes(row.memoryBytes)}
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function cellOf(
  cell: MeasuredCell | undefined,
  difference: number | undefined,
  quickest: number | null,
  texts: RowTexts,
): TemplateResult {
  if (!cell) return html`<td>–</td>`;
  const { milliseconds, gigaflops, peakShare } = cell;
  return html`<td class=${milliseconds === quickest ? 'quickest' : ''}>
    ${formatMilliseconds(milliseconds)}
    <span class="detail">${texts.rate(formatSignificant(gigaflops, 2))}</span>
    ${peakShare === null ? nothing : html`<span class="detail">${texts.peakShare(formatPercent(peakShare))}</span>`}
    ${
      difference === undefined
        ? nothing
        : html`<span class="detail">${texts.difference(formatMeasured(difference))}</span>`
    }
  </td>`;
}
