import { html, type TemplateResult } from 'lit';
import { formatMilliseconds } from './format-number.ts';
import type { PlotLine } from './profile-plot.ts';

/** The points of a plot as a table: a row a size, a column a line. */
export function profilePoints(lines: readonly PlotLine[], size: string, caption: string): TemplateResult {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.size)))].sort((a, b) => a - b);
  return html`<table>
    <caption class="visually-hidden">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${size}</th>
        ${lines.map(({ label }) => html`<th scope="col">${label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${sizes.map(
        (each) =>
          html`<tr>
            <th scope="row">${each}</th>
            ${lines.map(({ points }) => {
              const point = points.find((measured) => measured.size === each);
              return html`<td>${point ? formatMilliseconds(point.milliseconds) : '–'}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
