import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { PixelAnimation } from '../io/export/animation.ts';
import type { ComputedAttention } from '../state/store.ts';
import { timelineEnd } from '../timeline/frame.ts';
import { drawPicture } from '../views/picture/canvas.ts';
import type { Picture } from '../views/picture/marks.ts';
import { toSvg } from '../views/picture/svg.ts';
import { ExportElement } from './export-element.ts';
import { shownTheme } from './picture-colours.ts';
import { longestSide, pixelsOf, pngFile, svgFile } from './picture-file.ts';
import {
  makePicture,
  pictureBackgrounds,
  pictureNames,
  pictureThemes,
  picturesOf,
  type PictureChoice,
  type PictureHost,
} from './picture-maker.ts';
import { base } from './styles/base.ts';
import { exportStyle } from './styles/export.ts';
import { pillsStyle } from './styles/pills.ts';

const scales = [1, 2, 3, 4] as const;
/** Pixels on a side: larger animations are slow to make and to show. */
const widestAnimation = 1600;
/** Frames a second; a GIF counts in hundredths of a second. */
const frameRates = { gif: 12.5, webm: 25 } as const;
/** How long the end of an animation stands. */
const restMilliseconds = 1600;

/** The picture as it will be saved, what it shows, and the files that it can become. */
export class AttentionExportPicture extends ExportElement {
  static override properties: PropertyDeclarations = {
    ...ExportElement.properties,
    chosen: { state: true },
    scale: { state: true },
    running: { state: true },
    hasVideo: { state: true },
  };
  declare private chosen: Partial<Omit<PictureChoice, 'time'>>;
  declare private scale: number;
  /** The share of an animation that is made; null where none is. */
  declare private running: number | null;
  declare private hasVideo: boolean;
  private cancelling: AbortController | null = null;
  private picture: Picture | null = null;

