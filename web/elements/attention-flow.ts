import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { ComputedAttention } from '../state/store.ts';
import type { Frame } from '../timeline/frame.ts';
import { tokenLabel } from '../model/token-label.ts';
import { formatFixed, formatFull, formatShort, formatWeight } from '../views/format-number.ts';
import { barStrip } from '../views/bar-strip.ts';
import { shownExponentials } from '../views/shown-exponentials.ts';
import { columnUnder } from '../views/place-under.ts';
import { scoreBar } from '../views/score-bar.ts';
import { scoreRange, type ScoreScale } from '../views/score-scale.ts';
import { vectorStrip } from '../views/vector-strip.ts';
import { vectorCells } from '../views/vector-cells.ts';
import type { Density } from './attention-stage.ts';
import { PlaygroundElement } from './playground-element.ts';
import { ScoreDrag } from './score-drag.ts';
import { base } from './styles/base.ts';
import { flowStyle } from './styles/flow.ts';
import { stageGrid } from './styles/grid.ts';
import { vectorStyle } from './styles/vector.ts';
import { ValueEditing } from './value-editing.ts';

const scoreHeight = 100;

/** What one render of the flow draws from. */
interface Picture {
  readonly computed: ComputedAttention;
  readonly frame: Frame;
  readonly keyCount: number;
  readonly step: number;
  readonly target: string;
  readonly source: (key: number) => string;
  readonly focusedKey: number;
  /** The current row of a [queryCount, keyCount] array. */
  readonly row: <A extends Float64Array | Uint8Array>(array: A) => A;
}

