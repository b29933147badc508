import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { scoreFunctions, type CausalAlignment } from '../contract/index.ts';
import type { EditableArray } from '../state/settings.ts';
import { tokenLabel } from '../model/token-label.ts';
import { formatEditable, formatFull, formatShort } from '../views/format-number.ts';
import { parseTypedNumber } from '../views/parse-number.ts';
import { temperatureAt, temperaturePosition, temperatureSteps } from '../views/temperature-scale.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { controlsStyle } from './styles/controls.ts';
import { panelStyle } from './styles/panel.ts';
import { pillsStyle } from './styles/pills.ts';
import { ValueEditing } from './value-editing.ts';

/** Score function, temperature, masks, step, and the matrices behind computed scores. */
export class AttentionControls extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    temperatureProblem: { state: true },
  };
  declare private temperatureProblem: string;
  private readonly editing = new ValueEditing(
    () => this.renderRoot,
    () => this.store,
  );

  static override styles = [base, panelStyle, pillsStyle, controlsStyle];

  constructor() {
    super();
    this.temperatureProblem = '';
  }

  override render(): TemplateResult {
    return html`<section aria-label=${this.messages.controls.title}>
      <div class="part">${this.scoreFunctionChoice()} ${this.matrices()}</div>
      ${this.temperature()} ${this.masks()} ${this.stepChoice()}
    </section>`;
  }

  private scoreFunctionChoice(): TemplateResult {
    const { messages, store } = this;
    const { scoreFunction } = store.outline.value;
    return html`<fieldset>
      <legend>${messages.controls.scoreFunction}</legend>
      <div class="pills">
        ${scoreFunctions.map(
          (name) =>
            html`<label
              ><input
                type="radio"
                name="score-function"
                value=${name}
                .checked=${name === scoreFunction}
                @change=${() => store.setScoreFunction(name)}
              /><span>${messages.controls.scoreFunctions[name]}</span></label
            >`,
        )}
      </div>
      <p class="small muted">${messages.controls.formulas[scoreFunction]}</p>
    </fieldset>`;
  }

  private matrices(): TemplateResult | typeof nothing {
    const { store } = this;
    const { scoreFunction } = store.outline.value;
    const { parameters, baseParameters, sentence } = store.current.value;
    const { attentionDim } = parameters;
    const shapes: readonly (readonly [EditableArray, number])[] =
      scoreFunction === 'bilinear'
        ? [['W', sentence.stateDim]]
        : scoreFunction === 'additive'
          ? [
              ['W_q', attentionDim],
              ['W_k', attentionDim],
              ['v', attentionDim],
            ]
          : [];
    if (shapes.length === 0) return nothing;
    return html`<fieldset
      @keydown=${this.editing.onKeydown}
      @dblclick=${this.editing.onDoubleClick}
      @click=${this.editing.onClick}
      @focusin=${this.editing.onFocusIn}
    >
      <legend>${this.messages.controls.matrices}</legend>
      <div class="matrices">
        ${shapes.map(([name, columns]) =>
          this.matrix(
            name,
            parameters[name as 'W' | 'W_q' | 'W_k' | 'v'],
            baseParameters[name as 'W' | 'W_q' | 'W_k' | 'v'],
            columns,
          ),
        )}
      </div>
    </fieldset>`;
  }

  private matrix(name: EditableArray, values: Float64Array, before: Float64Array, columns: number): TemplateResult {
    return html`<div class="matrix">
      <span class="name">${matrixName(name)}</span>
      <div class="entries" .style="grid-template-columns:repeat(${columns}, auto)">
        ${Array.from(values, (value, index) => {
          const row = Math.floor(index / columns);
          const column = index % columns;
          return html`<div
            class="entry ${value !== before[index] ? 'edited' : ''}"
            role="spinbutton"
            tabindex=${index === 0 ? 0 : -1}
            data-entry="${name}:${row}:${column}"
            data-group=${name}
            data-value=${value}
            data-opens
            aria-label=${this.messages.controls.matrixEntry(name, row + 1, column + 1)}
            aria-valuenow=${value}
            aria-valuetext=${formatFull(value)}
          >
            ${formatShort(value, 2)}
          </div>`;
        })}
      </div>
    </div>`;
  }

  private temperature(): TemplateResult {
    const { messages, store } = this;
    const { temperature } = store.outline.value;
    return html`<fieldset>
      <legend>${messages.controls.temperature}</legend>
      <div class="temperature">
        <input
          type="range"
          min="0"
          max=${temperatureSteps}
          aria-label=${messages.controls.temperature}
          aria-valuetext=${formatShort(temperature, 3)}
          .value=${String(temperaturePosition(temperature))}
          @pointerdown=${() => store.beginGesture()}
          @pointerup=${() => store.endGesture()}
          @pointercancel=${() => store.endGesture()}
          @input=${(event: Event) => {
            this.temperatureProblem = '';
            store.setTemperature(temperatureAt(Number((event.target as HTMLInputElement).value)));
          }}
          @dblclick=${() => store.setTemperature(1)}
        />
        <input
          type="text"
          inputmode="decimal"
          aria-label="T"
          aria-describedby="temperature-problem"
          .value=${formatEditable(temperature)}
          @change=${this.onTemperatureTyped}
        />
      </div>
      <p class="problem" id="temperature-problem" role="alert">${this.temperatureProblem}</p>
      <p class="small muted">${messages.controls.temperatureHint}</p>
    </fieldset>`;
  }

  /** A refused text stays in the field, next to the reason; the temperature stays as it was. */
  private readonly onTemperatureTyped = (event: Event): void => {
    const { value: text } = event.target as HTMLInputElement;
    const parsed = parseTypedNumber(text);
    const { edit } = this.messages;
    if ('problem' in parsed) {
      this.temperatureProblem = parsed.problem === 'empty' ? edit.empty : edit[parsed.problem](parsed.text);
    } else if (parsed.value < 0) {
      this.temperatureProblem = edit.negativeTemperature(text);
    } else {
      this.temperatureProblem = '';
      this.store.setTemperature(parsed.value);
    }
  };

  private masks(): TemplateResult {
    const { messages, store } = this;
    const { isPaddingMasked, causal } = store.outline.value;
    const hasPadding = store.current.value.sentence.source.some(({ isPadding }) => isPadding);
    const options: readonly (CausalAlignment | 'none')[] = ['none', 'topLeft', 'bottomRight'];
    return html`<fieldset>
      <legend>${messages.controls.masks}</legend>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${isPaddingMasked}
          @change=${(event: Event) => store.setPaddingMask((event.target as HTMLInputElement).checked)}
        />${messages.controls.padding}${
          hasPadding ? nothing : html`<span class="muted">(${messages.controls.paddingNone})</span>`
        }</label
      >
      <div class="pills" role="radiogroup" aria-label=${messages.controls.causal}>
        <span class="small" aria-hidden="true">${messages.controls.causal}</span>
        ${options.map(
          (name) =>
            html`<label
              ><input
                type="radio"
                name="causal"
                value=${name}
                .checked=${name === causal}
                @change=${() => store.setCausal(name)}
              /><span>${messages.controls.causalOptions[name]}</span></label
            >`,
        )}
      </div>
      ${causal === 'none' ? nothing : html`<p class="small muted">${messages.controls.causalHint}</p>`}
    </fieldset>`;
  }

  private stepChoice(): TemplateResult {
    const { messages, store } = this;
    const { step } = store.outline.value;
    const { target } = store.current.value.sentence;
    return html`<fieldset>
      <legend>${messages.controls.step}</legend>
      <div class="stepper">
        <button
          aria-label=${messages.controls.previousStep}
          ?disabled=${step === 0}
          @click=${() => store.chooseStep(step - 1)}
        >
          ◂
        </button>
        <select
          aria-label=${messages.controls.step}
          @change=${(event: Event) => store.chooseStep(Number((event.target as HTMLSelectElement).value))}
        >
          ${guard([target, step], () =>
            target.map(
              (token, t) =>
                html`<option value=${t} .selected=${t === step}>${t + 1} · ${tokenLabel(token.text).label}</option>`,
            ),
          )}
        </select>
        <button
          aria-label=${messages.controls.nextStep}
          ?disabled=${step === target.length - 1}
          @click=${() => store.chooseStep(step + 1)}
        >
          ▸
        </button>
      </div>
    </fieldset>`;
  }
}

/** W_q with its q below the line. */
function matrixName(name: string): TemplateResult {
  const [letter, index] = name.split('_');
  return html`<i>${letter}</i>${index ? html`<sub>${index}</sub>` : nothing}`;
}

customElements.define('attention-controls', AttentionControls);