  static override styles = [
    base,
    pillsStyle,
    exportStyle,
    css`
      .parts {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr);
        gap: 16px 32px;
        align-items: start;
      }
      .choices {
        display: grid;
        gap: 12px;
      }
      .preview {
        display: grid;
        place-items: center;
        max-block-size: 520px;
        padding: 12px;
        overflow: auto;
        background: var(--sunken);
        border-radius: var(--radius);
      }
      canvas {
        display: block;
        max-inline-size: 100%;
        max-block-size: 496px;
      }
      progress {
        inline-size: 140px;
        accent-color: var(--accent);
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
    this.chosen = {};
    this.scale = 2;
    this.running = null;
    this.hasVideo = 'VideoEncoder' in globalThis;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancelling?.abort();
  }

  override render(): TemplateResult {
    const { texts } = this;
    const computed = this.store.attention.value.value;
    if (!computed) return html`<p class="small muted">${texts.waiting}</p>`;
    const choice = this.choice();
    const picture = makePicture(this.whose, computed, choice);
    this.picture = picture;
    return html`<section aria-labelledby="title">
      <h2 id="title">${texts.picture}</h2>
      <div class="parts">
        <div class="preview">
          <canvas role="img" aria-label=${texts.preview(picture.title, picture.description)}></canvas>
        </div>
        <div class="choices">
          ${this.pills('picture', texts.shows, pictureNames, texts.pictures, choice.picture)}
          ${this.pills('theme', texts.colours, pictureThemes, texts.themes, choice.theme)}
          ${this.pills('background', texts.background, pictureBackgrounds, texts.backgrounds, choice.background)}
          <label class="check"
            ><input
              type="checkbox"
              .checked=${choice.isSelectionMarked}
              @change=${(event: Event) => this.choose({ isSelectionMarked: (event.target as HTMLInputElement).checked })}
            />${texts.selection}</label
          >
          ${this.sizes(picture)}
          <div class="actions">
            <button class="primary" @click=${() => this.save('', 'svg', svgFile(picture))}>
              ${texts.saveAs('SVG')}
            </button>
            <button class="primary" @click=${() => this.onPng(picture)}>${texts.saveAs('PNG')}</button>
            <button @click=${() => this.copy(toSvg(picture))}>${texts.copySvg}</button>
            <button @click=${() => this.onCopyPng(picture)}>${texts.copyPng}</button>
          </div>
          ${this.animation(computed)} ${this.saidLine()}
        </div>
      </div>
    </section>`;
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !this.picture) return;
    const scale = Math.min(2, longestSide / Math.max(this.picture.width, this.picture.height));
    [canvas.width, canvas.height] = pixelsOf(this.picture, scale);
    const context = canvas.getContext('2d');
    if (context) drawPicture(context, this.picture, scale);
    canvas.style.inlineSize = `${this.picture.width}px`;
  }

  private choice(): PictureChoice {
    return {
      picture: 'heatmap',
      theme: shownTheme(this.host, this.store.outline.value.theme),
      background: 'page',
      isSelectionMarked: true,
      ...this.chosen,
      time: this.chosen.picture === 'stage' ? this.store.frame.value.time : timelineEnd,
    };
  }

  /** The playground, whose colours and theme they are. */
  private get host(): Element {
    let root = this.getRootNode();
    while (root instanceof ShadowRoot && root.host.localName !== 'attention-playground') root = root.host.getRootNode();
    return root instanceof ShadowRoot ? root.host : this;
  }

  private get whose(): PictureHost {
    return { playground: this.playground, host: this.host, stageTexts: this.messages.stage };
  }

  private choose(change: Partial<PictureChoice>): void {
    this.chosen = { ...this.chosen, ...change };
  }

  private pills<Name extends 'picture' | 'theme' | 'background'>(
    name: Name,
    title: string,
    values: readonly PictureChoice[Name][],
    texts: Readonly<Record<PictureChoice[Name], string>>,
    current: PictureChoice[Name],
  ): TemplateResult {
    return html`<fieldset>
      <legend>${title}</legend>
      <div class="pills">
        ${values.map(
          (value) =>
            html`<label
              ><input
                type="radio"
                name=${name}
                .checked=${value === current}
                @change=${() => this.choose({ [name]: value })}
              /><span>${texts[value]}</span></label
            >`,
        )}
      </div>
    </fieldset>`;
  }

  private sizes(picture: Picture): TemplateResult {
    const { texts } = this;
    return html`<label class="field"
      >${texts.size}<select
        @change=${(event: Event) => (this.scale = Number((event.target as HTMLSelectElement).value))}
      >
        ${scales.map(
          (scale) =>
            html`<option value=${scale} .selected=${scale === this.scale}>
              ${texts.sizes(scale, ...pixelsOf(picture, scale))}
            </option>`,
        )}
      </select></label
    >`;
  }

  private animation(computed: ComputedAttention): TemplateResult {
    const { texts, running } = this;
    return html`<fieldset>
      <legend>${texts.animation}</legend>
      <div class="actions">
        ${
          running === null
            ? html`<button @click=${() => this.onAnimation('gif', computed)}>${texts.saveAs('GIF')}</button>
                ${this.hasVideo ? html`<button @click=${() => this.onAnimation('webm', computed)}>${texts.saveAs('WebM')}</button>` : nothing}`
            : html`<progress max="1" .value=${running} aria-label=${texts.animation}></progress>
                <span class="small muted">${texts.animating(running)}</span>
                <button @click=${() => this.cancelling?.abort()}>${texts.cancel}</button>`
        }
      </div>
    </fieldset>`;
  }

  private async pngOf(picture: Picture): Promise<Blob> {
    const png = await pngFile(picture, this.scale);
    if (!png) throw new Error(this.texts.tooLargePicture(...pixelsOf(picture, this.scale), longestSide));
    return png;
  }

  private async onPng(picture: Picture): Promise<void> {
    try {
      this.save('', 'png', await this.pngOf(picture));
    } catch (error) {
      this.fail(error);
    }
  }

  private onCopyPng(picture: Picture): Promise<void> {
    // Safari wants to be asked in the very click, and waits for the file itself.
    return this.copyBy(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': this.pngOf(picture) })]));
  }

  private fail(error: unknown): void {
    this.said = this.texts.failed(error instanceof Error ? error.message : String(error));
  }

  private async onAnimation(format: 'gif' | 'webm', computed: ComputedAttention): Promise<void> {
    const cancelling = new AbortController();
    this.cancelling = cancelling;
    this.running = 0;
    this.said = '';
    const progress = { signal: cancelling.signal, onProgress: (share: number) => (this.running = share) };
    try {
      const { animation, canvas } = this.animationOf(computed, frameRates[format]);
      if (format === 'gif') {
        const { toGif } = await import('../io/export/gif.ts');
        this.save('step', 'gif', new Blob([await toGif(animation, progress)], { type: 'image/gif' }));
      } else {
        const { toWebm } = await import('../io/export/webm.ts');
        this.save('step', 'webm', new Blob([await toWebm(animation, canvas, progress)], { type: 'video/webm' }));
      }
    } catch (error) {
      if (cancelling.signal.aborted) this.said = this.texts.cancelled;
      else this.fail(error);
    } finally {
      this.running = null;
      this.cancelling = null;
    }
  }

  /** Every frame is the picture of its moment, of what was there when it was asked for. */
  private animationOf(
    computed: ComputedAttention,
    frameRate: number,
  ): { readonly animation: PixelAnimation; readonly canvas: HTMLCanvasElement } {
    const choice = this.choice();
    // What moves has something behind it.
    const background = choice.background === 'none' ? 'plain' : choice.background;
    const speed = this.store.settings.peek().speed;
    const pictureAt = picturesOf(this.whose, computed, { ...choice, picture: 'stage', background });
    const last = pictureAt(timelineEnd);
    const scale = Math.min(this.scale, widestAnimation / Math.max(last.width, last.height));
    // Video is made of blocks of two by two pixels.
    const even = (length: number): number => 2 * Math.ceil((length * scale) / 2);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [even(last.width), even(last.height)];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error(this.texts.tooLargePicture(canvas.width, canvas.height, longestSide));
    const seconds = timelineEnd / speed;
    const frameCount = Math.max(2, Math.round(seconds * frameRate) + 1);
    const animation: PixelAnimation = {
      width: canvas.width,
      height: canvas.height,
      frameCount,
      frameMilliseconds: 1000 / frameRate,
      lastMilliseconds: restMilliseconds,
      draw: (index) => drawPicture(context, pictureAt((index / (frameCount - 1)) * timelineEnd), scale),
      pixels: () => context.getImageData(0, 0, canvas.width, canvas.height).data,
    };
    return { animation, canvas };
  }
}

customElements.define('attention-export-picture', AttentionExportPicture);
