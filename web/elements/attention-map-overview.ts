import { css, html, type TemplateResult } from 'lit';
import { pairsIn } from '../model/map-viewport.ts';
import { MapElement } from './map-element.ts';
import { InkedTiles } from './map-inked-tiles.ts';
import { MapTheme } from './map-theme.ts';
import { base } from './styles/base.ts';

/** CSS pixels of the longer side. */
const longestSide = 168;

/** The whole map, small, with a frame around what is seen; a hand takes the frame elsewhere. */
export class AttentionMapOverview extends MapElement {
  private readonly theme = new MapTheme(this);
  private readonly inked = new InkedTiles();

  static override styles = [
    base,
    css`
      :host {
        display: block;
        direction: ltr;
      }
      canvas {
        display: block;
        cursor: crosshair;
        touch-action: none;
        border: 1px solid var(--hairline);
      }
    `,
  ];

  override render(): TemplateResult {
    const { map } = this;
    this.watchPicture();
    const { width, height } = this.sides();
    const { first, end } = pairsIn(map.viewport.value, map.size.value);
    return html`<canvas
      .style="width:${width}px;height:${height}px"
      role="img"
      aria-label=${this.texts.overview([first.query, end.query], [first.key, end.key])}
      @pointerdown=${this.onPointer}
      @pointermove=${this.onPointer}
    ></canvas>`;
  }

  /** Read so that a change of it comes to updated(). */
  private watchPicture(): readonly unknown[] {
    const { revision, pooling, ink } = this.map;
    return [revision.value, pooling.value, ink.value, this.store.outline.value];
  }

  override updated(): void {
    const { map } = this;
    const canvas = this.renderRoot.querySelector('canvas')!;
    const context = canvas.getContext('2d');
    if (!context) return;
    const density = window.devicePixelRatio;
    const { width, height } = this.sides();
    const size = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const chosen = this.store.settings.peek();
    const colours = this.theme.colours(chosen);
    context.setTransform(density, 0, 0, density, 0, 0);
    context.fillStyle = colours.surface;
    context.fillRect(0, 0, width, height);
    const { overview } = map.tiles();
    this.inked.beginFrame();
    const image = this.inked.imageOf(overview, this.theme.tileStyle(map, chosen), map.computation().facts);
    const { queryCount, keyCount } = map.size.peek();
    const { rowCount, columnCount, pairsPerCell } = overview.extent;
    const [perKey, perQuery] = [width / keyCount, height / queryCount];
    if (image) {
      context.drawImage(image, 0, 0, columnCount * pairsPerCell * perKey, rowCount * pairsPerCell * perQuery);
    }
    const { first, end } = pairsIn(map.viewport.peek(), { queryCount, keyCount });
    const side = (from: number, to: number, scale: number): readonly [number, number] => {
      // Never so small that it can't be found.
      const length = Math.max(8, (to - from) * scale);
      return [((from + to) / 2) * scale - length / 2, length];
    };
    const [x, frameWidth] = side(first.key, end.key, perKey);
    const [y, frameHeight] = side(first.query, end.query, perQuery);
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    context.strokeRect(
      Math.max(1, x),
      Math.max(1, y),
      Math.min(frameWidth, width - 2),
      Math.min(frameHeight, height - 2),
    );
  }

  private sides(): { readonly width: number; readonly height: number } {
    const { queryCount, keyCount } = this.map.size.peek();
    const scale = longestSide / Math.max(queryCount, keyCount);
    return { width: Math.max(24, keyCount * scale), height: Math.max(24, queryCount * scale) };
  }

  private readonly onPointer = (event: PointerEvent): void => {
    if ((event.buttons & 1) === 0) return;
    const canvas = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') canvas.setPointerCapture(event.pointerId);
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const { queryCount, keyCount } = this.map.size.peek();
    const within = (share: number, count: number): number =>
      Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    this.map.jumpTo({
      query: within((event.clientY - top) / height, queryCount),
      key: within((event.clientX - left) / width, keyCount),
    });
  };
}

customElements.define('attention-map-overview', AttentionMapOverview);
