import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ImportedSentence } from '../contract/index.ts';
import type { ImportReader } from '../io/import-reader.ts';
import type { NamedBytes } from '../io/opened-file.ts';
import { isImportProblem, type ImportedText } from '../io/problem.ts';
import type { ImportSession, TakenEvent } from './attention-import.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { panelStyle } from './styles/panel.ts';

interface Report {
  readonly state: 'good' | 'bad' | 'reading';
  readonly lines: readonly string[];
}

/** A person's own words, and a person's own attention. */
export class AttentionInputPanel extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    report: { state: true },
    session: { state: true },
  };
  declare private report: Report | null;
  /** A file of which it is asked what is meant. */
  declare private session: ImportSession | null;
  private reader: Promise<ImportReader> | null = null;
  private turn = 0;

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
      .report.reading {
        color: var(--text-muted);
        background: var(--sunken);
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
    this.session = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endReading();
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
              >${input.chooseFile}<input
                type="file"
                multiple
                accept=".npy,.npz,.safetensors,.csv,.tsv,.json,.html,.js,.txt,text/*"
                @change=${this.onFile}
            /></label>
          </div>
        </div>
        ${
          this.report
            ? html`<div class="report ${this.report.state}" role="status">
                ${this.report.lines.map((line) => html`<p>${line}</p>`)}
              </div>`
            : nothing
        }
      </div>
      ${
        this.session
          ? html`<attention-import
              .playground=${this.playground}
              .session=${this.session}
              @taken=${this.onTaken}
              @cancelled=${this.endReading}
            ></attention-import>`
          : nothing
      }
    </section>`;
  }

  /** Reads what was dropped, chosen or pasted; shows it, asks what of it is meant, or says in one message why not. What was there stays. */
  async bring(files: readonly File[] | string): Promise<void> {
    const { messages } = this;
    const turn = ++this.turn;
    const isOvertaken = (): boolean => turn !== this.turn;
    this.session = null;
    const name = typeof files === 'string' ? '' : files.map((file) => file.name).join(', ');
    this.report = { state: 'reading', lines: [messages.importing.reading(name)] };
    const refuse = (line: string): void => void (this.report = { state: 'bad', lines: [line] });
    try {
      const { bytesOf, createImportReader } = await import('../io/import-reader.ts');
      const bytes = typeof files === 'string' ? [textBytes(files)] : await bytesOf(files);
      if (isOvertaken()) return;
      if (isImportProblem(bytes)) {
        refuse(messages.importProblem(bytes));
        return;
      }
      this.reader ??= createImportReader();
      const reader = await this.reader;
      const opened = await reader.open(bytes);
      if (isOvertaken()) return;
      if (isImportProblem(opened)) refuse(messages.importProblem(opened));
      else if (opened.alignments) this.showAlignments(opened.alignments);
      else {
        await import('./attention-import.ts');
        if (isOvertaken()) return;
        this.report = null;
        this.session = { reader, outline: opened.outline, name };
        return;
      }
      // Nothing more is wanted of it: what it holds goes with it.
      this.endReading();
    } catch {
      // A part of the page that could not be loaded.
      if (!isOvertaken()) refuse(messages.importProblem({ code: 'readingFailed' }));
    }
  }

  private showAlignments({ alignments, notes, format }: ImportedText): void {
    const { messages } = this;
    const heading = messages.input.imported(alignments.length, format);
    this.show(alignments, [heading, ...notes.slice(0, 4).map((note) => messages.importNote(note))]);
  }

  /** Shows sentences on the stage and says so, or says why they can't be. */
  private show(sentences: readonly ImportedSentence[], lines: readonly string[]): boolean {
    const { messages, store } = this;
    store.importAlignments(sentences);
    const refusal = store.notices.peek().find(({ code }) => code === 'sceneRefused');
    if (refusal) {
      // Said here, where the file was brought, and not in two places.
      store.dismissNotice(refusal.id);
      this.report = { state: 'bad', lines: [messages.notice(refusal)] };
      return false;
    }
    this.report = { state: 'good', lines };
    return true;
  }

  private readonly onTaken = async (event: TakenEvent): Promise<void> => {
    const { importedSentence } = await import('../model/imported-sentence.ts');
    const sentence = importedSentence(event.attention);
    const { input } = this.messages;
    if (this.show([sentence], [input.imported(1, this.session?.outline.format ?? '')])) this.endReading();
  };

  /** Lets go of the file and of the worker that holds it; what is not read yet will not be shown. */
  private readonly endReading = (): void => {
    this.turn++;
    if (this.report?.state === 'reading') this.report = null;
    this.session = null;
    void this.reader?.then((reader) => reader.dispose());
    this.reader = null;
  };

  private readonly onWords = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const field = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    if (this.report?.state === 'reading') this.endReading();
    this.report = null;
    this.store.setWords(field('source'), field('target'));
  };

  private readonly onRead = (): void => {
    void this.bring(this.renderRoot.querySelector('textarea')?.value ?? '');
  };

  /** A whole file pasted is read at once. */
  private readonly onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.includes('\n')) queueMicrotask(() => void this.bring(text));
  };

  private readonly onFile = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const files = [...(field.files ?? [])];
    if (files.length > 0) void this.bring(files);
    field.value = '';
  };
}

function textBytes(text: string): NamedBytes {
  return { name: '', bytes: new TextEncoder().encode(text) };
}

customElements.define('attention-input', AttentionInputPanel);
