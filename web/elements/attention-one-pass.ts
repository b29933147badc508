import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { patternMessagesFor, type PatternMessages } from '../locales/patterns.ts';
import type { OnePass, PassStep } from '../model/one-pass.ts';
import { tokenLabel } from '../model/token-label.ts';
import { createOnePass, type OnePassStore } from '../state/one-pass.ts';
import { formatFixed, formatFull } from '../views/format-number.ts';
import { onePassPlot } from '../views/one-pass-plot.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { onePassStyle } from './styles/one-pass.ts';
import { profileStyle } from './styles/profile.ts';

/** All keys go by in about this many milliseconds, but none quicker than an eye follows nor slower than a mind wants. */
const wholePass = 7_000;
const keyMilliseconds = { least: 120, most: 900 };

/** The running maximum and sum of the row in view, a key at a time. */
export class AttentionOnePass extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    running: { state: true },
    isPlaying: { state: true },
    isTable: { state: true },
    plotWidth: { state: true },
  };
  declare private running: OnePassStore | null;
  declare private isPlaying: boolean;
  declare private isTable: boolean;
  declare private plotWidth: number;
  private timer: ReturnType<typeof setInterval> | undefined;

  static override styles = [base, profileStyle, onePassStyle];

  private readonly sizeObserver = new ResizeObserver(([{ contentRect }]) => {
    this.plotWidth = Math.round(Math.min(900, contentRect.width));
  });

  constructor() {
    super();
    this.running = null;
    this.isPlaying = false;
    this.isTable = false;
    this.plotWidth = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.running = createOnePass(this.playground);
    this.running.take(Infinity);
    this.sizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.pause();
    this.running?.dispose();
    this.running = null;
    this.sizeObserver.disconnect();
  }

  private get texts(): PatternMessages['pass'] {
    return patternMessagesFor(this.store.outline.value.lang).pass;
  }

  override render(): TemplateResult {
    const { running, texts } = this;
    const pass = running?.pass.value;
    if (!running || !pass) return html`<p class="small muted">${texts.limit}</p>`;
    const taken = running.taken.value;
    const { source, target } = this.store.current.value.sentence;
    const words = pass.steps.map((_, index) => tokenLabel(source[index]?.text ?? '').label);
    return html`<section aria-labelledby="pass">
      <h3 id="pass">${texts.title}</h3>
      <p class="lead">${texts.lead}</p>
      <p class="small muted">${texts.of(tokenLabel(target[pass.query]?.text ?? '').label)}</p>
      <div class="run">
        ${this.button('◂', texts.back, taken === 0, () => running.take(taken - 1))}
        ${this.button(this.isPlaying ? '❚❚' : '▸', this.isPlaying ? texts.pause : texts.play, false, () => this.toggle(taken, pass))}
        ${this.button('▸|', texts.forward, taken === pass.steps.length, () => running.take(taken + 1))}
        <input
          type="range"
          min="0"
          max=${pass.steps.length}
          .value=${String(taken)}
          aria-label=${texts.position}
          aria-valuetext=${texts.taken(taken, pass.steps.length)}
          @input=${(event: Event) => {
            this.pause();
            running.take(Number((event.target as HTMLInputElement).value));
          }}
        />
        <span class="small muted">${texts.taken(taken, pass.steps.length)}</span>
        <button aria-pressed=${this.isTable} @click=${() => (this.isTable = !this.isTable)}>${texts.asTable}</button>
      </div>
      ${this.isTable ? this.table(pass, taken, words) : this.picture(pass, taken, words)}
      ${this.arithmetic(pass, taken, words)}
    </section>`;
  }

  private button(sign: string, name: string, isOff: boolean, act: () => void): TemplateResult {
    return html`<button class="sign" aria-label=${name} title=${name} ?disabled=${isOff} @click=${act}>
      ${sign}
    </button>`;
  }

  private picture({ steps }: OnePass, taken: number, words: readonly string[]): TemplateResult {
    const { texts } = this;
    if (this.plotWidth < 200) return html`<div class="pass-picture"></div>`;
    const step = steps[taken - 1];
    const description = step
      ? texts.picture(words[taken - 1], number(step.logit), number(step.largest), number(step.sum))
      : texts.begin;
    return html`<div class="pass-picture" dir="ltr">
      ${onePassPlot(steps, taken, words, this.plotWidth, { description, largest: texts.largest })}
    </div>`;
  }

  /** What the last key did, with its numbers. */
  private arithmetic({ steps, logSumExp }: OnePass, taken: number, words: readonly string[]): TemplateResult {
    const { texts } = this;
    if (taken === 0) return html`<p class="formula">${texts.begin}</p>`;
    const step = steps[taken - 1];
    const before = steps[taken - 2];
    return html`<div class="formula">
      <p>${this.verdict(step, before, words[taken - 1])}</p>
      ${
        Number.isFinite(step.logit)
          ? html`<p dir="ltr" class="numbers">
              <i>s</i> = ${number(before?.sum ?? 0)} · e<sup
                >${before && Number.isFinite(before.largest) ? `${number(before.largest)} − ${bracketed(step.largest)}` : '−∞'}</sup
              >
              + e<sup>${number(step.logit)} − ${bracketed(step.largest)}</sup> = ${number(before?.sum ?? 0)} ·
              ${number(step.rescale)} + ${number(step.term)} = <b>${formatFull(step.sum)}</b>
            </p>`
          : nothing
      }
      ${taken === steps.length ? html`<p>${Number.isFinite(logSumExp) ? texts.end(formatFull(logSumExp)) : texts.none}</p>` : nothing}
    </div>`;
  }

  private verdict(step: PassStep, before: PassStep | undefined, word: string): string {
    const { texts } = this;
    if (!Number.isFinite(step.logit)) return texts.hidden(word);
    if (!before || !Number.isFinite(before.largest)) return texts.first;
    return step.isNewLargest ? texts.larger : texts.smaller;
  }

  private table({ steps }: OnePass, taken: number, words: readonly string[]): TemplateResult {
    const { table, title } = this.texts;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${title}>
      <table>
        <caption class="visually-hidden">
          ${title}
        </caption>
        <thead>
          <tr>
            ${(['key', 'score', 'largest', 'rescale', 'term', 'sum'] as const).map((name) => html`<th scope="col">${table[name]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${steps.slice(0, taken).map(
            (step, index) =>
              html`<tr>
                <th scope="row"><bdi>${words[index]}</bdi></th>
                ${[step.logit, step.largest, step.rescale, step.term, step.sum].map((value) => html`<td>${number(value)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private toggle(taken: number, { steps }: OnePass): void {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    this.isPlaying = true;
    if (taken === steps.length) this.running?.take(0);
    const { least, most } = keyMilliseconds;
    this.timer = setInterval(
      () => {
        const { running } = this;
        const length = running?.pass.peek()?.steps.length ?? 0;
        if (!running || running.taken.peek() >= length) this.pause();
        else running.take(running.taken.peek() + 1);
      },
      Math.min(most, Math.max(least, wholePass / steps.length)),
    );
  }

  private pause(): void {
    clearInterval(this.timer);
    this.isPlaying = false;
  }
}

const number = (value: number): string => formatFixed(value, 3);
/** What is subtracted, in brackets where it has a sign of its own. */
const bracketed = (value: number): string => (value < 0 ? `(${number(value)})` : number(value));

customElements.define('attention-one-pass', AttentionOnePass);
