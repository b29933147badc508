import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { patternMessagesFor, type PatternMessages } from '../locales/patterns.ts';
import { bestStride, pairCount, patternNames, type PatternSizes } from '../model/patterns.ts';
import { createPatterns, type PatternResult, type Patterns } from '../state/patterns.ts';
import { formatPercent, formatSignificant } from '../views/format-number.ts';
import './attention-one-pass.ts';
import './attention-pattern.ts';
import './attention-pattern-times.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { patternsStyle } from './styles/patterns.ts';
import { profileStyle } from './styles/profile.ts';

const longCounts = [1_000, 16_384, 65_536] as const;

/** What grows with the length of a text: which scores are left out, how a row is normalised in one pass, what it costs. */
export class AttentionPatterns extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, patterns: { state: true } };
  declare private patterns: Patterns | null;

  static override styles = [base, profileStyle, patternsStyle];

  constructor() {
    super();
    this.patterns = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.patterns = createPatterns(this.playground);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.patterns?.dispose();
    this.patterns = null;
  }

  private get texts(): PatternMessages {
    return patternMessagesFor(this.store.outline.value.lang);
  }

  override render(): TemplateResult | typeof nothing {
    const { patterns, playground, texts } = this;
    if (!patterns) return nothing;
    const { results, error } = patterns.state.value;
    const full = results[0]?.trace;
    return html`<div class="content">
      <section aria-labelledby="patterns">
        <h3 id="patterns">${texts.title}</h3>
        ${
          full
            ? html`<p class="lead">${texts.lead(full.queryCount, full.keyCount)}</p>
                ${this.sliders(patterns, full.queryCount, full.keyCount)}
                <div class="patterns">${results.map((result) => this.figure(result))}</div>
                ${this.table(patterns.sizes.value, results)}`
            : html`<p class="small muted">${texts.empty}</p>`
        }
        ${error === null ? nothing : html`<p class="small" role="alert">${texts.failed(error)}</p>`}
      </section>
      <attention-one-pass .playground=${playground}></attention-one-pass>
      <attention-pattern-times .playground=${playground}></attention-pattern-times>
    </div>`;
  }

  private sliders(patterns: Patterns, queryCount: number, keyCount: number): TemplateResult {
    const { texts } = this;
    const sizes = patterns.sizes.value;
    const slider = (name: keyof PatternSizes, least: number, most: number): TemplateResult =>
      html`<label
        ><span>${texts[name]} <span class="value">${sizes[name]}</span></span>
        <input
          type="range"
          min=${least}
          max=${Math.max(least, most, sizes[name])}
          .value=${String(sizes[name])}
          @input=${(event: Event) => patterns.choose({ [name]: Number((event.target as HTMLInputElement).value) })}
      /></label>`;
    return html`<div class="sliders">
      ${slider('radius', 0, Math.max(queryCount, keyCount) - 1)} ${slider('stride', 2, keyCount)}
      ${slider('topCount', 1, keyCount)}
    </div>`;
  }

  private figure(result: PatternResult): TemplateResult {
    const { texts } = this;
    const { name, trace, pairCount: pairs, keptShare, contextShift } = result;
    const all = trace.queryCount * trace.keyCount;
    const kept = formatPercent(keptShare);
    const description = texts.picture(texts.names[name], pairs, all, kept);
    return html`<figure>
      <attention-pattern
        .playground=${this.playground}
        .result=${result}
        .description=${description}
      ></attention-pattern>
      <figcaption>
        <b>${texts.names[name]}</b>
        <span class="muted">${texts.rules[name]}</span>
        <span>${name === 'topK' ? texts.keptPairs(pairs, all) : texts.pairs(pairs, all)}</span>
        ${
          name === 'full'
            ? html`<span class="muted">${texts.same}</span>`
            : html`<span>${texts.kept(kept)}</span>
                <span>${texts.shift(contextShift === 0 ? '0' : formatSignificant(contextShift, 2))}</span>`
        }
      </figcaption>
    </figure>`;
  }

  /** The same numbers as a table, and what becomes of them in long texts. */
  private table(sizes: PatternSizes, results: readonly PatternResult[]): TemplateResult {
    const { texts } = this;
    return html`<h3 id="growth">${texts.growth}</h3>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="growth">
        <table>
          <caption class="visually-hidden">
            ${texts.growth}
          </caption>
          <thead>
            <tr>
              <th scope="col">${texts.pattern}</th>
              <th scope="col">${texts.formula}</th>
              <th scope="col">${texts.here}</th>
              ${longCounts.map((count) => html`<th scope="col">${texts.at(count)}</th>`)}
              <th scope="col">${texts.keptHeader}</th>
              <th scope="col">${texts.shiftHeader}</th>
            </tr>
          </thead>
          <tbody>
            ${patternNames.map((name, index) => {
              const { pairCount: pairs, keptShare, contextShift } = results[index];
              return html`<tr>
                <th scope="row">${texts.names[name]}</th>
                <td>${texts.formulas[name]}</td>
                <td>${pairs.toLocaleString(this.lang || 'en')}</td>
                ${longCounts.map(
                  (count) =>
                    html`<td>
                      ${pairCount(name, count, { ...sizes, stride: bestStride(count) }).toLocaleString(this.lang || 'en')}
                    </td>`,
                )}
                <td>${formatPercent(keptShare)}</td>
                <td>${contextShift === 0 ? '0' : formatSignificant(contextShift, 2)}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      <p class="small muted note">${texts.atNote}</p>`;
  }
}

customElements.define('attention-patterns', AttentionPatterns);
