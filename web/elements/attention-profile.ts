import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import {
  countChoices,
  curveKey,
  dimChoices,
  fusedBytesOf,
  profiledScoreFunctions,
  tracedBytesOf,
  type CurveAxis,
  type CurveChoice,
  type ProfiledEngine,
  type Workload,
} from '../state/profile-curves.ts';
import type { ProfileState } from '../state/profile-state.ts';
import { availableChoice, createProfile, type Profile } from '../state/profile.ts';
import { formatBytes, formatPercent, formatSignificant } from '../views/format-number.ts';
import { profileRows } from '../views/profile-rows.ts';
import { PlaygroundElement } from './playground-element.ts';
import './attention-profile-curve.ts';
import { base } from './styles/base.ts';
import { profileStyle } from './styles/profile.ts';

/** Below this many products a call of WebAssembly is mostly the way in and out: it takes some 0.03 ms, whatever it computes. */
const tinyWork = 5_000;
/** From here on the quickest formula is no matter of chance. */
const tellingWork = 100_000;

/** Times every engine with every score function, on the words in view and over growing sizes. */
export class AttentionProfile extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    choice: { state: true },
    isTable: { state: true },
  };
  declare private choice: CurveChoice;
  declare private isTable: boolean;
  private readonly profile: Profile = createProfile();

  static override styles = [base, profileStyle];

  constructor() {
    super();
    this.choice = { engine: 'wasmSimdRelaxed', dim: 64, count: 256 };
    this.isTable = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.profile.stop();
  }

  override render(): TemplateResult {
    const state = this.profile.state.value;
    return html`<div class="content">
      ${this.runLine(state)} ${state.rows.length > 0 ? this.wordsInView(state) : nothing}
      ${state.rows.length > 0 ? this.curves(state) : nothing}
    </div>`;
  }

  private runLine({ status, progress }: ProfileState): TemplateResult {
    const { profile } = this.messages;
    const isMeasuring = status === 'measuring';
    const told = isMeasuring ? profile.status.measuring(formatPercent(progress)) : profile.status[status];
    return html`<div class="run">
      <button class=${isMeasuring ? '' : 'primary'} @click=${isMeasuring ? this.onStop : this.onMeasure}>
        ${isMeasuring ? profile.stop : status === 'idle' ? profile.measure : profile.measureAgain}
      </button>
      ${isMeasuring ? html`<progress aria-label=${profile.progress} .value=${progress} max="1"></progress>` : nothing}
      <span class="small muted" aria-hidden=${isMeasuring ? 'true' : nothing}>${told}</span>
      <span class="visually-hidden" role="status">${isMeasuring || status === 'idle' ? '' : told}</span>
    </div>`;
  }

  private wordsInView({ rows, measured, peak }: ProfileState): TemplateResult {
    const { profile } = this.messages;
    if (!measured) return html``;
    const { queryCount, keyCount, keyDim, attentionDim } = measured;
    const caption = profile.caption(queryCount, keyCount, keyDim, attentionDim);
    const work = queryCount * keyCount * keyDim;
    return html`<section class="words" aria-labelledby="in-view">
      <h3 id="in-view">${profile.inView}</h3>
      <p class="small muted note">${caption}</p>
      ${
        this.store.outline.value.scoreFunction === 'given'
          ? html`<p class="small muted note">${profile.given}</p>`
          : nothing
      }
      <div class="scroll" tabindex="0" role="group" aria-label=${profile.inView}>
        ${profileRows(
          rows.map(({ engine, threadCount, isRelaxed, deviceName, ...row }) => ({
            ...row,
            name: profile.engines[engine],
            otherMemory: engine === 'webgpu' ? profile.gpuMemory : profile.noMemory,
            detail: deviceName ?? profile.threads(threadCount, isRelaxed),
          })),
          profiledScoreFunctions,
          { ...profile, caption },
          work >= tellingWork,
        )}
      </div>
      <div class="notes">
        ${work < tinyWork ? html`<p class="small note">${profile.tiny}</p>` : nothing}
        ${peak === null ? nothing : html`<p class="small muted note">${profile.peak(formatSignificant(peak, 2))}</p>`}
        <p class="small muted note">${profile.differenceNote}</p>
        <p class="small muted note">${this.arraysOf(measured)} ${profile.growth} ${profile.memoryGrowth}</p>
        <details>
          <summary>${profile.flops}</summary>
          <ul class="small muted">
            ${profile.flopsFormulas.map((formula) => html`<li>${formula}</li>`)}
          </ul>
          <p class="small muted note">${profile.flopsNote}</p>
        </details>
      </div>
    </section>`;
  }

  private arraysOf(measured: Workload): string {
    return this.messages.profile.arrays(formatBytes(fusedBytesOf(measured)), formatBytes(tracedBytesOf(measured)));
  }

  private curves(state: ProfileState): TemplateResult {
    const { profile } = this.messages;
    const { rows, curves } = state;
    const choice = availableChoice(state, this.choice);
    const engines = rows.map(({ engine }) => engine);
    const curve = (axis: CurveAxis, choices: readonly number[], fixed: 'dim' | 'count'): TemplateResult =>
      html`<attention-profile-curve
        .playground=${this.playground}
        .axis=${axis}
        .curve=${curves[curveKey(axis, choice)] ?? {}}
        .engineLabel=${profile.engines[choice.engine]}
        .choices=${choices}
        .fixed=${choice[fixed]}
        .isTable=${this.isTable}
        .isPending=${state.status === 'measuring'}
        @fix=${({ detail }: CustomEvent<number>) => this.choose({ ...choice, [fixed]: detail })}
      ></attention-profile-curve>`;
    return html`<section aria-labelledby="curves">
      <h3 id="curves">${profile.curves}</h3>
      <div class="choices">
        <label
          >${profile.curveEngine}
          <select
            @change=${(event: Event) =>
              this.choose({ ...choice, engine: (event.target as HTMLSelectElement).value as ProfiledEngine })}
          >
            ${engines.map((name) => html`<option value=${name} .selected=${name === choice.engine}>${profile.engines[name]}</option>`)}
          </select></label
        >
        <button aria-pressed=${this.isTable} @click=${() => (this.isTable = !this.isTable)}>${profile.asTable}</button>
      </div>
      <div class="plots">${curve('count', dimChoices, 'dim')} ${curve('dim', countChoices, 'count')}</div>
    </section>`;
  }

  /** What is chosen is shown; if it has not been measured, it is measured now or next. */
  private choose(choice: CurveChoice): void {
    this.choice = choice;
    if (this.profile.state.peek().status !== 'measuring') void this.measureShown();
  }

  private async measureShown(): Promise<void> {
    await this.profile.measureMissing(availableChoice(this.profile.state.peek(), this.choice));
  }

  private readonly onMeasure = async (): Promise<void> => {
    await this.profile.measure(this.store.current.value, this.choice);
    // What was chosen meanwhile; whoever stops wants no more.
    if (this.profile.state.peek().status === 'done') await this.measureShown();
  };
  private readonly onStop = (): void => this.profile.stop();
}

customElements.define('attention-profile', AttentionProfile);
