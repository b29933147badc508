import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { patternMessagesFor, type PatternMessages } from '../locales/patterns.ts';
import {
  createPatternTimes,
  timedCounts,
  timedDim,
  timedRadius,
  type PatternTimes,
  type PatternTimesState,
} from '../state/pattern-times.ts';
import { formatMilliseconds, formatSignificant } from '../views/format-number.ts';
import { growthPerDoubling, largestPoints } from '../views/growth.ts';
import { profilePlot, type PlotLine } from '../views/profile-plot.ts';
import { profilePoints } from '../views/profile-points.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { patternsStyle } from './styles/patterns.ts';
import { profileStyle } from './styles/profile.ts';

/** Fused attention in full and within a window, timed on this device over the length of the text. */
export class AttentionPatternTimes extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    times: { state: true },
    isTable: { state: true },
    plotWidth: { state: true },
  };
  declare private times: PatternTimes | null;
  declare private isTable: boolean;
  declare private plotWidth: number;

  static override styles = [base, profileStyle, patternsStyle];

  private readonly sizeObserver = new ResizeObserver(([{ contentRect }]) => {
    this.plotWidth = Math.round(Math.min(640, contentRect.width));
  });

  constructor() {
    super();
    this.times = null;
    this.isTable = false;
    this.plotWidth = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.times = createPatternTimes(this.playground.engines);
    this.sizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.times?.stop();
    this.times = null;
    this.sizeObserver.disconnect();
  }

  private get texts(): PatternMessages['times'] {
    return patternMessagesFor(this.store.outline.value.lang).times;
  }

  override render(): TemplateResult | typeof nothing {
    const { times, texts } = this;
    if (!times) return nothing;
    const state = times.state.value;
    const isMeasuring = state.status === 'measuring';
    const { running } = this.store.engineReport.value;
    const engine = running ? this.messages.engine.names[running] : '';
    return html`<section aria-labelledby="cost">
      <h3 id="cost">${texts.title}</h3>
      <p class="lead small muted">${texts.lead(timedRadius, timedDim, engine)}</p>
      <div class="run">
        <button
          class=${isMeasuring ? '' : 'primary'}
          @click=${() => (isMeasuring ? times.stop() : void times.measure())}
        >
          ${isMeasuring ? texts.stop : state.status === 'idle' ? texts.measure : texts.again}
        </button>
        <button
          aria-pressed=${this.isTable}
          ?hidden=${state.full.length === 0}
          @click=${() => (this.isTable = !this.isTable)}
        >
          ${texts.asTable}
        </button>
        <span class="small muted" role="status">${texts.status[state.status]}</span>
      </div>
      ${state.full.length === 0 ? nothing : this.result(state)}
    </section>`;
  }

  private result(state: PatternTimesState): TemplateResult {
    const { texts } = this;
    const lines: readonly PlotLine[] = [
      { mark: 'square', label: texts.lines.full, points: state.full },
      { mark: 'diamond', label: texts.lines.window, points: state.window },
    ];
    const ends = lines.map(({ label, points }) => {
      const { size, milliseconds } = points.at(-1)!;
      return texts.end(label, size, formatMilliseconds(milliseconds));
    });
    const description = texts.describe(ends.join(' '));
    const [full, window] = lines.map(({ points }) => growthPerDoubling(largestPoints(points)));
    return html`${
      this.isTable
        ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="cost">
            ${profilePoints(lines, texts.sizeShort, description)}
          </div>`
        : html`<div class="picture">
            ${
              this.plotWidth < 200
                ? nothing
                : profilePlot(lines, timedCounts, this.plotWidth, { size: texts.size, description, point: texts.point })
            }
          </div>`
    }
    ${
      full && window
        ? html`<p class="note">${texts.growth(formatSignificant(full, 2), formatSignificant(window, 2))}</p>`
        : nothing
    }`;
  }
}

customElements.define('attention-pattern-times', AttentionPatternTimes);
