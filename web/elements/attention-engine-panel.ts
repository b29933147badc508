import { css, html, nothing, type TemplateResult } from 'lit';
import type { Settings } from '../state/settings.ts';
import { formatFixed } from '../views/format-number.ts';
import { PlaygroundElement } from './playground-element.ts';
import './attention-numbers.ts';
import { base } from './styles/base.ts';
import { panelStyle } from './styles/panel.ts';

/** Which engine computes the numbers, and why the others do not. */
export class AttentionEnginePanel extends PlaygroundElement {
  static override styles = [
    base,
    panelStyle,
    css`
      ul {
        display: grid;
        gap: 8px;
        list-style: none;
        font-size: var(--text-small);
      }
      li {
        display: grid;
        grid-template-columns: 14px minmax(0, 1fr);
        gap: 8px;
      }
      .mark {
        inline-size: 9px;
        block-size: 9px;
        margin-block-start: 6px;
        border-radius: 50%;
        border: 1.5px solid var(--line-strong);
      }
      /* Its time changes with every computation: it must not lay out the panel each time. */
      .running-line {
        contain: size layout;
        display: block;
        block-size: 1.5em;
        white-space: nowrap;
      }
      .note {
        display: block;
      }
      .running .mark {
        background: var(--value);
        border-color: var(--value);
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const { engine } = messages;
    const report = store.engineReport.value;
    // In a drag the time of each computation is noise that would lay out and paint this panel in every frame.
    const computed = (store.isInGesture.value ? store.attention.peek() : store.attention.value).value;
    const wanted = store.outline.value.engine;
    return html`<section aria-labelledby="title">
      <h2 id="title">${engine.title}</h2>
      <select
        aria-label=${engine.title}
        @change=${(event: Event) => store.setEngine((event.target as HTMLSelectElement).value as Settings['engine'])}
      >
        <option value="auto" .selected=${wanted === 'auto'}>${engine.auto}</option>
        ${report.engines.map(
          ({ name, state }) =>
            html`<option value=${name} .selected=${wanted === name} ?disabled=${state === 'unavailable'}>
              ${engine.names[name]}
            </option>`,
        )}
      </select>
      <ul>
        ${report.engines.map(({ name, state, reason, isFramed, deviceName, limitation }) => {
          const isRunning = computed?.engineName === name;
          return html`<li class=${isRunning ? 'running' : ''}>
            <span class="mark" aria-hidden="true"></span>
            <span
              >${
                isRunning
                  ? html`<span class="running-line"
                      >${engine.running(engine.names[name], computed.threadCount, formatFixed(computed.milliseconds, 2))}</span
                    >`
                  : `${engine.names[name]}: ${engine.states[state] ?? state}`
              }
              ${[
                reason && (engine.reasons[reason] ?? reason),
                isFramed && !reason && engine.framed,
                deviceName !== undefined && engine.device(deviceName),
                limitation && (engine.limitations[limitation] ?? limitation),
              ].map((note) => (note ? html`<span class="note muted">${note}</span>` : nothing))}
            </span>
          </li>`;
        })}
      </ul>
      <p class="small muted">${engine.precision}</p>
      <attention-numbers .playground=${this.playground}></attention-numbers>
    </section>`;
  }
}

customElements.define('attention-engine-panel', AttentionEnginePanel);
