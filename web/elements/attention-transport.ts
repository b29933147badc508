import { css, html, nothing, type TemplateResult } from 'lit';
import { phases, timelineEnd } from '../timeline/frame.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** Offered; links can have others. */
const speeds = [0.25, 0.5, 1, 2];

/** Plays, steps and scrubs through score → softmax → context. */
export class AttentionTransport extends PlaygroundElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .bar {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 4px 14px;
        align-items: center;
      }
      .buttons {
        display: flex;
        gap: 4px;
      }
      .buttons button {
        inline-size: 40px;
        padding: 0;
        font-size: var(--text-body);
      }
      .track {
        position: relative;
        padding-block-start: 18px;
      }
      .names {
        position: absolute;
        inset-block-start: 0;
        inset-inline: 0;
        display: grid;
        grid-template-columns: repeat(3, 1fr);
        font-size: 0.75rem;
        color: var(--text-muted);
        text-align: center;
      }
      .names .current {
        color: var(--text);
        font-weight: 600;
      }
      input[type='range'] {
        display: block;
        margin: 0;
      }
      select {
        inline-size: auto;
        font-size: var(--text-small);
      }
      .caption {
        grid-column: 1 / -1;
        font-size: var(--text-small);
        color: var(--text-muted);
      }
      @container (max-width: 480px) {
        .bar {
          grid-template-columns: 1fr auto;
        }
        .track {
          grid-row: 1;
          grid-column: 1 / -1;
        }
      }
      @media (pointer: coarse) {
        .buttons button {
          inline-size: var(--touch);
        }
        input[type='range'] {
          min-block-size: 36px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const { transport } = messages;
    const frame = store.frame.value;
    const isPlaying = store.isPlaying.value;
    const { speed } = store.outline.value;
    const phaseName = frame.isResting ? transport.done : transport.phases[frame.phase];
    return html`<div class="bar" role="group" aria-label=${transport.label}>
      <div class="buttons">
        <button aria-label=${transport.previous} title=${transport.previous} @click=${() => store.stepPhase(-1)}>
          ${icon('M11 3 5 8l6 5zM3 3h1.6v10H3z')}
        </button>
        <button
          class="primary"
          aria-label=${isPlaying ? transport.pause : transport.play}
          title=${isPlaying ? transport.pause : transport.play}
          @click=${() => (isPlaying ? store.pause() : store.play())}
        >
          ${isPlaying ? icon('M4 3h3v10H4zM9 3h3v10H9z') : icon('M4 2.5 13 8l-9 5.5z')}
        </button>
        <button aria-label=${transport.next} title=${transport.next} @click=${() => store.stepPhase(1)}>
          ${icon('M5 3l6 5-6 5zM11.4 3H13v10h-1.6z')}
        </button>
      </div>
      <div class="track">
        <div class="names" aria-hidden="true">
          ${phases.map(
            ({ name }) =>
              html`<span class=${frame.phase === name && !frame.isResting ? 'current' : ''}
                >${transport.phases[name]}</span
              >`,
          )}
        </div>
        <input
          type="range"
          min="0"
          max=${timelineEnd}
          step="0.05"
          aria-label=${transport.scrub}
          aria-valuetext=${transport.moment(phaseName, frame.time.toFixed(1))}
          .value=${String(frame.time)}
          @input=${(event: Event) => store.seek(Number((event.target as HTMLInputElement).value))}
        />
      </div>
      <select
        aria-label=${transport.speed}
        title=${transport.speed}
        @change=${(event: Event) => store.setSpeed(Number((event.target as HTMLSelectElement).value))}
      >
        ${[...new Set([...speeds, speed])].map((value) => html`<option value=${value} .selected=${value === speed}>${value}×</option>`)}
      </select>
      ${frame.isResting ? nothing : html`<p class="caption">${transport.captions[frame.phase]}</p>`}
    </div>`;
  }
}

function icon(path: string): TemplateResult {
  return html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${path} fill="currentColor" />
  </svg>`;
}

customElements.define('attention-transport', AttentionTransport);
