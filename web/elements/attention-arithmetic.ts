import { css, html, nothing, type TemplateResult } from 'lit';
import { tokenLabel } from '../model/token-label.ts';
import { formatFull, formatPercent, formatShort } from '../views/format-number.ts';
import { shownExponentials } from '../views/shown-exponentials.ts';
import {
  contextArithmetic,
  contributionArithmetic,
  exponentialArithmetic,
  scoreArithmetic,
  weightArithmetic,
  type ArithmeticInput,
  type Mathml,
} from '../views/worked-arithmetic.ts';
import { OwnLayout } from './own-layout.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { panelStyle } from './styles/panel.ts';

/** How the focused weight comes about, number by number. */
export class AttentionArithmetic extends PlaygroundElement {
  static override styles = [
    base,
    panelStyle,
    css`
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 10px 14px;
        align-items: center;
        overflow-x: auto;
        scrollbar-width: thin;
      }
      dt {
        font-size: var(--text-small);
        color: var(--text-muted);
      }
      dd {
        padding-block: 1px;
      }
      math {
        font-size: 1.0625rem;
        font-family: 'Latin Modern Math', 'STIX Two Math', 'Cambria Math', math, 'Inter Variable', sans-serif;
      }
      mn {
        font-family: 'Inter Variable', Inter, system-ui, sans-serif;
        font-variant-numeric: tabular-nums;
        font-size: 0.9em;
      }
      msub > :last-child,
      msup > :last-child {
        font-size: 0.7em;
      }
      .result {
        font-weight: 700;
      }
      .focused {
        border-block-end: 2px solid var(--weight);
      }
      .say {
        font-size: var(--text-large);
        line-height: 1.35;
      }
      @media (max-width: 420px) {
        dl {
          grid-template-columns: minmax(0, 1fr);
          gap: 2px;
        }
        dd + dt {
          margin-block-start: 8px;
        }
      }
    `,
  ];

  private readonly ownLayout = new OwnLayout(this, () => this.renderRoot.querySelector('.own-layout'));

  override render(): TemplateResult {
    const { messages, store } = this;
    this.ownLayout.isHeld = store.isInGesture.value;
    const computed = store.attention.value.value;
    const key = this.focused.key.value;
    if (!computed || key < 0 || key >= computed.trace.keyCount) {
      return this.panel(html`<p class="muted small">${messages.arithmetic.none}</p>`);
    }
    const { trace, step: row, input, detail, current } = computed;
    const at = row * trace.keyCount + key;
    const arithmetic: ArithmeticInput = { input, trace, detail, row, key };
    const source = tokenLabel(current.sentence.source[key]?.text ?? '').label;
    const target = tokenLabel(current.sentence.target[row]?.text ?? '').label;
    const weight = trace.weights[at];
    if (trace.isEmpty[row] === 1) return this.panel(html`<p>${messages.arithmetic.empty}</p>`);

    const isTyped = input.score.scoreFunction === 'given' || computed.isTyped(row, key);
    const scoreFormula = isTyped ? null : scoreArithmetic(arithmetic);
    const context = contextArithmetic(arithmetic);
    const entropy = trace.entropy[row];
    const { isShifted } = shownExponentials(trace, row);
    return this.panel(html`
      <p class="say">${messages.arithmetic.sentence(isolate(source), formatPercent(weight), isolate(target))}</p>
      ${trace.visible[at] === 0 ? html`<p class="small">${messages.arithmetic.hidden}</p>` : nothing}
      <dl>
        <dt>${messages.arithmetic.score}</dt>
        <dd>
          ${
            scoreFormula
              ? formula(scoreFormula)
              : html`<math
                    ><msub><mi>e</mi><mn>${row + 1},${key + 1}</mn></msub
                    ><mo>=</mo><mn>${formatFull(trace.scores[at])}</mn></math
                  >
                  <span class="muted small">${this.originOfScore(computed.isTyped(row, key))}</span>`
          }
        </dd>
        <dt>${messages.arithmetic.exponential}</dt>
        <dd>${formula(exponentialArithmetic(arithmetic))}</dd>
        <dt>${messages.arithmetic.weight}</dt>
        <dd>${formula(weightArithmetic(arithmetic))}</dd>
        <dt>${messages.arithmetic.contribution}</dt>
        <dd>${formula(contributionArithmetic(arithmetic))}</dd>
        <dt>${messages.arithmetic.context}</dt>
        <dd>
          ${formula(context.formula)}
          ${context.leftOut > 0 ? html`<span class="muted small">${messages.arithmetic.more(context.leftOut)}</span>` : nothing}
        </dd>
      </dl>
      ${input.temperature === 0 ? html`<p class="small muted">${messages.arithmetic.zeroTemperature}</p>` : nothing}
      ${isShifted ? html`<p class="small muted">${messages.arithmetic.shifted}</p>` : nothing}
      <p class="small muted">
        ${messages.arithmetic.spread(formatShort(entropy, 3), formatShort(Math.exp(entropy), 2))}
      </p>
    `);
  }

  private panel(content: TemplateResult): TemplateResult {
    return html`<div class="own-layout">
      <section aria-labelledby="title">
        <h2 id="title">${this.messages.arithmetic.title}</h2>
        ${content}
      </section>
    </div>`;
  }

  private originOfScore(isTyped: boolean): string {
    const { arithmetic } = this.messages;
    const { origin } = this.store.scene.value;
    if (isTyped) return arithmetic.typed;
    if (origin === 'importedScores') return arithmetic.importedScore;
    return origin === 'imported' ? arithmetic.imported : arithmetic.typed;
  }
}

/** One <math> a piece, so that a narrow panel breaks the line between pieces. */
const formula = (pieces: readonly Mathml[]): TemplateResult[] =>
  pieces.map((piece) => html`<math displaystyle="true">${piece}</math> `);

/** Keeps a right-to-left word from turning the sentence around it. */
const isolate = (word: string): string => `\u2068${word}\u2069`;

customElements.define('attention-arithmetic', AttentionArithmetic);
