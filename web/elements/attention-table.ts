import { css, html, type TemplateResult } from 'lit';
import { tokenLabel } from '../model/token-label.ts';
import { formatFull, formatShort } from '../views/format-number.ts';
import { shownExponentials } from '../views/shown-exponentials.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** The same numbers as tables: the current step in full, and the weights of all steps. */
export class AttentionTable extends PlaygroundElement {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 28px;
        min-inline-size: 0;
      }
      .scroller {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-size: var(--text-small);
      }
      caption {
        padding-block-end: 8px;
        font-weight: 600;
        text-align: start;
      }
      th,
      td {
        padding: 5px 12px;
        text-align: end;
        border-block-end: 1px solid var(--hairline);
        white-space: nowrap;
      }
      th {
        font-weight: 600;
      }
      tr > th:first-child {
        position: sticky;
        inset-inline-start: 0;
        background: var(--ground);
        text-align: start;
      }
      tr.current td,
      tr.current th {
        box-shadow:
          inset 0 2px 0 var(--text),
          inset 0 -2px 0 var(--text);
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const computed = store.attention.value.value;
    if (!computed) return html`<p class="muted">${messages.status.loading}</p>`;
    const { trace, step, detail, current } = computed;
    const { sentence } = current;
    const source = sentence.source.map(({ text }) => tokenLabel(text).label);
    const target = sentence.target.map(({ text }) => tokenLabel(text).label);
    const at = step * trace.keyCount;
    const shown = shownExponentials(trace, step);
    const vector = (values: Float64Array): string =>
      `(${Array.from(values, (value) => formatShort(value, 4)).join(', ')})`;
    const dim = detail.valueDim;
    return html`
      <div class="scroller" tabindex="0" role="region" aria-label=${messages.table.title}>
        <table>
          <caption>
            ${messages.table.caption(step + 1, target[step] ?? '')}
          </caption>
          <thead>
            <tr>
              <th scope="col">${messages.table.word}</th>
              <th scope="col">${messages.table.score}</th>
              <th scope="col">${messages.table.exponential}</th>
              <th scope="col">${messages.table.weight}</th>
              <th scope="col">${messages.table.contribution}</th>
            </tr>
          </thead>
          <tbody>
            ${source.map(
              (word, key) =>
                html`<tr>
                  <th scope="row" dir="auto">${word}</th>
                  <td>${trace.visible[at + key] === 0 ? messages.stage.hidden : formatFull(trace.scores[at + key])}</td>
                  <td>${formatFull(shown.values[key])}</td>
                  <td>${formatFull(trace.weights[at + key])}</td>
                  <td>${vector(detail.contributions.subarray(key * dim, (key + 1) * dim))}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">${messages.table.sum}</th>
              <td></td>
              <td>${formatFull(shown.sum)}</td>
              <td>${formatFull(trace.weightSums[step])}</td>
              <td>c = ${vector(trace.context.subarray(step * dim, (step + 1) * dim))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <div class="scroller" tabindex="0" role="region" aria-label=${messages.table.alignment}>
        <table>
          <caption>
            ${messages.table.alignment}
          </caption>
          <thead>
            <tr>
              <td></td>
              ${source.map((word) => html`<th scope="col" dir="auto">${word}</th>`)}
              <th scope="col">${messages.table.sum}</th>
              <th scope="col">${messages.table.entropy}</th>
            </tr>
          </thead>
          <tbody>
            ${target.map(
              (word, row) =>
                html`<tr class=${row === step ? 'current' : ''}>
                  <th scope="row" dir="auto">${word}</th>
                  ${source.map((_, key) => html`<td>${formatShort(trace.weights[row * trace.keyCount + key], 4)}</td>`)}
                  <td>${formatShort(trace.weightSums[row], 4)}</td>
                  <td>${formatShort(trace.entropy[row], 4)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }
}

customElements.define('attention-table', AttentionTable);
