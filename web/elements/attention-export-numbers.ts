import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { exportedArrays, type AttentionExport, type ExportedArray } from '../io/export/attention-export.ts';
import { toCsv } from '../io/export/csv.ts';
import { toJson } from '../io/export/json.ts';
import { toNpy } from '../io/export/npy.ts';
import { toNpz } from '../io/export/npz.ts';
import { pythonLibraries, type PythonLibrary } from '../io/export/python-dialect.ts';
import { toPython } from '../io/export/python-script.ts';
import { ExportElement } from './export-element.ts';
import { exportedNumbers } from './exported-numbers.ts';
import { base } from './styles/base.ts';
import { exportStyle } from './styles/export.ts';
import { pillsStyle } from './styles/pills.ts';

/** The numbers as files that the page reads back, as code that computes them anew, and as a link. */
export class AttentionExportNumbers extends ExportElement {
  static override properties: PropertyDeclarations = {
    ...ExportElement.properties,
    array: { state: true },
    library: { state: true },
    hasLink: { attribute: false },
  };
  declare private array: ExportedArray;
  declare private library: PythonLibrary;
  /** The page is the playground's own, so that its address says what is set. */
  declare hasLink: boolean;

  static override styles = [
    base,
    pillsStyle,
    exportStyle,
    css`
      .parts {
        display: grid;
        grid-template-columns: minmax(260px, 1fr) minmax(0, 2fr);
        gap: 20px 32px;
        align-items: start;
      }
      .column {
        display: grid;
        gap: 20px;
        min-inline-size: 0;
      }
      pre {
        margin: 0;
        max-block-size: 300px;
        padding: 12px;
        overflow: auto;
        background: var(--sunken);
        border-radius: var(--radius);
        font:
          0.8125rem / 1.5 ui-monospace,
          'SF Mono',
          Menlo,
          Consolas,
          'DejaVu Sans Mono',
          monospace;
        tab-size: 4;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: end;
      }
      .row .field {
        flex: 1 1 120px;
      }
      @container (max-width: 720px) {
        .parts {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    this.array = 'weights';
    this.library = 'numpy';
    this.hasLink = false;
  }

  override render(): TemplateResult | typeof nothing {
    const computed = this.store.attention.value.value;
    if (!computed) return nothing;
    const exported = exportedNumbers(computed, () => this.store.state());
    return html`<div class="parts">
      <div class="column">${this.numbers(exported)} ${this.link(exported)} ${this.saidLine()}</div>
      ${this.code(exported)}
    </div>`;
  }

  private numbers(exported: AttentionExport): TemplateResult {
    const { texts, array } = this;
    const saveText = (what: string, ending: string, text: string): void =>
      this.save(what, ending, new Blob([text], { type: `text/${ending}` }));
    const saveBytes = (what: string, ending: string, bytes: Uint8Array<ArrayBuffer>): void =>
      this.save(what, ending, new Blob([bytes]));
    return html`<section aria-labelledby="numbers">
      <h2 id="numbers">${texts.numbers}</h2>
      <p class="small muted">${texts.numbersLead}</p>
      <div class="row">
        <label class="field"
          >${texts.array}<select
            @change=${(event: Event) => (this.array = (event.target as HTMLSelectElement).value as ExportedArray)}
          >
            ${exportedArrays.map(
              (name) =>
                html`<option value=${name} .selected=${name === array}>
                  ${texts.arrays[name]}, ${exported.trace.queryCount} ×
                  ${name === 'context' ? exported.trace.valueDim : exported.trace.keyCount}
                </option>`,
            )}
          </select></label
        >
        <button @click=${() => saveText(array, 'csv', toCsv(exported, array))} aria-label=${texts.saveAs('CSV')}>
          CSV
        </button>
        <button @click=${() => saveBytes(array, 'npy', toNpy(exported, array))} aria-label=${texts.saveAs('.npy')}>
          .npy
        </button>
      </div>
      <div class="actions" role="group" aria-labelledby="everything">
        <span id="everything" class="small">${texts.everything}</span>
        <button @click=${() => saveText('', 'json', toJson(exported))} aria-label=${texts.saveAs('JSON')}>JSON</button>
        <button @click=${() => saveBytes('', 'npz', toNpz(exported))} aria-label=${texts.saveAs('.npz')}>.npz</button>
      </div>
    </section>`;
  }

  private link(exported: AttentionExport): TemplateResult {
    const { texts, hasLink } = this;
    const compose = (): string => (hasLink ? this.store.linkTo() : exported.state);
    return html`<section aria-labelledby="link">
      <h2 id="link">${texts.link}</h2>
      <p class="small muted">${hasLink ? texts.linkLead : texts.stateLead}</p>
      <div class="row">
        <label class="field"
          ><span class="visually-hidden">${texts.link}</span
          ><input
            type="text"
            readonly
            dir="ltr"
            .value=${compose()}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
        /></label>
        <button @click=${() => this.copy(compose())}>${hasLink ? texts.copyLink : texts.copyState}</button>
      </div>
    </section>`;
  }

  private code(exported: AttentionExport): TemplateResult {
    const { texts, library } = this;
    const compose = (): string => toPython(exported, library);
    return html`<section aria-labelledby="code">
      <h2 id="code">${texts.code}</h2>
      <p class="small muted">${texts.codeLead}</p>
      <div class="actions">
        <div class="pills" role="radiogroup" aria-label=${texts.library}>
          ${pythonLibraries.map(
            (name) =>
              html`<label
                ><input
                  type="radio"
                  name="library"
                  .checked=${name === library}
                  @change=${() => (this.library = name)}
                /><span>${texts.libraries[name]}</span></label
              >`,
          )}
        </div>
        <button @click=${() => this.copy(compose())}>${texts.copyCode}</button>
        <button
          @click=${() => this.save(library, 'py', new Blob([compose()], { type: 'text/x-python' }))}
          aria-label=${texts.saveAs('.py')}
        >
          .py
        </button>
      </div>
      <pre
        tabindex="0"
        role="region"
        dir="ltr"
        aria-label=${texts.script(texts.libraries[library])}
      ><code>${compose()}</code></pre>
    </section>`;
  }
}

customElements.define('attention-export-numbers', AttentionExportNumbers);
