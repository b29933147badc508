import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { PatternResult } from '../state/patterns.ts';
import { parseHex } from '../views/colour.ts';
import { patternPixels } from '../views/pattern-pixels.ts';
import { weightInk } from '../views/weight-ink.ts';
import { mapColours } from './map-colours.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** One pattern as a picture: a pixel a pair, drawn as large as there is room. */
export class AttentionPattern extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    result: { attribute: false },
    description: { attribute: false },
  };
  declare result: PatternResult;
  declare description: string;

  /** A canvas can't follow a style sheet, so it is drawn again when the colours change under it. */
  private readonly systemTheme = matchMedia('(prefers-color-scheme: dark)');
  private readonly redraw = (): void => this.requestUpdate();

  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      .picture {
        position: relative;
        /* Left out: hatched. */
        background: repeating-linear-gradient(135deg, var(--ground) 0 4px, var(--line-strong) 4px 5px);
        border: 1px solid var(--hairline);
      }
      canvas {
        display: block;
        inline-size: 100%;
        block-size: 100%;
        image-rendering: pixelated;
      }
      canvas:dir(rtl) {
        transform: scaleX(-1);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.systemTheme.addEventListener('change', this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.systemTheme.removeEventListener('change', this.redraw);
  }

  override render(): TemplateResult {
    const { queryCount, keyCount } = this.result.trace;
    const { theme, palette } = this.store.outline.value;
    return html`<div
      class="picture"
      data-theme=${theme}
      data-palette=${palette}
      role="img"
      aria-label=${this.description}
      .style="aspect-ratio:${keyCount}/${queryCount}"
    >
      <canvas width=${keyCount} height=${queryCount} aria-hidden="true"></canvas>
    </div>`;
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas')!;
    const { weights, visible, keyCount, queryCount } = this.result.trace;
    const colours = mapColours(this);
    const ink = weightInk(colours['weight-faint'], colours.weight);
    const pixels = patternPixels(weights, visible, ink, parseHex(colours.surface));
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, keyCount, queryCount), 0, 0);
  }
}

customElements.define('attention-pattern', AttentionPattern);
