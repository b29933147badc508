import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { AttentionTrace } from '../contract/index.ts';
import { tokenLabel } from '../model/token-label.ts';
import { paletteNames, type PaletteName } from '../state/settings.ts';
import { parseHex, type Colour } from '../views/colour.ts';
import { formatFixed, formatFull, formatShort, formatWeight } from '../views/format-number.ts';
import { heatmapPixels, weightOpacity } from '../views/heatmap-image.ts';
import { columnUnder, rowUnder } from '../views/place-under.ts';
import { shorten } from '../views/shorten.ts';
import { inkOn, textOn, weightInk, type WeightInk } from '../views/weight-ink.ts';
import type { Density } from './attention-stage.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { heatmapStyle } from './styles/heatmap.ts';
import { rampStyle } from './styles/ramp.ts';
import { stageGrid } from './styles/grid.ts';

/** A row's height: generous for a sentence, a strip for a text. */
const rowHeightOf = (count: number): number => (count <= 12 ? 34 : count <= 24 ? 26 : count <= 64 ? 18 : 10);

/** Characters of a row's name. */
const longestName = 16;

/**
 * The alignment of all steps: rows are decoder steps, columns the source words of the grid above. One pixel a weight, scaled by the
 * browser, so that any size draws in one go; the focused cell alone is an element, as a grid with one live cell.
 */
