import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AttentionEmbedding } from './attention-embedding.ts';
import type { AttentionInputPanel } from './attention-input.ts';
import { FileDrop } from './file-drop.ts';
import { PlaygroundHost } from './playground-host.ts';
import { PlaygroundKeys } from './playground-keys.ts';
import { base } from './styles/base.ts';
import { darkTokens, paletteTokens, tokens } from './styles/tokens.ts';
import { shellStyle } from './styles/shell.ts';
import { EditEntryEvent } from './value-editing.ts';
import type { NumberEditor } from './number-editor.ts';
import './attention-arithmetic.ts';
import './attention-controls.ts';
import './attention-engine-panel.ts';
import './attention-examples.ts';
import './attention-map-section.ts';
import './attention-notices.ts';
import './attention-plane.ts';
import './attention-patterns-section.ts';
import './attention-profile-section.ts';
import './attention-stage.ts';
import './attention-table.ts';
import './attention-transport.ts';
import './number-editor.ts';

type Drawer = 'examples' | 'input' | 'export' | null;

/** The whole playground: one store, one stage, panels beside it. Gets `ready` once a score can be changed. */
export class AttentionPlayground extends PlaygroundHost {
  static override properties: PropertyDeclarations = {
    ...PlaygroundHost.properties,
    drawer: { state: true },
    hasCopied: { state: true },
    shownLink: { state: true },
    hasInputFailed: { state: true },
    embedding: { state: true },
    exportState: { state: true },
  };
  declare private drawer: Drawer;
  declare private hasCopied: boolean;
  declare private shownLink: string | null;
  declare private hasInputFailed: boolean;
  /** The dialog that embeds, which is fetched with its first use. */
  declare private embedding: 'unused' | 'ready' | 'failed';
  declare private exportState: 'loading' | 'ready' | 'failed';

  private readonly fileDrop = new FileDrop(
    this,
    // Without the button of the panel, nobody could close it.
    () =>
      this.store.outline.peek().isReadonly ||
      !this.hasAttribute('ready') ||
      !this.isShown('header') ||
      !this.isShown('input'),
    (dropped) => {
      // The panel opens to say what was read.
      this.drawer = 'input';
      void this.loadInput().then((panel) => panel?.bring(dropped));
    },
  );

  static override styles = [tokens, darkTokens, paletteTokens, base, shellStyle];

