import { html, type TemplateResult } from 'lit';

/** A row or column of cells: its name, and the token where it is one position. */
export interface TableAxisCell {
  readonly number: string;
  readonly token: string;
}

/** Some cells of the map as a table, [rows.length, columns.length]. */
export function mapTable(
  rows: readonly TableAxisCell[],
  columns: readonly TableAxisCell[],
  numbers: readonly { readonly short: string; readonly full: string }[],
  texts: { readonly caption: string; readonly corner: string },
): TemplateResult {
  const name = ({ number, token }: TableAxisCell): TemplateResult =>
    html`<span class="number">${number}</span>${token === '' ? '' : html` <bdi>${token}</bdi>`}`;
  return html`<table>
    <caption>
      ${texts.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col" class="corner">${texts.corner}</th>
        ${columns.map((column) => html`<th scope="col">${name(column)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row, r) =>
          html`<tr>
            <th scope="row">${name(row)}</th>
            ${columns.map((_, c) => {
              const { short, full } = numbers[r * columns.length + c];
              return html`<td title=${full}>${short}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
