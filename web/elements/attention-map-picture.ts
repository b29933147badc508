import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { MapProblem } from '../model/map-problem.ts';
import { tokenLabel } from '../model/token-label.ts';
import { largestZoom, pairsIn, placeAt, pixelOf, pixelsPerPair, type MapPlace } from '../model/map-viewport.ts';
import type { MapTile } from '../state/map-tile.ts';
import type { MapCell } from '../state/map.ts';
import { formatFull, formatSignificant } from '../views/format-number.ts';
import { inkOf } from '../views/map-ink.ts';
import { profilesOf, tileSums, type TileSums } from '../views/map-profiles.ts';
import { inkOn, textOn } from '../views/weight-ink.ts';
import { drawMap, type MapFrame } from './map-drawing.ts';
import { MapElement } from './map-element.ts';
import { MapGestures } from './map-gestures.ts';
import { InkedTiles } from './map-inked-tiles.ts';
import { MapTheme } from './map-theme.ts';
import { base } from './styles/base.ts';
import { mapPictureStyle } from './styles/map-picture.ts';

/** Longest that the word about the wheel stays. */
const hintMilliseconds = 1_800;

const frameFor = (width: number): MapFrame =>
  width < 560 ? { left: 76, top: 72, right: 22, bottom: 22 } : { left: 148, top: 112, right: 44, bottom: 44 };

/**
 * The map itself: one canvas with the words along it, a grid with one live cell to those who do not see it. Holds what
 * hands and keys do; what is computed is the store's.
 */
export class AttentionMapPicture extends MapElement {
  static override properties: PropertyDeclarations = {
    ...MapElement.properties,
    foundQueries: { attribute: false },
    foundKeys: { attribute: false },
    hovered: { state: true },
    hasHint: { state: true },
    isFocused: { state: true },
    hostWidth: { state: true },
  };
  declare foundQueries: Int32Array;
  declare foundKeys: Int32Array;
  declare private hovered: MapPlace | null;
  declare private hasHint: boolean;
  declare private isFocused: boolean;
  declare private hostWidth: number;

  private readonly inked = new InkedTiles();
  private readonly sums = new WeakMap<MapTile, { readonly revision: number; readonly sums: TileSums }>();
  private readonly theme = new MapTheme(this);
  private hintTimer = 0;
  private readonly sizeObserver = new ResizeObserver(() => this.measure());
  private readonly seenObserver = new IntersectionObserver(([entry]) => this.map?.setSeen(entry.isIntersecting));
  private readonly gestures = new MapGestures(this, () => this.map, {
    onHover: (at) => (this.hovered = at && this.placeWithin(at)),
    onPoint: (at) => {
      this.renderRoot.querySelector<HTMLElement>('.cell')?.focus({ preventScroll: true });
      this.map.moveCursor(placeAt(this.map.viewport.peek(), at.x, at.y), false);
    },
    onRefusedWheel: () => this.showHint(),
  });

  static override styles = [base, mapPictureStyle];

