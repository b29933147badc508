import { css, html, nothing, svg, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Token } from '../model/scene.ts';
import { tokenLabel } from '../model/token-label.ts';
import { textDirection } from '../views/text-direction.ts';
import { shorten } from '../views/shorten.ts';
import { links } from '../views/links.ts';
import type { Density } from './attention-stage.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { stageGrid } from './styles/grid.ts';

/** Characters; a word that stands upright takes its length in height. */
const longestUprightWord = 16;

/** Target words above, source words in their columns below, joined by lines as thick as the weight. */
export class AttentionWords extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, density: { reflect: true } };
  declare density: Density;

  static override styles = [
    base,
    stageGrid,
    css`
      .targets {
        justify-items: center;
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: 1fr;
      }
      .word {
        min-inline-size: 0;
        inline-size: 100%;
        padding: 4px 2px;
        border-color: transparent;
        font-size: var(--text-body);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        display: block;
      }
      .word.padding {
        color: var(--text-muted);
        font-style: italic;
      }
      .targets .word {
        inline-size: auto;
        max-inline-size: 100%;
        padding-inline: min(16px, 12%);
        border-radius: 18px;
      }
      .targets .word[aria-current] {
        color: var(--ground);
        background: var(--text);
      }
      .targets .word:not([aria-current]) {
        color: var(--text-muted);
      }
      .sources .word {
        font-weight: 600;
      }
      .sources .word[aria-pressed='true'] {
        background: transparent;
        color: inherit;
        box-shadow: inset 0 -2px 0 var(--text);
        border-radius: 0;
      }
      :host([density='dense']) .word,
      .slim .word {
        writing-mode: vertical-rl;
        rotate: 180deg;
        overflow: visible;
        font-size: var(--text-small);
        line-height: 1.1;
        min-inline-size: 0;
        min-block-size: 0;
        padding: 0;
        inline-size: auto;
        block-size: auto;
        justify-self: center;
        margin-inline: auto;
        text-align: start;
      }
      /* Without a transform for each of a hundred words, where the browser can. */
      @supports (writing-mode: sideways-lr) {
        :host([density='dense']) .word,
        .slim .word {
          writing-mode: sideways-lr;
          rotate: none;
        }
      }
      :host([density='dense']) .targets,
      .slim {
        align-items: end;
      }
      :host([density='dense']) .sources .column {
        justify-content: start;
        align-self: start;
      }
      :host([density='medium']) .word,
      :host([density='compact']) .word {
        font-size: var(--text-small);
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 54px;
        overflow: visible;
      }
      svg:dir(rtl) {
        transform: scaleX(-1);
      }
      path {
        fill: none;
        vector-effect: non-scaling-stroke;
        stroke-linecap: round;
      }
      .other path {
        stroke: var(--hairline);
        stroke-width: 1;
      }
      .own path {
        stroke: var(--weight);
        opacity: 0.5;
      }
      .own path.focused {
        opacity: 0.9;
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const { sentence } = store.current.value;
    const { step, focusKey } = store.outline.value;
    const computed = store.attention.value.value;
    const trace = computed?.trace.keyCount === sentence.source.length ? computed.trace : null;
    const keyCount = sentence.source.length;
    const targetDirection = textDirection(sentence.target);
    const rowStart = step * keyCount;
    const focusedKey = this.focused.key.value;
    // Target words share the width of the source columns; more of them than columns have to stand upright.
    const isSlim = sentence.target.length > keyCount * 1.6 && this.density !== 'roomy' && this.density !== 'medium';
    return html`
      <div class="row">
        <div class="label"><b>${messages.stage.target}</b></div>
        <div
          class="keys targets ${isSlim ? 'slim' : ''}"
          dir=${targetDirection}
          role="group"
          aria-label=${messages.stage.targetWords}
        >
          ${guard([sentence.target, step, this.density], () =>
            sentence.target.map((token, t) => this.word(token, t, t === step)),
          )}
        </div>
        <div class="sum"></div>
      </div>
      <div class="row" aria-hidden="true">
        <div class="label"></div>
        <div class="keys">
          ${
            trace
              ? svg`<svg viewBox="0 0 ${keyCount} 1" preserveAspectRatio="none">${links({
                  targetCount: sentence.target.length,
                  sourceCount: keyCount,
                  step,
                  isTargetMirrored: targetDirection !== textDirection(sentence.source),
                  weights: trace.weights.subarray(rowStart, rowStart + keyCount),
                  focusKey: focusedKey,
                  growth: store.frame.value.weightGrowth,
                  largestKeys: trace.largestKey,
                })}</svg>`
              : html`<svg></svg>`
          }
        </div>
        <div class="sum"></div>
      </div>
      <div class="row sources" role="group" aria-label=${messages.stage.sourceWords}>
        <div class="label"><b>${messages.stage.source}</b></div>
        <div class="keys columns">
          ${guard([sentence.source, focusKey, focusedKey, this.density], () =>
            sentence.source.map((token, i) => this.sourceColumn(token, i, focusKey, focusedKey)),
          )}
        </div>
        <div class="sum"></div>
      </div>
    `;
  }

  private labelOf(token: Token): string {
    const { label } = tokenLabel(token.text);
    return this.density === 'dense' ? shorten(label, longestUprightWord) : label;
  }

  private word(token: Token, t: number, isCurrent: boolean): TemplateResult {
    return html`<button
      class="word plain ${token.isPadding ? 'padding' : ''}"
      dir="auto"
      title=${token.text}
      aria-current=${isCurrent ? 'step' : nothing}
      tabindex=${isCurrent ? 0 : -1}
      @click=${() => this.store.chooseStep(t)}
      @keydown=${this.onArrow}
    >
      ${this.labelOf(token)}
    </button>`;
  }

  private sourceColumn(token: Token, i: number, focusKey: number, focusedKey: number): TemplateResult {
    return html`<div
      class="column ${i === focusedKey ? 'focused' : ''}"
      @pointerenter=${() => this.focused.hover({ key: i })}
      @pointerleave=${() => this.focused.hover({})}
    >
      <button
        class="word plain ${token.isPadding ? 'padding' : ''}"
        dir="auto"
        title=${token.text}
        aria-pressed=${i === focusKey}
        tabindex=${i === Math.max(0, focusedKey) ? 0 : -1}
        @click=${() => this.store.setFocusKey(i === focusKey ? -1 : i)}
        @focus=${() => this.focused.hover({ key: i })}
        @blur=${() => this.focused.hover({})}
        @keydown=${this.onArrow}
      >
        ${this.labelOf(token)}
      </button>
    </div>`;
  }

  /** Left and right walk through the words of a row; each row is one Tab stop. */
  private readonly onArrow = (event: KeyboardEvent): void => {
    const direction = getComputedStyle(event.currentTarget as Element).direction === 'rtl' ? -1 : 1;
    const by = { ArrowLeft: -direction, ArrowRight: direction }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    const button = event.currentTarget as HTMLElement;
    const words = [...(button.closest('.row')?.querySelectorAll<HTMLElement>('.word') ?? [])];
    const next = words[words.indexOf(button) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (next.closest('.targets')) next.click();
  };
}

customElements.define('attention-words', AttentionWords);
