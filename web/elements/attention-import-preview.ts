import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { parseHex } from '../views/colour.ts';
import { heatmapPixels } from '../views/heatmap-image.ts';
import type { ImportPreview } from '../views/import-preview.ts';
import { weightInk } from '../views/weight-ink.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { importStyle } from './styles/import.ts';

/** A picture of the weights that a choice comes to, one pixel a pair; hidden pairs have a colour of their own. */
export class AttentionImportPreview extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, preview: { attribute: false } };
  declare preview: ImportPreview;
  /** The canvas can't follow a style sheet, so it is drawn again when the colours change under it. */
  private readonly systemTheme = matchMedia('(prefers-color-scheme: dark)');
  private readonly redraw = (): void => this.requestUpdate();

  static override styles = [
    base,
    importStyle,
    css`
      :host {
        container-type: normal;
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
    const { importing } = this.messages;
    const { rows, columns, hidden } = this.preview;
    // Read, so that another theme draws it again.
    const { theme, palette } = this.store.outline.value;
    return html`<figure>
      <div class="picture" data-theme=${theme} data-palette=${palette}>
        <canvas
          width=${columns}
          height=${rows}
          role="img"
          aria-label=${importing.preview(rows, columns)}
          .style="aspect-ratio:${Math.max(0.25, Math.min(4, columns / rows))}"
        ></canvas>
      </div>
      <figcaption>
        ${importing.preview(rows, columns)}${
          hidden.includes(1) ? html`<i class="hiddens" aria-hidden="true"></i>${importing.previewHidden}` : ''
        }
      </figcaption>
    </figure>`;
  }

  override updated(): void {
    const { rows, columns, weights, hidden } = this.preview;
    const style = getComputedStyle(this);
    const colourOf = (name: string): string => style.getPropertyValue(name).trim();
    const pixels = heatmapPixels(weights, weightInk(colourOf('--weight-faint'), colourOf('--weight')));
    const hiddenColour = [...parseHex(colourOf('--line-strong')), 255];
    for (let index = 0; index < hidden.length; index++) if (hidden[index] === 1) pixels.set(hiddenColour, index * 4);
    this.renderRoot
      .querySelector('canvas')
      ?.getContext('2d')
      ?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  }
}

customElements.define('attention-import-preview', AttentionImportPreview);