export class AttentionHeatmap extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, density: { reflect: true } };
  declare density: Density;
  /** The canvas can't follow a style sheet, so it is drawn again when the colours change under it. */
  private readonly systemTheme = matchMedia('(prefers-color-scheme: dark)');
  private readonly redraw = (): void => this.requestUpdate();
  private drawn: { weights: ArrayLike<number>; ink: WeightInk } | null = null;
  private known: { readonly look: string; readonly ground: Colour; readonly ink: WeightInk } | null = null;

  static override styles = [base, stageGrid, rampStyle, heatmapStyle];

  override connectedCallback(): void {
    super.connectedCallback();
    this.systemTheme.addEventListener('change', this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.systemTheme.removeEventListener('change', this.redraw);
  }

  override render(): TemplateResult {
    const { messages, store } = this;
    const { sentence } = store.current.value;
    const computed = store.attention.value.value;
    const trace = computed?.trace;
    const rows = sentence.target.length;
    const columns = sentence.source.length;
    if (trace?.queryCount !== rows || trace.keyCount !== columns) return html``;

    const { step } = store.outline.value;
    const hovered = this.focused.hovered.value;
    const key = this.focused.key.value;
    const shownRow = hovered.row ?? step;
    const rowHeight = rowHeightOf(rows);
    const labelStride = rowHeight < 16 ? 2 : 1;
    const target = (t: number): string => tokenLabel(sentence.target[t]?.text ?? '').label;
    const source = (i: number): string => tokenLabel(sentence.source[i]?.text ?? '').label;
    const largestEntropy = formatShort(Math.log(columns), 3);

    return html`
      <div class="row head">
        <div class="label"><b>${messages.heatmap.title}</b></div>
        <div class="keys">
          <div class="legend">
            <span class="scale" aria-hidden="true"
              >0
              <span class="ramp"
                >${[0, 0.25, 0.5, 0.75, 1].map((weight) => html`<i .style="--ink:${weightOpacity(weight)}"></i>`)}</span
              >
              1 ${messages.heatmap.legend}</span
            >
            ${this.paletteChoice()}
          </div>
        </div>
        <div class="sum muted">
          <span title=${messages.heatmap.rowSumTitle}>${messages.heatmap.rowSum}</span
          ><span title=${messages.heatmap.entropyTitle('', largestEntropy)}>${messages.heatmap.entropy}</span>
        </div>
      </div>
      <div class="rows" .style="--row-height:${rowHeight}px;--rows:${rows};--columns:${columns}">
        <div class="names" .style="grid-row:1 / span ${rows}">
          ${guard([sentence.target, step, labelStride, messages], () =>
            sentence.target.map(
              (token, t) =>
                html`<button
                  class="name"
                  dir="auto"
                  title=${token.text}
                  aria-label=${messages.heatmap.row(t + 1, target(t))}
                  aria-current=${t === step ? 'step' : nothing}
                  tabindex=${t === step ? 0 : -1}
                  @click=${() => store.chooseStep(t)}
                  @keydown=${this.onNameKey}
                  @pointerenter=${() => this.focused.hover({ row: t })}
                  @pointerleave=${() => this.focused.hover({})}
                >
                  ${t % labelStride === 0 || t === step ? shorten(target(t), longestName) : ''}
                </button>`,
            ),
          )}
        </div>
        <div
          class="map"
          .style="grid-row:1 / span ${rows}"
          role="grid"
          aria-label=${messages.heatmap.label(rows, columns)}
          aria-rowcount=${rows}
          aria-colcount=${columns}
          @pointermove=${this.onPointerMove}
          @pointerleave=${() => this.focused.hover({})}
          @click=${this.onClick}
          @keydown=${this.onKeydown}
        >
          <canvas width=${columns} height=${rows} aria-hidden="true"></canvas>
          ${columns * rows <= 4096 ? html`<div class="lines"></div>` : ''} ${this.numbers(trace, rowHeight)}
          <div class="band step" .style=${band('block', step, rows)}></div>
          ${hovered.row === null ? '' : html`<div class="band row" .style=${band('block', hovered.row, rows)}></div>`}
          ${key < 0 ? '' : html`<div class="band key" .style=${band('inline', key, columns)}></div>`}
          <div role="row" aria-rowindex=${step + 1}>
            <div
              class="cell"
              role="gridcell"
              tabindex="0"
              aria-colindex=${Math.max(0, key) + 1}
              aria-label=${this.describe(trace, step, Math.max(0, key))}
              aria-description=${messages.heatmap.hint}
              .style="${band('block', step, rows)};${band('inline', Math.max(0, key), columns)}"
            ></div>
          </div>
        </div>
        <div class="sums" .style="grid-row:1 / span ${rows}">
          ${sentence.target.map((_, t) => {
            const [sum, entropy] = [trace.weightSums[t], trace.entropy[t]];
            const isShown = t % labelStride === 0 || t === step;
            return guard(
              [sum, entropy, isShown, t === step, largestEntropy, messages],
              () =>
                html`<div class="pair ${t === step ? 'current' : ''}">
                  ${
                    isShown
                      ? html`<span title=${formatFull(sum)}>${formatShort(sum, 3)}</span
                          ><span title=${messages.heatmap.entropyTitle(formatFull(entropy), largestEntropy)}
                            >${formatFixed(entropy, 2)}</span
                          >`
                      : ''
                  }
                </div>`,
            );
          })}
        </div>
      </div>
      <p class="readout" aria-live="off">
        ${
          key >= 0
            ? html`<bdi>${target(shownRow)}</bdi> → <bdi>${source(key)}</bdi>: ${this.exact(trace, shownRow, key)}`
            : nothing
        }
      </p>
    `;
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const trace = this.store.attention.peek().value?.trace;
    if (!trace || canvas?.width !== trace.keyCount || canvas.height !== trace.queryCount) return;
    const { ink } = this.colours();
    if (this.drawn?.weights === trace.weights && this.drawn.ink === ink) return;
    const pixels = heatmapPixels(trace.weights, ink);
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
    this.drawn = { weights: trace.weights, ink };
  }

  /** Asking for a style lays the page out, so it is asked once for each theme and palette. */
  private colours(): { readonly ground: Colour; readonly ink: WeightInk } {
    const { theme, palette } = this.store.outline.peek();
    const look = `${theme} ${palette} ${this.systemTheme.matches}`;
    if (this.known?.look === look) return this.known;
    const style = getComputedStyle(this);
    const [ground, faint, full] = ['--surface', '--weight-faint', '--weight'].map((name) =>
      style.getPropertyValue(name).trim(),
    );
    this.known = { look, ground: parseHex(ground), ink: weightInk(faint, full) };
    return this.known;
  }

  private paletteChoice(): TemplateResult {
    const { heatmap } = this.messages;
    const { palette } = this.store.outline.value;
    return html`<select aria-label=${heatmap.palette} title=${heatmap.palette} @change=${this.onPalette}>
      ${paletteNames.map((name) => html`<option value=${name} .selected=${name === palette}>${heatmap.palettes[name]}</option>`)}
    </select>`;
  }

  private numbers(trace: AttentionTrace, rowHeight: number): TemplateResult | typeof nothing {
    const hasRoom =
      (this.density === 'roomy' || this.density === 'medium') && rowHeight >= 26 && trace.weights.length <= 240;
    if (!hasRoom) return nothing;
    const { ground, ink } = this.colours();
    return html`<div class="numbers" aria-hidden="true">
      ${Array.from(trace.weights as Float64Array, (weight, index) =>
        trace.visible[index] === 0
          ? html`<span class="muted">–</span>`
          : html`<span class=${textOn(inkOn(ground, ink, weightOpacity(weight))) === '#ffffff' ? 'white' : ''}
              >${formatWeight(weight)}</span
            >`,
      )}
    </div>`;
  }

  private exact(trace: AttentionTrace, row: number, key: number): string {
    const at = row * trace.keyCount + key;
    if (trace.visible[at] === 0) return this.messages.stage.hidden;
    return `α ${formatFull(trace.weights[at])}, e ${formatFull(trace.scores[at])}`;
  }

  private describe(trace: AttentionTrace, row: number, key: number): string {
    const { sentence } = this.store.current.value;
    const target = tokenLabel(sentence.target[row]?.text ?? '').label;
    const source = tokenLabel(sentence.source[key]?.text ?? '').label;
    const at = row * trace.keyCount + key;
    return trace.visible[at] === 0
      ? this.messages.heatmap.cellHidden(target, source)
      : this.messages.heatmap.cell(target, source, formatFull(trace.weights[at]), formatFull(trace.scores[at]));
  }

  private placeUnder(event: MouseEvent): { row: number; key: number } {
    const { source, target } = this.store.current.value.sentence;
    const map = event.currentTarget as Element;
    return {
      row: rowUnder(map, event.clientY, target.length),
      key: columnUnder(map, event.clientX, source.length),
    };
  }

  private readonly onPalette = (event: Event): void =>
    this.store.setPalette((event.target as HTMLSelectElement).value as PaletteName);

  private readonly onPointerMove = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') this.focused.hover(this.placeUnder(event));
  };

  private readonly onClick = (event: MouseEvent): void => {
    const { row, key } = this.placeUnder(event);
    this.store.chooseStep(row);
    this.store.setFocusKey(key);
  };

  private readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { sentence } = this.store.current.value;
    const { step } = this.store.outline.value;
    const key = Math.max(0, this.focused.key.value);
    const rows = sentence.target.length;
    const columns = sentence.source.length;
    const forward = getComputedStyle(this).direction === 'rtl' ? -1 : 1;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [step - 1, key],
      ArrowDown: [step + 1, key],
      ArrowLeft: [step, key - forward],
      ArrowRight: [step, key + forward],
      PageUp: [step - 10, key],
      PageDown: [step + 10, key],
      Home: [step, 0],
      End: [step, columns - 1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const nextStep = Math.max(0, Math.min(rows - 1, move[0]));
    if (nextStep !== step) this.store.chooseStep(nextStep);
    this.store.setFocusKey(Math.max(0, Math.min(columns - 1, move[1])));
  };

  private readonly onNameKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const names = [...this.renderRoot.querySelectorAll<HTMLElement>('.name')];
    const next = names[names.indexOf(event.currentTarget as HTMLElement) + by];
    next?.focus();
    next?.click();
  };
}

function band(axis: 'block' | 'inline', index: number, count: number): string {
  return `inset-${axis}-start:${(index / count) * 100}%;${axis}-size:${100 / count}%`;
}

customElements.define('attention-heatmap', AttentionHeatmap);
