import { css, html, svg, type TemplateResult } from 'lit';
import { exampleIds, sceneOf } from '../model/examples.ts';
import { tokenLabel } from '../model/token-label.ts';
import { weightOpacity } from '../views/heatmap-image.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** The built-in examples, each with a picture: its alignment, computed by the engine like every other. */
export class AttentionExamples extends PlaygroundElement {
  static override styles = [
    base,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(232px, 100%), 1fr));
        gap: 8px;
        list-style: none;
      }
      button {
        inline-size: 100%;
        block-size: 100%;
        display: grid;
        grid-template-columns: 64px minmax(0, 1fr);
        gap: 12px;
        padding: 10px;
        text-align: start;
        justify-items: start;
        align-items: start;
      }
      button[aria-pressed='true'] {
        background: var(--surface);
        color: var(--text);
        box-shadow: inset 0 0 0 2px var(--text);
      }
      svg {
        inline-size: 64px;
        block-size: 64px;
        background: var(--surface);
        border: 1px solid var(--hairline);
        border-radius: 3px;
      }
      rect {
        opacity: var(--ink);
        fill: color-mix(in srgb, var(--weight) calc(100% * var(--ink)), var(--weight-faint));
      }
      b {
        font-size: var(--text-body);
        font-weight: 600;
        line-height: 1.3;
        display: block;
      }
      .hint {
        font-size: var(--text-small);
        line-height: 1.4;
        color: var(--text-muted);
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const { example } = store.outline.value;
    const previews = this.playground.previews.weights.value;
    return html`<ul>
      ${exampleIds.map((id) => {
        const sentence = sceneOf(id).sentences[0];
        const weights = previews[id];
        const [rows, columns] = [sentence.target.length, sentence.source.length];
        return html`<li>
          <button aria-pressed=${id === example} @click=${() => this.choose(id)}>
            <svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" aria-hidden="true">
              ${
                weights
                  ? Array.from(weights, (weight, index) =>
                      weight < 0.03
                        ? ''
                        : svg`<rect x=${index % columns} y=${Math.floor(index / columns)} width="1.02" height="1.02"
                          .style="--ink:${weightOpacity(weight).toFixed(2)}"></rect>`,
                    )
                  : ''
              }
            </svg>
            <span>
              <b dir="auto"
                >${messages.examples.names[id] ?? sentence.source.map(({ text }) => tokenLabel(text).label).join(' ')}</b
              >
              <span class="hint">${messages.examples.hints[id] ?? ''}</span>
            </span>
          </button>
        </li>`;
      })}
    </ul>`;
  }

  private choose(id: string): void {
    this.store.chooseExample(id);
    this.dispatchEvent(new Event('chosen', { bubbles: true, composed: true }));
  }
}

customElements.define('attention-examples', AttentionExamples);
