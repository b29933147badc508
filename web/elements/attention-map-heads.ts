import { css, html, nothing, type TemplateResult } from 'lit';
import type { MapHead } from '../model/map-problem.ts';
import { MapElement } from './map-element.ts';
import { InkedTiles } from './map-inked-tiles.ts';
import { MapTheme } from './map-theme.ts';
import { base } from './styles/base.ts';

/** Layers × heads as small maps; a press opens one in the large map, where the viewport stays. */
export class AttentionMapHeads extends MapElement {
  private readonly theme = new MapTheme(this);
  private readonly inked = new InkedTiles();
  /** Eight heads are eight times the work: it waits until somebody looks. */
  private readonly seenObserver = new IntersectionObserver(([entry]) => {
    this.isSeen = entry.isIntersecting;
    if (this.isSeen) this.map.drawHeads();
  });
  private isSeen = false;

  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      .heads {
        display: grid;
        gap: 8px;
        grid-template-columns: repeat(var(--heads), minmax(84px, 136px));
        padding: 2px;
        overflow-x: auto;
      }
      button {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 4px;
        align-content: start;
        padding: 6px;
        text-align: start;
        line-height: 1.25;
      }
      button[aria-pressed='true'] {
        background: transparent;
        color: inherit;
        border-color: var(--text);
        box-shadow: inset 0 0 0 1px var(--text);
      }
      canvas {
        display: block;
        inline-size: 100%;
        aspect-ratio: 1;
        background: var(--surface);
        border: 1px solid var(--hairline);
        image-rendering: pixelated;
      }
      .role {
        color: var(--text-muted);
        font-size: 0.75rem;
      }
    `,
  ];

  override render(): TemplateResult {
    const { map, texts } = this;
    const { heads } = map.problem.value;
    this.watchPicture();
    const perLayer = heads.filter(({ layer }) => layer === heads[0].layer).length;
    return html`<div class="heads" role="group" aria-label=${texts.heads} .style="--heads:${perLayer}">
      ${heads.map((head, index) => this.head(head, index))}
    </div>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.seenObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.seenObserver.disconnect();
  }

  private watchPicture(): readonly unknown[] {
    const { headPictures, pooling, ink } = this.map;
    return [headPictures.value, pooling.value, ink.value, this.store.outline.value];
  }

  private head({ layer, head, role }: MapHead, index: number): TemplateResult {
    const { map, texts } = this;
    return html`<button aria-pressed=${map.headIndex.value === index} @click=${() => map.chooseHead(index)}>
      <canvas data-head=${index} width="64" height="64" aria-hidden="true"></canvas>
      ${texts.head(layer, head)} ${role === undefined ? nothing : html`<span class="role">${texts.roles[role]}</span>`}
    </button>`;
  }

  override updated(): void {
    const { map } = this;
    // Another problem may have other heads.
    if (this.isSeen) map.drawHeads();
    const chosen = this.store.settings.peek();
    const style = this.theme.tileStyle(map, chosen);
    const pictures = map.headPictures.peek();
    this.inked.beginFrame();
    for (const canvas of this.renderRoot.querySelectorAll<HTMLCanvasElement>('canvas')) {
      const picture = pictures[Number(canvas.dataset.head)];
      const image = picture && this.inked.imageOf(picture.tile, style, picture.facts);
      const context = canvas.getContext('2d');
      if (!context) continue;
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (!image) continue;
      // Longer than wide, or the other way: in its shape, from the upper left.
      const scale = 64 / Math.max(image.width, image.height);
      context.imageSmoothingEnabled = false;
      context.drawImage(image, 0, 0, image.width * scale, image.height * scale);
    }
    if (this.inked.isBehind) this.requestUpdate();
  }
}

customElements.define('attention-map-heads', AttentionMapHeads);