  constructor() {
    super();
    new PlaygroundKeys(
      this,
      () => this.isPage,
      (action) => this.store[action](),
    );
    this.drawer = null;
    this.hasCopied = false;
    this.shownLink = null;
    this.hasInputFailed = false;
    this.embedding = 'unused';
    this.exportState = 'loading';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.drawer === 'examples') this.playground.previews.request();
    this.addEventListener(EditEntryEvent.type, this.onEditEntry);
  }

  override render(): TemplateResult {
    const { store } = this;
    const { value, status } = store.attention.value;
    this.toggleAttribute('ready', value !== null);
    // In someone else's page what stands in the element is shown until there is more to see.
    if (value === null && !this.isPage) return this.beforeStart(status === 'failed');
    const hasStatic = !this.isPage && this.childElementCount > 0;
    return html`${hasStatic ? html`<slot></slot>` : nothing}
      <div class="shell ${this.isPage ? 'page' : 'embedded'} ${hasStatic ? 'screen-only' : ''}">
        ${this.header()} ${this.drawers()} ${this.linkByHand()}
        ${
          this.embedding === 'failed'
            ? html`<p class="small" role="status">${this.messages.header.embedFailed}</p>`
            : nothing
        }
        <attention-notices .playground=${this.playground}></attention-notices>
        ${this.mainPart()} ${this.sections()}
      </div>
      ${this.embedding === 'ready' ? html`<attention-embedding .playground=${this.playground}></attention-embedding>` : nothing}
      <number-editor .messages=${this.messages}></number-editor>
      ${this.fileDrop.isOver ? html`<div class="drop" aria-hidden="true"><p>${this.messages.input.dropHere}</p></div>` : nothing}`;
  }

  private isShown(part: string): boolean {
    return !this.store.outline.value.hide.includes(part);
  }

  private beforeStart(hasFailed: boolean): TemplateResult {
    const { messages, playground } = this;
    return html`<slot><p class="waiting small muted">${messages.status.loading}</p></slot>
      ${hasFailed ? html`<attention-notices .playground=${playground}></attention-notices>` : nothing}`;
  }

  private header(): TemplateResult | typeof nothing {
    const { messages, store } = this;
    const { view, theme, isReadonly } = store.outline.value;
    if (!this.isShown('header')) return nothing;
    return html`<div class="header" part="header" role=${this.isPage ? 'banner' : nothing}>
      ${
        this.isPage
          ? html`<div class="brand">
              <h1>${messages.title}</h1>
              <p class="small muted">${messages.tagline}</p>
            </div>`
          : nothing
      }
      <div class="tools">
        ${isReadonly ? nothing : html`${this.drawerButton('examples')} ${this.drawerButton('input')} ${this.changeButtons()}`}
        <span class="group">
          <button
            aria-pressed=${view === 'table'}
            @click=${() => store.setView(view === 'table' ? 'picture' : 'table')}
          >
            ${messages.header.table}
          </button>
          ${this.drawerButton('export')}
          ${
            this.isPage
              ? html`<button title=${messages.header.copyLinkHint} @click=${this.onCopyLink}>
                    ${this.hasCopied ? messages.header.linkCopied : messages.header.copyLink}
                  </button>
                  <button title=${messages.header.embedHint} aria-haspopup="dialog" @click=${this.onEmbed}>
                    ${messages.header.embed}
                  </button>
                  <button
                    aria-label="${messages.header.theme}: ${messages.header.themes[theme]}"
                    title="${messages.header.theme}: ${messages.header.themes[theme]}"
                    @click=${() => store.setTheme(theme === 'auto' ? 'dark' : theme === 'dark' ? 'light' : 'auto')}
                  >
                    ${{ auto: '◐', dark: '●', light: '○' }[theme]}
                  </button>`
              : nothing
          }
        </span>
      </div>
    </div>`;
  }

  private drawerButton(drawer: Exclude<Drawer, null>): TemplateResult | typeof nothing {
    if (!this.isShown(drawer)) return nothing;
    return html`<button
      aria-expanded=${this.drawer === drawer}
      aria-controls="drawer"
      @click=${() => this.toggle(drawer)}
    >
      ${this.messages.header[drawer]} ▾
    </button>`;
  }

  private changeButtons(): TemplateResult {
    const { messages, store } = this;
    return html`<span class="group">
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
    </span>`;
  }

  private drawers(): TemplateResult {
    const { messages, playground } = this;
    return html`<section
      id="drawer"
      class="drawer"
      part="drawer"
      aria-label=${messages.header[this.drawer ?? 'input']}
      ?hidden=${this.drawer === null}
      @keydown=${this.onDrawerKey}
      @chosen=${this.closeDrawer}
    >
      <attention-examples .playground=${playground} ?hidden=${this.drawer !== 'examples'}></attention-examples>
      <attention-input .playground=${playground} ?hidden=${this.drawer !== 'input'}></attention-input>
      ${
        this.hasInputFailed && this.drawer === 'input'
          ? html`<p class="small" role="status">${messages.input.failedToLoad}</p>`
          : nothing
      }
      ${this.drawer === 'export' && this.isShown('export') ? this.exportPanel() : nothing}
    </section>`;
  }

  private exportPanel(): TemplateResult {
    const { messages, playground } = this;
    if (this.exportState === 'ready') {
      return html`<attention-export .playground=${playground} .hasLink=${this.isPage}></attention-export>`;
    }
    const { failedToLoad, loading } = messages.exportDrawer;
    return html`<p class="small muted" role="status">${this.exportState === 'failed' ? failedToLoad : loading}</p>`;
  }

  private linkByHand(): TemplateResult | typeof nothing {
    if (this.shownLink === null) return nothing;
    return html`<label class="link small"
      >${this.messages.header.copyByHand}<input
        type="text"
        readonly
        .value=${this.shownLink}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
    /></label>`;
  }

  private mainPart(): TemplateResult {
    const { messages, playground, store } = this;
    const { view, isReadonly } = store.outline.value;
    return html`<div class="main" role=${this.isPage ? 'main' : nothing}>
      ${
        this.isShown('controls') && !isReadonly
          ? html`<attention-controls class="controls" part="controls" .playground=${playground}></attention-controls>`
          : nothing
      }
      <div class="stage" part="stage">
        <div class="heading">
          <p class="origin small muted">${messages.origin[store.scene.value.origin]}</p>
          ${this.sentenceChoice()}
        </div>
        ${
          view === 'table'
            ? html`<attention-table .playground=${playground}></attention-table>`
            : html`<attention-stage .playground=${playground}></attention-stage>`
        }
        ${
          view === 'picture' && this.isShown('transport')
            ? html`<attention-transport
                class="transport"
                part="transport"
                .playground=${playground}
              ></attention-transport>`
            : nothing
        }
      </div>
      ${this.aside()}
    </div>`;
  }

  private aside(): TemplateResult | typeof nothing {
    const { playground } = this;
    const parts = [
      this.isShown('plane') && html`<attention-plane part="plane" .playground=${playground}></attention-plane>`,
      this.isShown('arithmetic') &&
        html`<attention-arithmetic part="arithmetic" .playground=${playground}></attention-arithmetic>`,
      this.isShown('engine') &&
        html`<attention-engine-panel part="engine" .playground=${playground}></attention-engine-panel>`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? html`<aside>${parts}</aside>` : nothing;
  }

  private sentenceChoice(): TemplateResult | typeof nothing {
    const { messages, store } = this;
    const { sentenceCount, sentenceIndex } = store.current.value;
    if (sentenceCount <= 1) return nothing;
    return html`<label class="small"
      >${messages.examples.chooseSentence}
      <select @change=${(event: Event) => store.chooseSentence(Number((event.target as HTMLSelectElement).value))}>
        ${Array.from(
          { length: sentenceCount },
          (_, index) =>
            html`<option value=${index} .selected=${index === sentenceIndex}>
              ${messages.examples.sentence(index + 1, sentenceCount)}: ${this.excerpt(index)}
            </option>`,
        )}
      </select></label
    >`;
  }

  private sections(): TemplateResult {
    const { playground } = this;
    return html`${this.isShown('patterns') ? html`<attention-patterns-section part="patterns" .playground=${playground}></attention-patterns-section>` : nothing}
    ${this.isShown('map') ? html`<attention-map-section part="map" .playground=${playground}></attention-map-section>` : nothing}
    ${this.isShown('profile') ? html`<attention-profile-section part="profile" .playground=${playground}></attention-profile-section>` : nothing}`;
  }

  private excerpt(index: number): string {
    const words = this.store.scene.value.sentences[index]?.source.map(({ text }) => text) ?? [];
    return words.length > 6 ? `${words.slice(0, 6).join(' ')} …` : words.join(' ');
  }

  private toggle(drawer: Exclude<Drawer, null>): void {
    this.drawer = this.drawer === drawer ? null : drawer;
    if (this.drawer === 'examples') this.playground.previews.request();
    if (this.drawer === 'input') void this.loadInput();
    if (this.drawer === 'export') void this.loadExport();
  }

  private readonly onDrawerKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Not for a dialog around it.
    event.preventDefault();
    this.closeDrawer();
  };

  /** What had the focus goes out of sight, so the focus goes back to where it came from. */
  private readonly closeDrawer = (): void => {
    const opener = this.renderRoot.querySelector<HTMLElement>('[aria-controls=drawer][aria-expanded=true]');
    this.drawer = null;
    opener?.focus();
  };

  /** The reader of files is fetched with the first use of its panel; null where that failed, which the panel's place says. */
  private async loadInput(): Promise<AttentionInputPanel | null> {
    try {
      await import('./attention-input.ts');
      this.hasInputFailed = false;
      return this.renderRoot.querySelector<AttentionInputPanel>('attention-input');
    } catch {
      this.hasInputFailed = true;
      return null;
    }
  }

  private async loadExport(): Promise<void> {
    if (this.exportState !== 'ready') this.exportState = 'loading';
    try {
      await import('./attention-export.ts');
      this.exportState = 'ready';
    } catch {
      this.exportState = 'failed';
    }
  }

  private readonly onEditEntry = (event: Event): void => {
    if (!(event instanceof EditEntryEvent)) return;
    const { array, row, column } = event.entry;
    this.renderRoot
      .querySelector<NumberEditor>('number-editor')
      ?.open(event, (value) => this.store.setEntry(array, row, column, value));
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

  private readonly onEmbed = async (): Promise<void> => {
    const dialog = this.renderRoot.querySelector<AttentionEmbedding>('attention-embedding');
    if (dialog) {
      dialog.open();
      return;
    }
    try {
      await import('./attention-embedding.ts');
      this.embedding = 'ready';
    } catch {
      this.embedding = 'failed';
    }
  };
}

customElements.define('attention-playground', AttentionPlayground);