/** The current step from top to bottom: states, scores, exponentials, weights, shares of the context. */
export class AttentionFlow extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    density: { reflect: true },
  };
  declare density: Density;
  private readonly drag = new ScoreDrag(this, () => this.store, scoreHeight);
  private readonly editing = new ValueEditing(
    () => this.renderRoot,
    () => this.store,
  );

  static override styles = [base, stageGrid, vectorStyle, flowStyle];

  override render(): TemplateResult {
    const picture = this.picture();
    if (!picture) return html`<div class="row loading"><p class="muted">${this.messages.status.loading}</p></div>`;
    return html`<div
      class="flow"
      @keydown=${this.editing.onKeydown}
      @dblclick=${this.editing.onDoubleClick}
      @click=${this.editing.onClick}
      @focusin=${this.onFocusIn}
      @focusout=${() => this.focused.hover({})}
      @pointerover=${this.onPointerOver}
      @pointerleave=${() => this.focused.hover({})}
    >
      ${this.statesRow(picture)} ${this.scoresRow(picture)} ${this.exponentialsRow(picture)} ${this.weightsRow(picture)}
      ${this.contributionsRow(picture)}
    </div>`;
  }

  private picture(): Picture | null {
    const { sentence } = this.store.current.value;
    const computed = this.store.attention.value.value;
    const keyCount = sentence.source.length;
    if (computed?.trace.keyCount !== keyCount || computed.trace.queryCount !== sentence.target.length) {
      return null;
    }
    const step = computed.step;
    return {
      computed,
      frame: this.store.frame.value,
      keyCount,
      step,
      target: tokenLabel(sentence.target[step]?.text ?? '').label,
      source: (key) => tokenLabel(sentence.source[key]?.text ?? '').label,
      focusedKey: this.focused.key.value,
      row: (array) => array.subarray(step * keyCount, (step + 1) * keyCount) as typeof array,
    };
  }

  private columns(picture: Picture, cell: (key: number) => unknown): TemplateResult {
    const columns = Array.from(
      { length: picture.keyCount },
      (_, key) =>
        html`<div class="column ${key === picture.focusedKey ? 'focused' : ''}" data-key=${key}>${cell(key)}</div>`,
    );
    return html`<div class="keys columns">${columns}</div>`;
  }

  /** Where columns are too narrow for numbers: one picture for all, over it what stands at single keys. */
  private denseColumns(picture: Picture, strip: unknown, cell: (key: number) => unknown): TemplateResult {
    const { focusedKey, frame, keyCount, row, computed } = picture;
    const weights = row(computed.trace.weights);
    // Numbers on their way are told apart only when they are few.
    const isShown = (key: number): boolean => key === focusedKey || (!frame.isResting && weights[key] >= 0.02);
    return html`<div class="keys dense" @pointermove=${this.onPointerOver}>
      ${strip}
      ${Array.from({ length: keyCount }, (_, key) => key)
        .filter(isShown)
        .map(
          (key) =>
            html`<div class="column ${key === focusedKey ? 'focused' : ''}" data-key=${key} .style="--key:${key}">
              ${cell(key)}
            </div>`,
        )}
    </div>`;
  }

  /** Bars that stand on the ground, a number under each. */
  private barColumns(
    picture: Picture,
    bars: 'bar-room' | 'well',
    share: (key: number) => number,
    cell: (key: number) => unknown,
  ): TemplateResult {
    if (this.density === 'dense') {
      const shares = Array.from({ length: picture.keyCount }, (_, key) => share(key));
      return this.denseColumns(picture, barStrip(shares), cell);
    }
    return this.columns(
      picture,
      (key) =>
        html`<div class=${bars} .style="--share:${share(key).toFixed(4)}"></div>
          ${cell(key)}`,
    );
  }

  private statesRow(picture: Picture): TemplateResult {
    const { messages, store } = this;
    const { sentence, baseSentence } = store.current.value;
    const { step, frame, source, target, focusedKey } = picture;
    const dim = sentence.stateDim;
    const largest = largestMagnitude(sentence.encoderStates, sentence.decoderStates);
    const query = sentence.decoderStates.subarray(step * dim, (step + 1) * dim);
    const visitor = frame.queryColumn;
    return html`<div class="row states">
      <div class="label with-query">
        <span
          ><b>${messages.stage.states}</b> <span class="symbol">${messages.stage.statesSymbol(step + 1)}</span></span
        >
        ${vectorCells({
          role: 'query',
          values: query,
          largest,
          hasNumbers: true,
          editable: {
            entry: (index) => `decoderStates:${step}:${index}`,
            label: (index) => messages.stage.queryOf(target, index + 1),
            isEdited: (index) => query[index] !== baseSentence.decoderStates[step * dim + index],
            group: () => 'decoderStates',
            isTabStop: (index) => index === 0,
          },
        })}
      </div>
      ${guard([sentence.encoderStates, sentence.decoderStates, focusedKey, this.density, messages, visitor], () =>
        this.columns(picture, (key) =>
          vectorCells({
            role: 'key',
            values: sentence.encoderStates.subarray(key * dim, (key + 1) * dim),
            largest,
            hasNumbers: this.density !== 'dense',
            lit: frame.queryColumn !== null && Math.round(frame.queryColumn) === key ? (frame.termGrowth[key] ?? 0) : 0,
            editable: {
              entry: (index) => `encoderStates:${key}:${index}`,
              label: (index) => messages.stage.stateOf(source(key), index + 1),
              isEdited: (index) =>
                sentence.encoderStates[key * dim + index] !== baseSentence.encoderStates[key * dim + index],
              group: (index) => `encoderStates ${index}`,
              isTabStop: () => key === Math.max(0, focusedKey),
            },
          }),
        ),
      )}
      ${
        visitor === null
          ? ''
          : html`<div class="keys visiting" aria-hidden="true">
              <div
                class="visitor"
                .style="inset-inline-start:${((visitor / picture.keyCount) * 100).toFixed(3)}%;inline-size:${
                  100 / picture.keyCount
                }%"
              >
                ${vectorCells({ role: 'query', values: query, largest, hasNumbers: this.density !== 'dense' })}
              </div>
            </div>`
      }
      <div class="sum"></div>
    </div>`;
  }

  private scoresRow(picture: Picture): TemplateResult {
    const { messages } = this;
    const { computed, frame, step, row, source, target, focusedKey } = picture;
    const { held } = this.drag;
    const sentence = this.store.current.value.baseSentence;
    const scores = row(computed.trace.scores);
    const before = row(computed.baseScores);
    const visible = row(computed.trace.visible);
    const scale: ScoreScale = { height: scoreHeight, range: held?.range ?? scoreRange(computed.trace.scores) };
    const { temperature, isReadonly } = this.store.outline.value;
    return html`<div class="row scores ${isReadonly ? 'fixed' : ''}" @pointerdown=${this.drag.onPointerDown}>
      <div class="label">
        <b>${messages.stage.scores}</b
        ><span>e${temperature === 1 ? '' : `, ${messages.stage.temperature(formatShort(temperature, 3))}`}</span>
      </div>
      ${this.columns(picture, (key) => {
        const score = scores[key];
        const isEdited = computed.isTyped(step, key);
        const ghost = held?.key === key ? held.score : isEdited ? before[key] : null;
        const isHidden = visible[key] === 0;
        const isTabStop = key === Math.max(0, focusedKey);
        const hasNumber = this.density !== 'dense' || key === focusedKey;
        const growth = frame.scoreGrowth[key] ?? 1;
        // In a drag one of many bars moves.
        return guard(
          [
            ...[score, ghost, scale.range, isHidden, isEdited, hasNumber, growth, isTabStop],
            ...[step, sentence, messages, isReadonly],
          ],
          () =>
            scoreBar({
              score,
              ghost,
              scale,
              isHidden,
              isEdited,
              hasNumber,
              growth,
              entry: `scores:${step}:${key}`,
              label: messages.stage.scoreOf(source(key), target),
              describedBy: 'score-hint',
              isTabStop,
              isReadonly,
              valueText: score === -Infinity ? messages.stage.minusInfinity : formatFull(score),
            }),
        );
      })}
      <div class="sum muted">
        <span id="score-hint" class="visually-hidden"
          >${isReadonly ? messages.stage.readonlyHint : messages.stage.scoreHint}</span
        >${isReadonly ? '' : html`<span class="drag-me" aria-hidden="true">↕ ${messages.stage.dragMe}</span>`}
      </div>
    </div>`;
  }

  private exponentialsRow(picture: Picture): TemplateResult {
    const { messages } = this;
    const { computed, frame, keyCount, step, row } = picture;
    const { temperature } = this.store.outline.value;
    const shown = shownExponentials(computed.trace, step);
    const visible = row(computed.trace.visible);
    const largest = Math.max(...shown.values, Number.MIN_VALUE);
    const digits = this.density === 'roomy' || this.density === 'medium' ? 3 : 1;
    return html`<div class="row exponentials">
      <div class="label">
        <b>${messages.stage.exponentials}</b><span>${exponentialLabel(temperature, shown.isShifted)}</span>
      </div>
      ${this.barColumns(
        picture,
        'bar-room',
        (key) => (shown.values[key] / largest) * frame.exponentialGrowth,
        (key) => {
          const value = shown.values[key];
          const text = visible[key] === 0 ? '0' : formatFixed(value, digits);
          return html`${this.numberAt(picture, key, text, frame.exponentialGrowth, value)}
          ${frame.sumTravel > 0 && frame.sumTravel < 1 ? this.flying(text, frame.sumTravel, keyCount - key) : ''}`;
        },
      )}
      <div class="sum" .style="opacity:${frame.sumTravel}">
        <span class="amount" title=${formatFull(shown.sum)}>Σ ${formatFixed(shown.sum, 3)}</span>
      </div>
    </div>`;
  }

  private weightsRow(picture: Picture): TemplateResult {
    const { messages } = this;
    const { computed, frame, keyCount, row, step } = picture;
    const weights = row(computed.trace.weights);
    const isEmpty = computed.trace.isEmpty[step] === 1;
    const growth = frame.weightGrowth;
    return html`<div class="row weights">
      <div class="label"><b>${messages.stage.weights}</b><span>α</span></div>
      ${this.barColumns(
        picture,
        'well',
        (key) => weights[key] * growth,
        (key) => {
          const text = formatWeight(weights[key]);
          return growth > 0 && growth < 1
            ? this.flying(text, 1 - growth, keyCount - key)
            : this.numberAt(picture, key, text, growth, weights[key]);
        },
      )}
      <div class="sum" .style="opacity:${frame.weightGrowth}">
        <span class="amount">Σ ${formatShort(computed.trace.weightSums[step] ?? 0, 3)}</span>
      </div>
      ${isEmpty ? html`<p class="empty" role="status">${messages.stage.seesNothing}</p>` : ''}
    </div>`;
  }

  private contributionsRow(picture: Picture): TemplateResult {
    const { messages } = this;
    const { computed, frame, step } = picture;
    const { detail, trace } = computed;
    const dim = detail.valueDim;
    const context = trace.context.subarray(step * dim, (step + 1) * dim);
    const largest = largestMagnitude(this.store.current.value.sentence.encoderStates, context);
    const { contributions } = detail;
    return html`<div class="row contributions" .style="--cells:${dim}">
      <div class="label"><b>${messages.stage.contributions}</b><span>α h</span></div>
      ${
        this.density === 'dense'
          ? this.denseColumns(
              picture,
              vectorStrip({ values: contributions, dim, largest, growth: frame.contributionGrowth }),
              () => '',
            )
          : this.contributionColumns(picture, largest)
      }
      <div class="sum context" .style="opacity:${frame.contextGrowth}">
        <span class="context-name">c</span>
        ${vectorCells({ role: 'context', values: context, largest, hasNumbers: frame.isResting })}
      </div>
    </div>`;
  }

  private contributionColumns(picture: Picture, largest: number): TemplateResult {
    const { computed, frame, keyCount } = picture;
    const { contributions, valueDim } = computed.detail;
    return this.columns(picture, (key) => {
      const values = contributions.subarray(key * valueDim, (key + 1) * valueDim);
      const cells = vectorCells({ role: 'value', values, largest, hasNumbers: true });
      const travel = frame.contributionTravel[key] ?? 1;
      return html`<div class="share" .style="opacity:${frame.contributionGrowth[key] ?? 1}">${cells}</div>
        ${travel > 0 && travel < 1 ? this.flying(cells, travel, keyCount - key) : ''}`;
    });
  }

  private numberAt(
    picture: Picture,
    key: number,
    text: string,
    opacity: number,
    value: number,
  ): TemplateResult | string {
    if (this.density === 'dense' && key !== picture.focusedKey) return '';
    return html`<span class="number" .style="opacity:${opacity}" title=${formatFull(value)}>${text}</span>`;
  }

  /** A copy on its way to the sum, which stands `columns` to the right of its own place; `travel` is the share of the way. */
  private flying(content: unknown, travel: number, columns: number): TemplateResult {
    return html`<div class="flying" aria-hidden="true" .style="--travel:${travel.toFixed(4)};--columns:${columns}">
      ${content}
    </div>`;
  }

  private readonly onFocusIn = (event: FocusEvent): void => {
    this.editing.onFocusIn(event);
    this.focused.hover({ key: this.keyUnder(event) });
  };

  private readonly onPointerOver = (event: PointerEvent): void => {
    if (this.drag.held === null) this.focused.hover({ key: this.keyUnder(event) });
  };

  private keyUnder(event: Event): number | null {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key], .dense') : null;
    if (!place) return null;
    if (place.dataset.key !== undefined) return Number(place.dataset.key);
    const { source } = this.store.current.peek().sentence;
    return event instanceof PointerEvent ? columnUnder(place, event.clientX, source.length) : null;
  }
}

/** What the row of exponentials shows: of the score, divided by a temperature other than 1, less the largest where needed. */
function exponentialLabel(temperature: number, isShifted: boolean): string {
  const logit = temperature === 1 || temperature === 0 ? 'e' : 'e/T';
  return `exp(${logit}${isShifted ? ' − m' : ''})`;
}

function largestMagnitude(...arrays: readonly Float64Array[]): number {
  let largest = 0;
  for (const array of arrays) for (const value of array) largest = Math.max(largest, Math.abs(value));
  return largest;
}

customElements.define('attention-flow', AttentionFlow);
