import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { baseAddress } from '../io/embedding/base-address.ts';
import type { Embedding, StillTable } from '../io/embedding/embedding.ts';
import { oneFileWith } from '../io/embedding/one-file.ts';
import { embeddingWays, oneFileName, type EmbeddingWay } from '../io/embedding/ways.ts';
import { embeddingMessagesFor, type EmbeddingMessages } from '../locales/embedding.ts';
import { writeAddress } from '../state/settings-address.ts';
import type { Settings } from '../state/settings.ts';
import { formatWeight } from '../views/format-number.ts';
import { PlaygroundElement } from './playground-element.ts';
import { stillPicture } from './still-picture.ts';
import { base } from './styles/base.ts';
import { embeddingStyle } from './styles/embedding.ts';
import { pillsStyle } from './styles/pills.ts';

/** What a course page seldom needs. */
const firstHidden = ['engine', 'patterns', 'map', 'profile'];
const heights = { lowest: 100, highest: 10_000, first: 900 };

/** What happens in the preview is not meant for the playground around it. */
const eventsOfPreview = ['edit-entry', 'chosen', 'step-change', 'score-change', 'weights-change', 'error'];
const dragEvents = ['dragover', 'dragleave', 'drop'];

/** The dialog that makes what others paste into their pages, of what is shown now. It opens with its first drawing. */
export class AttentionEmbedding extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    isOpen: { state: true },
    way: { state: true },
    hide: { state: true },
    step: { state: true },
    theme: { state: true },
    isReadonly: { state: true },
    heightText: { state: true },
    baseText: { state: true },
    copying: { state: true },
    downloading: { state: true },
  };
  declare private isOpen: boolean;
  declare private way: EmbeddingWay;
  declare private hide: readonly string[];
  /** Null: the one in view. */
  declare private step: number | null;
  declare private theme: Settings['theme'];
  declare private isReadonly: boolean;
  /** Null: as the content needs. */
  declare private heightText: string | null;
  declare private baseText: string;
  declare private copying: 'idle' | 'copied' | 'by hand';
  declare private downloading: 'idle' | 'pending' | 'failed';

  static override styles = [base, pillsStyle, embeddingStyle];

  constructor() {
    super();
    this.isOpen = true;
    this.way = embeddingWays[0];
    this.hide = firstHidden;
    this.step = null;
    this.theme = 'auto';
    this.isReadonly = false;
    this.heightText = null;
    // A page from a disk has no address that others could load from.
    this.baseText = isFromDisk() ? '' : new URL('.', document.baseURI).href;
    this.copying = 'idle';
    this.downloading = 'idle';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of [...eventsOfPreview, ...dragEvents]) this.addEventListener(type, stop);
  }

  /** Opens it anew, for the state as it is now. */
  open(): void {
    this.step = null;
    this.isOpen = true;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has('isOpen') && this.isOpen) this.dialog?.showModal();
  }

  /** Closed, it holds nothing: no preview that would follow every drag behind it. */
  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" @close=${() => (this.isOpen = false)}>
      ${this.isOpen ? this.content() : nothing}
    </dialog>`;
  }

  private content(): TemplateResult {
    const { texts } = this;
    return html`<div class="shell">
      <div class="heading">
        <h2 id="title">${texts.title}</h2>
        <button class="plain" aria-label=${texts.close} @click=${() => this.dialog?.close()}>✕</button>
        <p class="small muted">${texts.lead}</p>
      </div>
      <div class="parts">
        <div class="choosing">${this.wayChoice()} ${this.partChoice()} ${this.viewChoice()} ${this.baseChoice()}</div>
        <div class="outcome">${this.snippetPart()} ${this.previewPart()}</div>
      </div>
    </div>`;
  }

  private get texts(): EmbeddingMessages {
    return embeddingMessagesFor(this.store.outline.value.lang);
  }

  private get dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  /** What the choices say; null where one of them is refused, which stands beside it. */
  private embedding(): Embedding | null {
    const address = this.way.needsBase ? baseAddress(this.baseText) : '';
    const height = this.way.hasHeight ? this.height() : null;
    return address === null || height === undefined ? null : this.embeddingAt(address, height);
  }

  private embeddingAt(address: string, height: number | null): Embedding {
    const { hide, theme, isReadonly } = this;
    const settings: Settings = { ...this.store.settings.value, ...(this.step !== null && { step: this.step }) };
    return {
      base: address,
      state: writeAddress({ ...settings, hide: [], theme: 'auto', isReadonly: false }),
      address: writeAddress({ ...settings, hide, theme, isReadonly }),
      ...{ hide, theme, isReadonly, height },
      title: this.messages.title,
      still: this.still(settings.step),
      stillPicture: this.picture(settings.step),
    };
  }

  private still(step: number): StillTable | null {
    const computed = this.store.attention.value.value;
    const { source, target } = computed?.current.sentence ?? { source: [], target: [] };
    if (!computed || step >= target.length) return null;
    const { weights, keyCount } = computed.trace;
    return {
      caption: this.texts.caption(step + 1, target[step].text),
      source: source.map(({ text }) => text),
      weights: Array.from(weights.subarray(step * keyCount, (step + 1) * keyCount), (weight) => formatWeight(weight)),
    };
  }

  private picture(step: number): string | undefined {
    const computed = this.store.attention.value.value;
    const { host } = this.getRootNode() as ShadowRoot;
    const whose = { playground: this.playground, host, stageTexts: this.messages.stage };
    return computed ? stillPicture(whose, computed, step, this.theme === 'dark' ? 'dark' : 'light') : undefined;
  }

  /** Undefined: what was typed is none. */
  private height(): number | null | undefined {
    if (this.heightText === null) return null;
    const height = /^\s*\d+\s*$/.test(this.heightText) ? Number(this.heightText) : NaN;
    return height >= heights.lowest && height <= heights.highest ? height : undefined;
  }

  private wayChoice(): TemplateResult {
    const { texts } = this;
    return html`<fieldset>
      <legend>${texts.way}</legend>
      <div class="pills">
        ${embeddingWays.map(
          (way) =>
            html`<label
              ><input type="radio" name="way" .checked=${way === this.way} @change=${() => this.chooseWay(way)} /><span
                >${texts.ways[way.name].name}</span
              ></label
            >`,
        )}
      </div>
      <p class="small muted">${texts.ways[this.way.name].hint}</p>
    </fieldset>`;
  }

  private partChoice(): TemplateResult {
    const { texts } = this;
    const names = Object.keys(texts.partNames) as (keyof typeof texts.partNames)[];
    return html`<fieldset>
      <legend>${texts.parts}</legend>
      <div class="checks">
        ${names.map((name) =>
          check(texts.partNames[name], !this.hide.includes(name), (isShown) => {
            const hidden = new Set(this.hide);
            if (isShown) hidden.delete(name);
            else hidden.add(name);
            this.hide = names.filter((each) => hidden.has(each));
          }),
        )}
      </div>
    </fieldset>`;
  }

  private viewChoice(): TemplateResult {
    const { texts } = this;
    const { target } = this.store.current.value.sentence;
    const step = this.step ?? this.store.outline.value.step;
    const steps = target.map(({ text }, index) => [String(index), texts.stepName(index + 1, text)] as const);
    return html`<div class="fields">
        ${choice(texts.step, steps, String(step), (value) => (this.step = Number(value)))}
        ${choice(texts.theme, Object.entries(texts.themes), this.theme, (value) => (this.theme = value as typeof this.theme))}
        ${this.way.hasHeight ? this.heightChoice() : nothing}
      </div>
      ${check(texts.readonly, this.isReadonly, (isReadonly) => (this.isReadonly = isReadonly))}`;
  }

  private heightChoice(): TemplateResult {
    const { texts, heightText } = this;
    const isRefused = this.height() === undefined;
    return html`${choice(
      texts.height,
      Object.entries(texts.heights),
      heightText === null ? 'auto' : 'fixed',
      (value) => (this.heightText = value === 'auto' ? null : String(heights.first)),
    )}
    ${
      heightText === null
        ? nothing
        : html`<div class="field">
            <label for="pixels">${texts.pixels}</label>
            <input
              id="pixels"
              type="text"
              inputmode="numeric"
              aria-invalid=${isRefused}
              aria-describedby="pixels-problem"
              .value=${heightText}
              @input=${(event: Event) => (this.heightText = valueOf(event))}
            />
            <p class="problem" id="pixels-problem" role="alert">
              ${isRefused ? texts.pixelsRefused(heightText, heights.lowest, heights.highest) : nothing}
            </p>
          </div>`
    }`;
  }

  private baseChoice(): TemplateResult | typeof nothing {
    const { texts, baseText } = this;
    if (!this.way.needsBase) return nothing;
    const isRefused = baseAddress(baseText) === null;
    return html`<div class="field">
      <label for="base">${texts.base}</label>
      <input
        id="base"
        type="text"
        inputmode="url"
        spellcheck="false"
        dir="ltr"
        aria-invalid=${isRefused}
        aria-describedby="base-hint"
        .value=${baseText}
        @input=${(event: Event) => (this.baseText = valueOf(event))}
      />
      <p id="base-hint" class=${isRefused ? 'problem' : 'muted'} role="status">
        ${isRefused ? texts.baseRefused(baseText) : texts.baseHint}
      </p>
    </div>`;
  }

  private snippetPart(): TemplateResult {
    const { texts, copying } = this;
    const embedding = this.embedding();
    return html`<div>
      <div class="bar">
        <h3 id="snippet">${texts.snippet}</h3>
        <button class="primary" ?disabled=${embedding === null} @click=${this.onCopy}>
          ${copying === 'copied' ? texts.copied : texts.copy}
        </button>
      </div>
      <textarea
        readonly
        dir="ltr"
        spellcheck="false"
        aria-labelledby="snippet"
        .value=${embedding ? this.way.snippet(embedding) : ''}
      ></textarea>
      <p class="small muted" role="status">
        ${copying === 'by hand' ? texts.copyByHand : copying === 'copied' ? html`<span class="visually-hidden">${texts.copied}</span>` : nothing}
      </p>
      ${this.way.name === 'file' ? this.downloadPart() : nothing}
    </div>`;
  }

  private downloadPart(): TemplateResult {
    const { texts, downloading } = this;
    if (isFromDisk()) return html`<p class="small muted">${texts.downloadHere}</p>`;
    return html`<div>
      <button ?disabled=${downloading === 'pending'} @click=${this.onDownload}>
        ${downloading === 'pending' ? texts.downloading : texts.download}
      </button>
      <p class="problem" role="status">${downloading === 'failed' ? texts.downloadFailed : nothing}</p>
    </div>`;
  }

  private previewPart(): TemplateResult {
    const { texts } = this;
    const { state, address, hide, theme, isReadonly, height } = this.embeddingAt('', this.height() ?? null);
    const isFrame = this.way.name === 'frame' && !isFromDisk();
    return html`<div>
      <h3>${texts.preview}</h3>
      <div class="preview" role="group" aria-label=${texts.preview}>
        ${
          isFrame
            ? html`<iframe
                title=${this.messages.title}
                src="${new URL('embed.html', document.baseURI).href}#${address}"
                height=${height ?? nothing}
                allow="clipboard-write; cross-origin-isolated"
              ></iframe>`
            : html`<attention-playground
                state=${state}
                hide=${hide.length > 0 ? hide.join(',') : nothing}
                theme=${theme}
                ?readonly=${isReadonly}
              ></attention-playground>`
        }
      </div>
    </div>`;
  }

  private chooseWay(way: EmbeddingWay): void {
    this.way = way;
    this.copying = 'idle';
    this.downloading = 'idle';
  }

  private readonly onCopy = async (): Promise<void> => {
    const field = this.renderRoot.querySelector('textarea')!;
    try {
      await navigator.clipboard.writeText(field.value);
      this.copying = 'copied';
      setTimeout(() => (this.copying = 'idle'), 2000);
    } catch {
      // No clipboard, or a frame that may not write to it.
      this.copying = 'by hand';
      field.focus();
      field.select();
    }
  };

  /** The file as the site has it, opening with what is shown here. */
  private readonly onDownload = async (): Promise<void> => {
    this.downloading = 'pending';
    try {
      const response = await fetch(new URL(oneFileName, document.baseURI));
      const file = response.ok ? oneFileWith(await response.text(), this.embeddingAt('', null).address) : null;
      if (file === null) throw new Error(`The server answered ${response.status}.`);
      const address = URL.createObjectURL(new Blob([file], { type: 'text/html' }));
      const link = Object.assign(document.createElement('a'), { href: address, download: oneFileName });
      link.click();
      // The browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      this.downloading = 'idle';
    } catch {
      this.downloading = 'failed';
    }
  };
}

const isFromDisk = (): boolean => location.protocol === 'file:';
const stop = (event: Event): void => event.stopPropagation();
const valueOf = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

function check(name: string, isChecked: boolean, set: (isChecked: boolean) => void): TemplateResult {
  return html`<label class="check"
    ><input
      type="checkbox"
      .checked=${isChecked}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
    />${name}</label
  >`;
}

function choice(
  name: string,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string,
  choose: (value: string) => unknown,
): TemplateResult {
  return html`<label class="field"
    >${name}
    <select @change=${(event: Event) => choose(valueOf(event))}>
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select></label
  >`;
}

customElements.define('attention-embedding', AttentionEmbedding);
