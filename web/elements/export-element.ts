import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { exportMessagesFor, type ExportMessages } from '../locales/export.ts';
import { PlaygroundElement } from './playground-element.ts';
import { saveFile } from './save-file.ts';

/** A part of the export: it saves or copies, and says what came of it. */
export class ExportElement extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, said: { state: true } };
  declare protected said: string;

  constructor() {
    super();
    this.said = '';
  }

  protected get texts(): ExportMessages {
    return exportMessagesFor(this.store.outline.value.lang);
  }

  protected saidLine(): TemplateResult {
    return html`<p class="said small muted" role="status">${this.said}</p>`;
  }

  /** `attention-student-weights.csv` */
  protected save(what: string, ending: string, content: Blob): void {
    const name = `attention-${this.store.scene.value.id}${what === '' ? '' : `-${what}`}.${ending}`;
    saveFile(name, content);
    this.said = this.texts.saved(name);
  }

  protected async copy(text: string): Promise<void> {
    await this.copyBy(() => navigator.clipboard.writeText(text));
  }

  /** A page in a frame, and some browsers, may not write to the clipboard. */
  protected async copyBy(write: () => Promise<void>): Promise<void> {
    try {
      await write();
      this.said = this.texts.copied;
    } catch {
      this.said = this.texts.notCopied;
    }
  }
}
