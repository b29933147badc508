import { html, svg, type PropertyDeclarations, type SVGTemplateResult, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tokenLabel } from '../model/token-label.ts';
import { formatFull, formatShort } from '../views/format-number.ts';
import {
  fromPixel,
  gridLines,
  hullOf,
  planeScale,
  pointsOf,
  toPixel,
  type PlaneScale,
  type Point,
} from '../views/plane-geometry.ts';
import { HeldKey } from './held-key.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { planeStyle } from './styles/plane.ts';
import { panelStyle } from './styles/panel.ts';

const size = 320;

/** Two coordinates of the states: the hull of the encoder states, the context inside it, the query. h and s can be dragged. */
export class AttentionPlane extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, heldScale: { state: true } };
  declare private heldScale: PlaneScale | null;
  private readonly heldKey = new HeldKey();

  static override styles = [base, panelStyle, planeStyle];

  constructor() {
    super();
    this.heldScale = null;
  }

  override render(): TemplateResult {
    const { messages, store } = this;
    const { sentence } = store.current.value;
    const { planeX, planeY, step, scoreFunction } = store.outline.value;
    const trace = store.attention.value.value?.trace;
    const dim = sentence.stateDim;
    const states = pointsOf(sentence.encoderStates, dim, planeX, planeY);
    const query = pointsOf(sentence.decoderStates, dim, planeX, planeY)[step] ?? ([0, 0] as Point);
    const isReady = trace?.queryCount === sentence.target.length && trace.keyCount === states.length;
    const context: Point | null = isReady ? (pointsOf(trace.context, dim, planeX, planeY)[step] ?? null) : null;
    const weights = isReady ? trace.weights.subarray(step * states.length, (step + 1) * states.length) : null;
    const scale = this.heldScale ?? planeScale([...states, query], size);
    const contextText = context ? messages.plane.at(formatFull(context[0]), formatFull(context[1])) : '';
    const isEmpty = trace?.isEmpty[step] === 1;
    const growth = store.frame.value.contextGrowth;

    return html`<section aria-labelledby="title">
      <h2 id="title">${messages.plane.title}</h2>
      <div class="picture">
        <svg
          viewBox="0 0 ${size} ${size}"
          role="group"
          aria-label=${messages.plane.label(contextText)}
          @pointerdown=${this.onPointerDown}
          @touchmove=${this.onTouchMove}
          @keydown=${this.onKeydown}
          @dblclick=${this.onDoubleClick}
        >
          ${guard([sentence.encoderStates, planeX, planeY, scale.halfWidth], () => [
            this.ground(scale),
            this.hull(states, scale),
          ])}
          ${context && weights && !isEmpty ? this.springs(states, context, weights, scale, growth) : ''}
          ${this.queryMark(query, step, scale, scoreFunction === 'given')} ${this.stateMarks(states, scale)}
          ${context && !isEmpty ? this.contextMark(context, scale, growth, contextText) : ''}
        </svg>
      </div>
      ${dim > 2 ? this.axes(dim) : ''}
      <p class="small muted">${scoreFunction === 'given' ? messages.plane.inactiveQuery : messages.plane.hint}</p>
    </section>`;
  }

  private ground(scale: PlaneScale): SVGTemplateResult {
    const [zeroX, zeroY] = toPixel([0, 0], scale);
    const lines = gridLines(scale.halfWidth).map((value) => {
      const [x, y] = toPixel([value, value], scale);
      return svg`<path class="grid" d="M${x} 0V${size}M0 ${y}H${size}"></path>`;
    });
    const unit = toPixel([gridLines(scale.halfWidth)[1] ?? 1, 0], scale);
    return svg`${lines}<path class="axis" d="M${zeroX} 0V${size}M0 ${zeroY}H${size}"></path>
      <text class="small" x=${unit[0]} y=${zeroY + 14} text-anchor="middle">${formatShort(gridLines(scale.halfWidth)[1] ?? 1, 2)}</text>`;
  }

  private hull(states: readonly Point[], scale: PlaneScale): SVGTemplateResult {
    const corners = hullOf(states).map((point) =>
      toPixel(point, scale)
        .map((part) => part.toFixed(2))
        .join(' '),
    );
    return svg`<path class="hull" d=${corners.length > 0 ? `M${corners.join('L')}Z` : ''}></path>`;
  }

  private springs(
    states: readonly Point[],
    context: Point,
    weights: Float64Array,
    scale: PlaneScale,
    growth: number,
  ): SVGTemplateResult {
    const [cx, cy] = toPixel(context, scale);
    return svg`${states.map((state, i) => {
      const weight = weights[i];
      if (weight < 0.01) return '';
      const [x, y] = toPixel(state, scale);
      return svg`<line class="spring ${i === this.focused.key.value ? 'focused' : ''}" x1=${x} y1=${y}
        x2=${x + (cx - x) * growth} y2=${y + (cy - y) * growth} stroke-width=${(weight * 10 + 0.5).toFixed(2)}></line>`;
    })}`;
  }

  private stateMarks(states: readonly Point[], scale: PlaneScale): SVGTemplateResult {
    const { messages } = this;
    const { sentence } = this.store.current.value;
    const focusedKey = this.focused.key.value;
    // Many states: their dots shrink and only the focused one keeps its name, so that nothing is overprinted.
    const isCrowded = states.length > 8;
    const marks = (): SVGTemplateResult[] =>
      states.map((state, i) => {
        const [x, y] = toPixel(state, scale);
        const word = tokenLabel(sentence.source[i]?.text ?? '').label;
        const isNamed = !isCrowded || i === focusedKey;
        return svg`<g class="handle key" role="button" tabindex=${i === Math.max(0, focusedKey) ? 0 : -1} data-state=${i}
          aria-label=${messages.plane.encoderState(i + 1, word)}
          aria-description=${messages.plane.at(formatFull(state[0]), formatFull(state[1]))}
          @pointerenter=${() => this.focused.hover({ key: i })} @pointerleave=${() => this.focused.hover({})}
          @focus=${() => this.focused.hover({ key: i })} @blur=${() => this.focused.hover({})}>
        <circle class="touch" cx=${x} cy=${y} r=${isCrowded ? 10 : 20}></circle>
        <circle class="dot" cx=${x} cy=${y} r=${i === focusedKey ? 8 : isCrowded ? 4 : 6.5}></circle>
        ${isNamed ? svg`<text x=${x} y=${y - 12} text-anchor="middle">${word}</text>` : ''}
      </g>`;
      });
    const { planeX, planeY } = this.store.outline.value;
    return svg`${guard([sentence.encoderStates, planeX, planeY, scale.halfWidth, focusedKey, messages], marks)}`;
  }

  private queryMark(query: Point, step: number, scale: PlaneScale, isInactive: boolean): SVGTemplateResult {
    const { messages } = this;
    const [x, y] = toPixel(query, scale);
    const [zeroX, zeroY] = toPixel([0, 0], scale);
    const word = tokenLabel(this.store.current.value.sentence.target[step]?.text ?? '').label;
    return svg`<g class="handle query ${isInactive ? 'inactive' : ''}" role="button" tabindex="0" data-query=${step}
        aria-label=${messages.plane.decoderState(step + 1, word)}
        aria-description=${messages.plane.at(formatFull(query[0]), formatFull(query[1]))}>
      <line class="query-arrow" x1=${zeroX} y1=${zeroY} x2=${x} y2=${y}></line>
      <circle class="touch" cx=${x} cy=${y} r="20"></circle>
      <rect class="dot" x=${x - 6} y=${y - 6} width="12" height="12" transform="rotate(45 ${x} ${y})"></rect>
      <text class="s" x=${x + 12} y=${y + 16}>s</text>
    </g>`;
  }

  private contextMark(context: Point, scale: PlaneScale, growth: number, text: string): SVGTemplateResult {
    const [x, y] = toPixel(context, scale);
    return svg`<g .style="opacity:${growth};pointer-events:none">
      <circle class="context" cx=${x} cy=${y} r="8"><title>${this.messages.plane.context} ${text}</title></circle>
      <text class="c" x=${x + 12} y=${y + 5}>c</text>
    </g>`;
  }

  private axes(dim: number): TemplateResult {
    const { messages, store } = this;
    const { planeX, planeY } = store.outline.value;
    const options = (selected: number): TemplateResult[] =>
      Array.from(
        { length: dim },
        (_, index) =>
          html`<option value=${index} .selected=${index === selected}>${messages.plane.axis(index + 1)}</option>`,
      );
    return html`<div class="axes">
      <span>${messages.plane.axes}</span>
      <select
        aria-label="x"
        @change=${(event: Event) => store.setPlaneAxes(Number((event.target as HTMLSelectElement).value), planeY)}
      >
        ${options(planeX)}
      </select>
      <select
        aria-label="y"
        @change=${(event: Event) => store.setPlaneAxes(planeX, Number((event.target as HTMLSelectElement).value))}
      >
        ${options(planeY)}
      </select>
    </div>`;
  }

  private move(handle: Element, [x, y]: Point): void {
    const state = handle.getAttribute('data-state');
    const query = handle.getAttribute('data-query');
    if (state !== null) this.store.setEncoderState2D(Number(state), x, y);
    else if (query !== null) this.store.setDecoderState2D(Number(query), x, y);
  }

  private positionOf(handle: Element): Point {
    const { sentence } = this.store.current.value;
    const { planeX, planeY } = this.store.outline.value;
    const state = handle.getAttribute('data-state');
    const matrix = state === null ? sentence.decoderStates : sentence.encoderStates;
    const row = Number(state ?? handle.getAttribute('data-query'));
    return pointsOf(matrix, sentence.stateDim, planeX, planeY)[row] ?? [0, 0];
  }

  private readonly onPointerDown = (event: PointerEvent): void => {
    const handle = event.target instanceof Element ? event.target.closest<SVGGElement>('.handle') : null;
    if (!handle || event.button !== 0) return;
    const { store } = this;
    if (store.outline.peek().isReadonly) return;
    const plane = event.currentTarget as SVGElement;
    const { sentence } = store.current.value;
    const { planeX, planeY, step } = store.outline.value;
    const states = pointsOf(sentence.encoderStates, sentence.stateDim, planeX, planeY);
    const query = pointsOf(sentence.decoderStates, sentence.stateDim, planeX, planeY)[step] ?? ([0, 0] as Point);
    const scale = planeScale([...states, query], size);
    handle.focus({ preventScroll: true });
    event.preventDefault();
    let hasMoved = false;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const pixelUnder = ({ clientX, clientY }: PointerEvent): Point => {
      // Asked anew each time: the page may have scrolled under the hand.
      const box = plane.getBoundingClientRect();
      return [((clientX - box.left) / box.width) * size, ((clientY - box.top) / box.height) * size];
    };
    // Grabbed where it was touched, a point moves by as much as the hand and doesn't jump to it.
    const [startX, startY] = toPixel(this.positionOf(handle), scale);
    const [grabX, grabY] = pixelUnder(event);
    const toPlane = (move: PointerEvent): Point => {
      const [x, y] = pixelUnder(move);
      return fromPixel([startX + x - grabX, startY + y - grabY], scale);
    };
    const finish = (isKept: boolean): void => {
      stop.abort();
      this.heldScale = null;
      if (!hasMoved) return;
      if (isKept) store.endGesture();
      else store.cancelGesture();
    };
    window.addEventListener(
      'pointermove',
      (move) => {
        if (!hasMoved) {
          if (Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) < 3) return;
          hasMoved = true;
          this.heldScale = scale;
          store.beginGesture();
        }
        this.move(handle, toPlane(move));
      },
      options,
    );
    window.addEventListener('pointerup', () => finish(true), options);
    window.addEventListener('pointercancel', () => finish(false), options);
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      // Not for a dialog around it.
      key.preventDefault();
      finish(false);
    };
    window.addEventListener('keydown', onKey, options);
  };

  /** A finger on a point drags it, elsewhere it scrolls the page; `touch-action` knows no parts of a picture. */
  private readonly onTouchMove = (event: TouchEvent): void => {
    const isOnHandle = event.target instanceof Element && event.target.closest('.handle') !== null;
    if (isOnHandle && event.cancelable && !this.store.outline.peek().isReadonly) event.preventDefault();
  };

  private readonly onKeydown = (event: KeyboardEvent): void => {
    const handle = event.target instanceof Element ? event.target.closest('.handle') : null;
    if (!handle || event.ctrlKey || event.metaKey || this.store.outline.peek().isReadonly) return;
    const by = event.shiftKey ? 1 : event.altKey ? 0.01 : 0.1;
    const directions: Readonly<Record<string, Point>> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
    };
    const direction = directions[event.key];
    if (direction) {
      this.heldKey.press(this.store, handle);
      const [x, y] = this.positionOf(handle);
      this.move(handle, [Number((x + direction[0]).toFixed(10)), Number((y + direction[1]).toFixed(10))]);
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.reset(handle);
    else return;
    event.preventDefault();
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const handle = event.target instanceof Element ? event.target.closest('.handle') : null;
    if (handle && !this.store.outline.peek().isReadonly) this.reset(handle);
  };

  private reset(handle: Element): void {
    const { planeX, planeY } = this.store.outline.value;
    const state = handle.getAttribute('data-state');
    const array = state === null ? 'decoderStates' : 'encoderStates';
    const row = Number(state ?? handle.getAttribute('data-query'));
    this.store.beginGesture();
    this.store.resetEntry(array, row, planeX);
    this.store.resetEntry(array, row, planeY);
    this.store.endGesture();
  }
}

customElements.define('attention-plane', AttentionPlane);