  constructor() {
    super();
    this.foundQueries = new Int32Array(0);
    this.foundKeys = new Int32Array(0);
    this.hovered = null;
    this.hasHint = false;
    this.isFocused = false;
    this.hostWidth = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizeObserver.observe(this);
    this.seenObserver.observe(this);
    this.map?.setSeen(true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizeObserver.disconnect();
    this.seenObserver.disconnect();
    window.clearTimeout(this.hintTimer);
    this.map?.setSeen(false);
  }

  private shownProblem: MapProblem | null = null;

  override willUpdate(): void {
    const problem = this.map.problem.value;
    // A pointer that rests is not asked again where it is, and of another map that may be outside.
    if (problem !== this.shownProblem) this.hovered = null;
    this.shownProblem = problem;
  }

  override render(): TemplateResult {
    const { map, texts } = this;
    const { queryCount, keyCount } = map.size.value;
    const viewport = map.viewport.value;
    const cursor = map.cursor.value;
    this.watchPicture();
    const frame = frameFor(this.hostWidth);
    const side = Math.max(1, 2 ** map.level.value * pixelsPerPair(viewport));
    const { x, y } = pixelOf(viewport, cursor);
    const inset = `inset:${frame.top}px ${frame.right}px ${frame.bottom}px ${frame.left}px`;
    return html`<div class="picture">
        <canvas aria-hidden="true"></canvas>
        <div
          class="area ${this.gestures.isMoving ? 'moving' : ''}"
          .style=${inset}
          role="grid"
          aria-label=${texts.label(queryCount, keyCount)}
          aria-rowcount=${queryCount}
          aria-colcount=${keyCount}
          @pointerdown=${this.gestures.onPointerDown}
          @pointermove=${this.gestures.onPointerMove}
          @pointerup=${this.gestures.onPointerUp}
          @pointercancel=${this.gestures.onPointerUp}
          @pointerleave=${this.gestures.onPointerLeave}
          @dblclick=${this.gestures.onDoubleClick}
          @keydown=${this.onKeydown}
          @focusin=${() => (this.isFocused = true)}
          @focusout=${() => (this.isFocused = false)}
        >
          <div role="row" aria-rowindex=${cursor.query + 1}>
            <div
              class="cell"
              role="gridcell"
              tabindex="0"
              aria-colindex=${cursor.key + 1}
              aria-label=${this.told(cursor)}
              aria-description=${texts.keys}
              .style="left:${x}px;top:${y}px;width:${side}px;height:${side}px"
            ></div>
          </div>
        </div>
        <p class="hint" ?hidden=${!this.hasHint} .style=${inset}><span>${texts.wheelHint}</span></p>
      </div>
      <p class="readout" aria-live="off">${this.readout(this.hovered ?? cursor)}</p>`;
  }

  /** What only updated() needs, read here so that a change of it comes there. */
  private watchPicture(): readonly unknown[] {
    const { revision, isCursorShown, pooling, ink } = this.map;
    return [isCursorShown.value, revision.value, pooling.value, ink.value, this.store.outline.value];
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    const { map } = this;
    const viewport = map.viewport.peek();
    if (!canvas || !context || viewport.width <= 0 || viewport.height <= 0) return;
    const frame = frameFor(this.hostWidth);
    const density = window.devicePixelRatio;
    const [width, height] = [
      Math.round((frame.left + viewport.width + frame.right) * density),
      Math.round((frame.top + viewport.height + frame.bottom) * density),
    ];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];

    const chosen = this.store.settings.peek();
    const style = this.theme.tileStyle(map, chosen);
    const pairsPerCell = 2 ** map.level.peek();
    const size = map.size.peek();
    const { first, end } = pairsIn(viewport, size);
    const range = {
      firstRow: Math.floor(first.query / pairsPerCell),
      endRow: Math.ceil(end.query / pairsPerCell),
      firstColumn: Math.floor(first.key / pairsPerCell),
      endColumn: Math.ceil(end.key / pairsPerCell),
    };
    const tiles = map.tiles();
    const shown = tiles.shown.flatMap((address) => tiles.tile(address) ?? []);
    const { queryTokens, keyTokens } = map.problem.peek();
    drawMap(context, {
      viewport,
      size,
      frame,
      density,
      colours: this.theme.colours(chosen),
      tiles: this.inked.of(map, style),
      pairsPerCell,
      profiles: profilesOf(
        shown.map((tile) => ({ ...tile.extent, sums: this.sumsOf(tile) })),
        range,
      ),
      firstCell: { row: range.firstRow, column: range.firstColumn },
      queryLabel: (index) => tokenLabel(queryTokens[index]).label,
      keyLabel: (index) => tokenLabel(keyTokens[index]).label,
      numberText: (position) => this.texts.number(position + 1),
      pairText: (place) => {
        const cell = map.cellAt(place);
        if (!cell) return null;
        const opacity = inkOf(cell.max, style.ink, map.computation().facts.largestWeight[place.query]);
        return {
          text: formatSignificantShort(cell.max),
          colour: textOn(inkOn(style.ink.ground, style.ink, opacity)),
        };
      },
      cursor: map.cursor.peek(),
      isCursorShown: (this.isFocused || map.isCursorShown.peek()) && !this.gestures.isMoving,
      isFocused: this.isFocused,
      hovered: this.gestures.isMoving ? null : this.hovered,
      foundQueries: this.foundQueries,
      foundKeys: this.foundKeys,
    });
    if (this.inked.isBehind) this.requestUpdate();
  }

  private sumsOf(tile: MapTile): TileSums {
    const before = this.sums.get(tile);
    if (before?.revision === tile.revision) return before.sums;
    const sums = tileSums(tile.mean, tile.samples, tile.extent.columnCount);
    this.sums.set(tile, { revision: tile.revision, sums });
    return sums;
  }

  /** Whatever hand or keyboard points at, in words and exact numbers. */
  private readout(place: MapPlace): TemplateResult {
    const { map, texts } = this;
    const cell = map.cellAt(place);
    const { queryTokens, keyTokens } = map.problem.value;
    if (2 ** map.level.value > 1 && cell) {
      return html`${this.blockText(cell)}: ${this.pooledText(cell)}`;
    }
    const { query, key } = texts.pair(place.query, place.key);
    const label = (token: string): TemplateResult => html`<bdi>“${tokenLabel(token).label}”</bdi>`;
    const weight = cell ? html`<b>${texts.weight(formatFull(cell.max))}</b>` : texts.unknown;
    return html`<span class="query">${query} ${label(queryTokens[place.query])}</span> →
      <span class="key">${key} ${label(keyTokens[place.key])}</span>: ${weight}${this.ofRow(place)}`;
  }

