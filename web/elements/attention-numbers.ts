import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { EngineName, Precision } from '../contract/index.ts';
import { formatMeasured } from '../views/format-number.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** A line of the accuracy measurement: the largest errors of one engine at one size. */
interface MeasuredAccuracy {
  readonly engine: EngineName | 'native';
  readonly place: string;
  readonly precision: Precision;
  readonly count: number;
  readonly dim: number;
  readonly weightsError: number;
  readonly contextError: number;
}

/** About the numbers: how exact the running engine is, as measured against float64. The figures are fetched when asked for. */
export class AttentionNumbers extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, measured: { state: true } };
  declare private measured: readonly MeasuredAccuracy[] | null;

  static override styles = [
    base,
    css`
      summary {
        cursor: pointer;
        font-size: var(--text-small);
        min-block-size: 32px;
        display: list-item;
        align-content: center;
      }
      .content {
        display: grid;
        gap: 8px;
        padding-block-start: 4px;
      }
      table {
        border-collapse: collapse;
        font-size: var(--text-small);
      }
      th,
      td {
        padding: 3px 10px 3px 0;
        text-align: end;
        border-block-end: 1px solid var(--hairline);
      }
      th:first-child,
      td:first-child {
        text-align: start;
      }
    `,
  ];

  constructor() {
    super();
    this.measured = null;
  }

  override render(): TemplateResult {
    const { numbers } = this.messages;
    const running = this.store.attention.value.value?.engineName;
    const rows = this.measured?.filter(({ engine, place }) => engine === running && place === placeOf(engine));
    return html`<details @toggle=${this.onToggle}>
      <summary>${numbers.title}</summary>
      <div class="content">
        <p class="small muted">${numbers.explanation}</p>
        ${
          rows && rows.length > 0
            ? html`<table>
                <thead>
                  <tr>
                    <th scope="col">${numbers.precision}</th>
                    <th scope="col">${numbers.size}</th>
                    <th scope="col">${numbers.weightsError}</th>
                    <th scope="col">${numbers.contextError}</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(
                    (row) =>
                      html`<tr>
                        <td>${row.precision}</td>
                        <td>${row.count} × ${row.count}</td>
                        <td>${formatMeasured(row.weightsError)}</td>
                        <td>${formatMeasured(row.contextError)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
            : nothing
        }
      </div>
    </details>`;
  }

  private readonly onToggle = async (event: Event): Promise<void> => {
    if (!(event.currentTarget as HTMLDetailsElement).open || this.measured) return;
    const { default: measured } = await import('../model/measured-accuracy.json');
    this.measured = measured as MeasuredAccuracy[];
  };
}

/** Where the figures of an engine were taken that hold in a browser; the reference engine computes the same everywhere. */
const placeOf = (engine: MeasuredAccuracy['engine']): string => (engine === 'reference' ? 'Node' : 'Chromium');

customElements.define('attention-numbers', AttentionNumbers);
