import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { limits, type AttentionTensors } from '../contract/index.ts';
import type { ReadTensors } from '../io/attention-tensors-file.ts';
import { bytesOf, createImportReader } from '../io/import-reader.ts';
import { mapExample, openedRole } from '../model/map-example.ts';
import type { MapProblem } from '../model/map-problem.ts';
import { mapOfTensors } from '../model/map-tensors.ts';
import { mapOfText } from '../model/map-text.ts';
import { MapElement } from './map-element.ts';
import { base } from './styles/base.ts';

type Source = 'example' | 'text' | 'file';

/** What the map is of: the example, a person's text, or a file. */
export class AttentionMapSource extends MapElement {
  static override properties: PropertyDeclarations = {
    ...MapElement.properties,
    source: { state: true },
    report: { state: true },
  };
  declare private source: Source;
  declare private report: { readonly isGood: boolean; readonly text: string } | null;

  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 10px;
      }
      .choices,
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 12px;
        align-items: center;
      }
      .choices {
        gap: 4px;
      }
      form {
        display: grid;
        gap: 8px;
        max-inline-size: 760px;
      }
      textarea {
        min-block-size: 108px;
        resize: vertical;
        font-size: var(--text-small);
      }
      .check {
        display: flex;
        gap: 8px;
        align-items: center;
        font-size: var(--text-small);
      }
      .check input {
        inline-size: 18px;
        block-size: 18px;
        accent-color: var(--accent);
      }
      .note {
        max-inline-size: 76ch;
      }
      .file {
        position: relative;
      }
      .file input {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        opacity: 0;
      }
      .file:focus-within {
        outline: 2px solid var(--focus-ring);
        outline-offset: 2px;
      }
      .report {
        padding: 8px 12px;
        font-size: var(--text-small);
        border-radius: var(--radius);
        color: var(--warning);
        background: var(--warning-ground);
        overflow-wrap: anywhere;
      }
      .report.good {
        color: var(--value-text);
        background: color-mix(in srgb, var(--value) 10%, var(--surface));
      }
    `,
  ];

  constructor() {
    super();
    this.source = 'example';
    this.report = null;
  }

  override render(): TemplateResult {
    const { source } = this.texts;
    return html`<div class="choices" role="group" aria-label=${source.title}>
        ${(['example', 'text', 'file'] as const).map(
          (name) =>
            html`<button aria-pressed=${this.source === name} @click=${() => this.choose(name)}>
              ${source.names[name]}
            </button>`,
        )}
      </div>
      ${this.source === 'text' ? this.textForm() : this.source === 'file' ? this.fileForm() : nothing}
      ${
        this.report
          ? html`<p class="report ${this.report.isGood ? 'good' : ''}" role="status">${this.report.text}</p>`
          : nothing
      }`;
  }

  private textForm(): TemplateResult {
    const { source, origins, number } = this.texts;
    // Once it is shown, that stands below it.
    const isShown = this.map.problem.value.origin === 'spelling';
    return html`<form @submit=${this.onText}>
      <textarea name="text" dir="auto" spellcheck="false" aria-label=${source.textLabel}></textarea>
      <div class="actions">
        <button class="primary">${source.show}</button>
        <label class="check"><input type="checkbox" name="causal" checked />${source.causal}</label>
      </div>
      <p class="small muted note">
        ${source.textHint(number(limits.maxCount))} ${isShown ? nothing : origins.spelling}
      </p>
    </form>`;
  }

  private fileForm(): TemplateResult {
    const { source, number } = this.texts;
    return html`<div class="actions">
        <label class="button file"
          >${source.chooseFile}<input
            type="file"
            accept=".json,.csv,.tsv,.txt,.npy,.npz,.safetensors,application/json,text/*"
            @change=${this.onFile}
        /></label>
      </div>
      <p class="small muted note">${source.fileHint(number(limits.maxCount), number(limits.maxTensorNumbers))}</p>`;
  }

  /** Shows tensors, wherever they were read from, or says why not; what was there stays. */
  showTensors(tensors: AttentionTensors): void {
    const result = mapOfTensors(tensors);
    if ('code' in result) this.report = { isGood: false, text: this.texts.tensorsFault(result) };
    else this.show(result);
  }

  private show(problem: MapProblem, headIndex = 0): void {
    this.map.open(problem, headIndex);
    const { queryCount, keyCount } = this.map.size.peek();
    this.report =
      problem.origin === 'generated'
        ? null
        : { isGood: true, text: this.texts.source.shown(queryCount, keyCount, problem.heads.length) };
  }

  private choose(source: Source): void {
    if (source !== this.source) this.latestFile++;
    this.source = source;
    this.report = null;
    if (source !== 'example' || this.map.problem.peek().origin === 'generated') return;
    const problem = mapExample();
    this.show(
      problem,
      problem.heads.findIndex(({ role }) => role === openedRole),
    );
  }

  private readonly onText = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const text = data.get('text');
    const result = mapOfText(typeof text === 'string' ? text : '', data.get('causal') !== null);
    if ('code' in result) this.report = { isGood: false, text: this.texts.textFault(result) };
    else this.show(result);
  };

  /** A file is shown once it is read, unless another one or another source was chosen meanwhile. */
  private latestFile = 0;

  private async tensorsIn(file: File): Promise<ReadTensors> {
    const files = await bytesOf([file]);
    if ('code' in files) return files;
    const reader = await createImportReader();
    try {
      return await reader.readTensors(files[0]);
    } finally {
      reader.dispose();
    }
  }

  private readonly onFile = async (event: Event): Promise<void> => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    field.value = '';
    if (!file) return;
    const mine = ++this.latestFile;
    const read = await this.tensorsIn(file);
    if (mine !== this.latestFile) return;
    if ('code' in read) this.report = { isGood: false, text: this.texts.fileProblem(read) };
    else this.showTensors(read);
  };
}

customElements.define('attention-map-source', AttentionMapSource);
