import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { parseAlignmentText } from '../io/detect.ts';
import { isImportProblem } from '../io/problem.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { panelStyle } from './styles/panel.ts';

interface Report {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/** A person's own words, and a person's own attention. */
export class AttentionInputPanel extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, report: { state: true } };
  declare private report: Report | null;

  static override styles = [
    base,
    panelStyle,
    css`
      .parts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr));
        gap: 24px;
      }
      form,
      .part {
        display: grid;
        gap: 10px;
        align-content: start;
      }
      label {
        display: grid;
        gap: 2px;
        font-size: var(--text-small);
      }
      textarea {
        min-block-size: 92px;
        resize: vertical;
        font-size: var(--text-small);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .report {
        grid-column: 1 / -1;
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
    `,
  ];

  constructor() {
    super();
    this.report = null;
  }

  override render(): TemplateResult {
    const { messages, store } = this;
    const { input } = messages;
    const { sentence } = store.current.value;
    const text = (tokens: typeof sentence.source): string => tokens.map((token) => token.text).join(' ');
    return html`<section>
      <div class="parts">
        <form @submit=${this.onWords}>
          <h2>${input.wordsTitle}</h2>
          <label
            >${input.source}<input
              type="text"
              name="source"
              dir="auto"
              autocomplete="off"
              .value=${text(sentence.source)}
          /></label>
          <label
            >${input.target}<input
              type="text"
              name="target"
              dir="auto"
              autocomplete="off"
              .value=${text(sentence.target)}
          /></label>
          <div class="actions"><button class="primary">${input.show}</button></div>
          <p class="small muted">${messages.origin.rule}</p>
        </form>
        <div class="part">
          <h2>${input.attentionTitle}</h2>
          <p class="small muted">${input.attentionHint}</p>
          <label>${input.paste}<textarea spellcheck="false" dir="auto" @paste=${this.onPaste}></textarea></label>
          <div class="actions">
            <button @click=${this.onRead}>${input.read}</button>
            <label class="button file"
              >${input.chooseFile}<input type="file" accept=".csv,.tsv,.json,.txt,text/*" @change=${this.onFile}
            /></label>
          </div>
        </div>
        ${
          this.report
            ? html`<div class="report ${this.report.isGood ? 'good' : ''}" role="status">
                ${this.report.lines.map((line) => html`<p>${line}</p>`)}
              </div>`
            : nothing
        }
      </div>
    </section>`;
  }

  /** Reads text as attention and shows it, or says in one message why not; what was there stays. */
  readAttention(text: string, fileName = ''): boolean {
    const { messages, store } = this;
    const result = parseAlignmentText(text, fileName);
    if (isImportProblem(result)) {
      this.report = { isGood: false, lines: [messages.importProblem(result)] };
      return false;
    }
    store.importAlignments(result.alignments);
    const refusal = store.notices.peek().find(({ code }) => code === 'sceneRefused');
    if (refusal) {
      // Said here, where the file was brought, and not in two places.
      store.dismissNotice(refusal.id);
      this.report = { isGood: false, lines: [messages.notice(refusal)] };
      return false;
    }
    const notes = result.notes.slice(0, 4).map((note) => messages.importNote(note));
    const heading = messages.input.imported(result.alignments.length, result.format);
    this.report = { isGood: true, lines: [heading, ...notes] };
    return true;
  }

  async readFile(file: File): Promise<boolean> {
    const { messages } = this;
    const limitBytes = 8 * 1024 * 1024;
    if (file.size > limitBytes) {
      this.report = {
        isGood: false,
        lines: [messages.importProblem({ code: 'textTooLarge', bytes: file.size, limitBytes })],
      };
      return false;
    }
    return this.readAttention(await file.text(), file.name);
  }

  private readonly onWords = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const field = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    this.report = null;
    this.store.setWords(field('source'), field('target'));
  };

  private readonly onRead = (): void => {
    this.readAttention(this.renderRoot.querySelector('textarea')?.value ?? '');
  };

  /** A whole file pasted is read at once. */
  private readonly onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.includes('\n')) queueMicrotask(() => this.readAttention(text));
  };

  private readonly onFile = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (file) void this.readFile(file);
    field.value = '';
  };
}

customElements.define('attention-input', AttentionInputPanel);
