import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { browserAddress, detachedAddress, type AddressPort } from '../state/address-port.ts';
import { createPlayground } from '../state/playground.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { darkTokens, tokens } from './styles/tokens.ts';
import { shellStyle } from './styles/shell.ts';
import { EditEntryEvent } from './value-editing.ts';
import type { AttentionInputPanel } from './attention-input.ts';
import type { NumberEditor } from './number-editor.ts';
import './attention-arithmetic.ts';
import './attention-controls.ts';
import './attention-engine-panel.ts';
import './attention-examples.ts';
import './attention-input.ts';
import './attention-map-section.ts';
import './attention-notices.ts';
import './attention-plane.ts';
import './attention-patterns-section.ts';
import './attention-profile-section.ts';
import './attention-stage.ts';
import './attention-table.ts';
import './attention-transport.ts';
import './number-editor.ts';

type Drawer = 'examples' | 'input' | null;

/** The whole playground: one store, one stage, panels beside it. Gets `ready` once a score can be changed. */
export class AttentionPlayground extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    drawer: { state: true },
    isDropTarget: { state: true },
    hasCopied: { state: true },
    shownLink: { state: true },
  };
  declare private drawer: Drawer;
  declare private isDropTarget: boolean;
  declare private hasCopied: boolean;
  declare private shownLink: string | null;

  static override styles = [tokens, darkTokens, base, shellStyle];

  constructor() {
    super();
    this.drawer = null;
    this.isDropTarget = false;
    this.hasCopied = false;
    this.shownLink = null;
  }

  override connectedCallback(): void {
    this.playground = createPlayground(this.addressPort());
    super.connectedCallback();
    this.addEventListener('dragover', this.onDragOver);
    this.addEventListener('dragleave', this.onDragLeave);
    this.addEventListener('drop', this.onDrop);
    this.addEventListener(EditEntryEvent.type, this.onEditEntry);
    window.addEventListener('keydown', this.onShortcut);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.onShortcut);
    this.store.dispose();
    this.removeAttribute('ready');
  }

  override render(): TemplateResult {
    const { messages, playground, store } = this;
    const { view, theme, hide } = store.outline.value;
    const { sentenceCount, sentenceIndex } = store.current.value;
    const isShown = (part: string): boolean => !hide.includes(part);
    if (this.getAttribute('theme') !== theme) this.setAttribute('theme', theme);
    this.toggleAttribute('ready', store.attention.value.value !== null);
    return html`
      <header>
        <div class="brand">
          <h1>${messages.title}</h1>
          <p class="small muted">${messages.tagline}</p>
        </div>
        <div class="tools">
          ${
            isShown('examples')
              ? html`<button
                  aria-expanded=${this.drawer === 'examples'}
                  aria-controls="drawer"
                  @click=${() => this.toggle('examples')}
                >
                  ${messages.header.examples} ▾
                </button>`
              : nothing
          }
          ${
            isShown('input')
              ? html`<button
                  aria-expanded=${this.drawer === 'input'}
                  aria-controls="drawer"
                  @click=${() => this.toggle('input')}
                >
                  ${messages.header.input} ▾
                </button>`
              : nothing
          }
          <span class="group">
            <button
              aria-label=${messages.header.undo}
              title=${messages.header.undo}
              ?disabled=${!store.canUndo.value}
              @click=${() => store.undo()}
            >
              ↶
            </button>
            <button
              aria-label=${messages.header.redo}
              title=${messages.header.redo}
              ?disabled=${!store.canRedo.value}
              @click=${() => store.redo()}
            >
              ↷
            </button>
            <button title=${messages.header.resetAllHint} @click=${() => store.resetAll()}>
              ${messages.header.resetAll}
            </button>
          </span>
          <span class="group">
            <button
              aria-pressed=${view === 'table'}
              @click=${() => store.setView(view === 'table' ? 'picture' : 'table')}
            >
              ${messages.header.table}
            </button>
            <button title=${messages.header.copyLinkHint} @click=${this.onCopyLink}>
              ${this.hasCopied ? messages.header.linkCopied : messages.header.copyLink}
            </button>
            <button
              aria-label="${messages.header.theme}: ${messages.header.themes[theme]}"
              title="${messages.header.theme}: ${messages.header.themes[theme]}"
              @click=${() => store.setTheme(theme === 'auto' ? 'dark' : theme === 'dark' ? 'light' : 'auto')}
            >
              ${{ auto: '◐', dark: '●', light: '○' }[theme]}
            </button>
          </span>
        </div>
      </header>
      <section
        id="drawer"
        class="drawer"
        aria-label=${this.drawer === 'examples' ? messages.header.examples : messages.header.input}
        ?hidden=${this.drawer === null}
        @keydown=${(event: KeyboardEvent) => (event.key === 'Escape' ? this.closeDrawer() : undefined)}
        @chosen=${this.closeDrawer}
      >
        <attention-examples .playground=${playground} ?hidden=${this.drawer !== 'examples'}></attention-examples>
        <attention-input .playground=${playground} ?hidden=${this.drawer !== 'input'}></attention-input>
      </section>
      ${
        this.shownLink === null
          ? nothing
          : html`<label class="link small"
              >${messages.header.copyByHand}<input
                type="text"
                readonly
                .value=${this.shownLink}
                @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
            /></label>`
      }
      <attention-notices .playground=${playground}></attention-notices>
      <main>
        ${isShown('controls') ? html`<attention-controls class="controls" .playground=${playground}></attention-controls>` : nothing}
        <div class="stage">
          <div class="heading">
            <p class="origin small muted">${messages.origin[store.scene.value.origin]}</p>
            ${
              sentenceCount > 1
                ? html`<label class="small"
                    >${messages.examples.chooseSentence}
                    <select
                      @change=${(event: Event) => store.chooseSentence(Number((event.target as HTMLSelectElement).value))}
                    >
                      ${Array.from(
                        { length: sentenceCount },
                        (_, index) =>
                          html`<option value=${index} .selected=${index === sentenceIndex}>
                            ${messages.examples.sentence(index + 1, sentenceCount)}: ${this.excerpt(index)}
                          </option>`,
                      )}
                    </select></label
                  >`
                : nothing
            }
          </div>
          ${
            view === 'table'
              ? html`<attention-table .playground=${playground}></attention-table>`
              : html`<attention-stage .playground=${playground}></attention-stage>`
          }
          ${
            view === 'picture' && isShown('transport')
              ? html`<attention-transport class="transport" .playground=${playground}></attention-transport>`
              : nothing
          }
        </div>
        <aside>
          ${isShown('plane') ? html`<attention-plane .playground=${playground}></attention-plane>` : nothing}
          ${isShown('arithmetic') ? html`<attention-arithmetic .playground=${playground}></attention-arithmetic>` : nothing}
          ${isShown('engine') ? html`<attention-engine-panel .playground=${playground}></attention-engine-panel>` : nothing}
        </aside>
      </main>
      ${isShown('patterns') ? html`<attention-patterns-section .playground=${playground}></attention-patterns-section>` : nothing}
      ${isShown('map') ? html`<attention-map-section .playground=${playground}></attention-map-section>` : nothing}
      ${isShown('profile') ? html`<attention-profile-section .playground=${playground}></attention-profile-section>` : nothing}
      <number-editor .messages=${messages}></number-editor>
      ${this.isDropTarget ? html`<div class="drop" aria-hidden="true"><p>${messages.input.dropHere}</p></div>` : nothing}
    `;
  }

  /** Only the page of the playground itself keeps the state in its address: elsewhere the address is not ours. */
  private addressPort(): AddressPort {
    return this.hasAttribute('keeps-address') ? browserAddress() : detachedAddress();
  }

  private excerpt(index: number): string {
    const words = this.store.scene.value.sentences[index]?.source.map(({ text }) => text) ?? [];
    return words.length > 6 ? `${words.slice(0, 6).join(' ')} …` : words.join(' ');
  }

  private toggle(drawer: Exclude<Drawer, null>): void {
    this.drawer = this.drawer === drawer ? null : drawer;
    if (this.drawer === 'examples') this.playground.previews.request();
  }

  /** What had the focus goes out of sight, so the focus goes back to where it came from. */
  private readonly closeDrawer = (): void => {
    const opener = this.renderRoot.querySelector<HTMLElement>('[aria-controls=drawer][aria-expanded=true]');
    this.drawer = null;
    opener?.focus();
  };

  private get inputPanel(): AttentionInputPanel | null {
    return this.renderRoot.querySelector('attention-input');
  }

  private readonly onEditEntry = (event: Event): void => {
    if (!(event instanceof EditEntryEvent)) return;
    const { array, row, column } = event.entry;
    this.renderRoot
      .querySelector<NumberEditor>('number-editor')
      ?.open(event, (value) => this.store.setEntry(array, row, column, value));
  };

  private readonly onShortcut = (event: KeyboardEvent): void => {
    const isTyping = event
      .composedPath()
      .some((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.store.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.store.redo();
    else return;
    event.preventDefault();
  };

  private readonly onCopyLink = async (): Promise<void> => {
    const link = this.store.linkTo();
    try {
      await navigator.clipboard.writeText(link);
      this.shownLink = null;
      this.hasCopied = true;
      setTimeout(() => (this.hasCopied = false), 2000);
    } catch {
      // No clipboard, or a frame that may not write to it: the link is shown to be copied by hand.
      this.shownLink = link;
    }
  };

  private readonly onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain')) return;
    event.preventDefault();
    this.isDropTarget = true;
  };

  private readonly onDragLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.isDropTarget = false;
  };

  private readonly onDrop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    event.preventDefault();
    this.isDropTarget = false;
    if (files.length === 0 && text === '') return;
    // The panel opens to say what was read; it stays in the page, so reading does not wait for it.
    this.drawer = 'input';
    void this.inputPanel?.bring(files.length > 0 ? files : text);
  };
}

customElements.define('attention-playground', AttentionPlayground);