  private ofRow({ query }: MapPlace): TemplateResult | typeof nothing {
    const { isKnown, largestWeight } = this.map.computation().facts;
    if (isKnown[query] === 0) return nothing;
    return html`, ${this.texts.largestOfRow(formatFull(largestWeight[query]))}`;
  }

  /** The same as plain text, for those who hear it. */
  private told(place: MapPlace): string {
    const { map, texts } = this;
    const cell = map.cellAt(place);
    if (2 ** map.level.value > 1 && cell) return `${this.blockText(cell)}: ${this.pooledText(cell)}`;
    const { queryTokens, keyTokens } = map.problem.value;
    const { query, key } = texts.pair(place.query, place.key);
    const labelOf = (token: string): string => tokenLabel(token).label;
    const weight = cell ? texts.weight(formatFull(cell.max)) : texts.unknown;
    return `${query} ${labelOf(queryTokens[place.query])}, ${key} ${labelOf(keyTokens[place.key])}: ${weight}`;
  }

  private blockText({ first, end }: MapCell): string {
    return this.texts.block([first.query, end.query], [first.key, end.key]);
  }

  private pooledText({ max, mean, sampleCount, rowsPerCell }: MapCell): string {
    const { texts } = this;
    const pooled = texts.pooled(formatFull(max), formatFull(mean));
    return sampleCount < rowsPerCell ? `${pooled}, ${texts.ofRows(sampleCount, rowsPerCell)}` : pooled;
  }

  private measure(): void {
    const picture = this.renderRoot.querySelector('.picture');
    if (!picture || !this.map) return;
    const { width, height } = picture.getBoundingClientRect();
    this.hostWidth = width;
    const frame = frameFor(width);
    this.map.resize(
      Math.max(0, Math.floor(width - frame.left - frame.right)),
      Math.max(0, Math.floor(height - frame.top - frame.bottom)),
    );
  }

  private placeWithin({ x, y }: { x: number; y: number }): MapPlace | null {
    const { queryCount, keyCount } = this.map.size.peek();
    const { query, key } = placeAt(this.map.viewport.peek(), x, y);
    const place = { query: Math.floor(query), key: Math.floor(key) };
    return place.query >= 0 && place.key >= 0 && place.query < queryCount && place.key < keyCount ? place : null;
  }

  private showHint(): void {
    this.hasHint = true;
    window.clearTimeout(this.hintTimer);
    this.hintTimer = window.setTimeout(() => (this.hasHint = false), hintMilliseconds);
  }

  private readonly onKeydown = (event: KeyboardEvent): void => {
    const { map } = this;
    const { query, key } = map.cursor.peek();
    const { queryCount, keyCount } = map.size.peek();
    if (event.altKey || event.metaKey) return;
    const step = 2 ** map.level.peek() * (event.shiftKey ? 10 : 1);
    const screen = Math.max(1, Math.floor((map.viewport.peek().height / pixelsPerPair(map.viewport.peek())) * 0.9));
    const isFar = event.ctrlKey;
    const moves: Readonly<Record<string, MapPlace>> = {
      ...(!isFar && {
        ArrowUp: { query: query - step, key },
        ArrowDown: { query: query + step, key },
        ArrowLeft: { query, key: key - step },
        ArrowRight: { query, key: key + step },
        PageUp: { query: query - screen, key },
        PageDown: { query: query + screen, key },
      }),
      Home: { query: isFar ? 0 : query, key: 0 },
      End: { query: isFar ? queryCount - 1 : query, key: keyCount - 1 },
    };
    const move = moves[event.key];
    if (move) map.moveCursor(move, true);
    else if (isFar) return;
    else if (event.key === '+' || event.key === '=') map.zoomStep(1);
    else if (event.key === '-' || event.key === '_') map.zoomStep(-1);
    else if (event.key === '0') map.showWhole();
    else if (event.key === 'Enter') map.jumpTo({ query, key }, largestZoom);
    else return;
    event.preventDefault();
  };
}

/** In a cell of some fifty pixels: 0.031, 3.1e−5. */
function formatSignificantShort(value: number): string {
  if (!(Math.abs(value) > 0)) return formatSignificant(value, 2);
  if (value < 1e-3) {
    const [mantissa, exponent] = value.toExponential(1).split('e');
    return `${mantissa}e${exponent.replace('-', '−')}`;
  }
  return formatSignificant(value, 2);
}

customElements.define('attention-map-picture', AttentionMapPicture);
