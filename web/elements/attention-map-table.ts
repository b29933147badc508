import { css, html, type TemplateResult } from 'lit';
import { tokenLabel } from '../model/token-label.ts';
import { formatFull, formatSignificant } from '../views/format-number.ts';
import { mapTable, type TableAxisCell } from '../views/map-table.ts';
import { shorten } from '../views/shorten.ts';
import { MapElement } from './map-element.ts';
import { base } from './styles/base.ts';

/** Of the cells in view; more than that nobody reads. */
const [mostRows, mostColumns] = [16, 12];

/** The cells around the cursor as a table, at the zoom of the picture. */
export class AttentionMapTable extends MapElement {
  static override styles = [
    base,
    css`
      .scroll {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-size: var(--text-small);
        white-space: nowrap;
      }
      caption {
        padding-block-end: 8px;
        text-align: start;
        color: var(--text-muted);
        white-space: normal;
      }
      th,
      td {
        padding: 5px 14px 5px 0;
        text-align: end;
        font-weight: 400;
        border-block-end: 1px solid var(--hairline);
      }
      thead th {
        color: var(--key-text);
        vertical-align: bottom;
      }
      th[scope='row'],
      .corner {
        position: sticky;
        inset-inline-start: 0;
        text-align: start;
        background: var(--ground);
      }
      th[scope='row'] {
        color: var(--query-text);
      }
      .corner,
      .number {
        color: var(--text-muted);
      }
    `,
  ];

  override render(): TemplateResult {
    const { map, texts } = this;
    const { queryTokens, keyTokens } = map.problem.value;
    const { queryCount, keyCount } = map.size.value;
    const pooling = map.pooling.value;
    const pairs = 2 ** map.level.value;
    const { query, key } = map.cursor.value;
    this.watchCells();
    const rows = cellsAround(query, queryCount, pairs, mostRows);
    const columns = cellsAround(key, keyCount, pairs, mostColumns);
    const axis = (firsts: readonly number[], tokens: readonly string[]): TableAxisCell[] =>
      firsts.map((first) => ({
        number: pairs === 1 ? texts.number(first + 1) : texts.range(first, Math.min(tokens.length, first + pairs)),
        token: pairs === 1 ? shorten(tokenLabel(tokens[first]).label, 14) : '',
      }));
    const numbers = rows.flatMap((row) =>
      columns.map((column) => {
        const cell = map.cellAt({ query: row, key: column });
        const value = cell?.[pooling] ?? null;
        return value === null
          ? { short: '…', full: texts.unknown }
          : { short: formatSignificant(value, 3), full: formatFull(value) };
      }),
    );
    const caption = pairs === 1 ? texts.table.pairs : texts.table.cells(texts.poolings[pooling], pairs);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${texts.table.title}>
      ${mapTable(axis(rows, queryTokens), axis(columns, keyTokens), numbers, { caption, corner: texts.table.corner })}
    </div>`;
  }

  /** The picture's tiles fill up while the table is read; the ones it shows may be those. */
  private watchCells(): readonly unknown[] {
    return [this.map.revision.value, this.map.headIndex.value];
  }
}

/** The first positions of at most `most` cells, that of `at` in the middle as far as the map goes. */
function cellsAround(at: number, count: number, pairs: number, most: number): readonly number[] {
  const cells = Math.ceil(count / pairs);
  const shown = Math.min(most, cells);
  const first = Math.max(0, Math.min(cells - shown, Math.floor(at / pairs) - (shown >> 1)));
  return Array.from({ length: shown }, (_, index) => (first + index) * pairs);
}

customElements.define('attention-map-table', AttentionMapTable);
