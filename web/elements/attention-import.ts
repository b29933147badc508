import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { alignmentLimits, type ImportedAttention } from '../contract/index.ts';
import {
  choosableAxes,
  countAlong,
  countsOf,
  firstChoice,
  tensorsOf,
  withAxis,
  withKind,
  withMask,
  withTensors,
  withWholeAxes,
  type ChosenNumbers,
  type ImportChoice,
  type MaskMeaning,
} from '../io/arrays/choice.ts';
import type { Range } from '../io/arrays/file-tensor.ts';
import type { FileOutline } from '../io/arrays/outline.ts';
import type { TakenAttention } from '../io/arrays/take-attention.ts';
import type { ImportReader } from '../io/import-reader.ts';
import { isImportProblem, type ImportProblem } from '../io/problem.ts';
import { importedSentence } from '../model/imported-sentence.ts';
import { importPreview } from '../views/import-preview.ts';
import { factsOf } from './import-facts.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { importStyle } from './styles/import.ts';
import { pillsStyle } from './styles/pills.ts';
import './attention-import-preview.ts';

/** A file that was opened, and the reader that has its numbers. */
export interface ImportSession {
  readonly reader: ImportReader;
  readonly outline: FileOutline;
  readonly name: string;
}

/** What was chosen of a file is on its way: `taken` with it, or `cancelled`. */
export class TakenEvent extends Event {
  static readonly type = 'taken';
  constructor(readonly attention: ImportedAttention) {
    super(TakenEvent.type);
  }
}

/**
 * Asks what of a file is meant: which array, which numbers, which axis is which, one layer, head and sentence, the mask, the
 * words. Every answer is tried at once, and what comes of it is drawn and said.
 */
export class AttentionImport extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    session: { attribute: false },
    choice: { state: true },
    taken: { state: true },
  };
  declare session: ImportSession;
  declare private choice: ImportChoice | null;
  declare private taken: TakenAttention | ImportProblem | null;
  /** What the newest choice comes to; `taken` may still be that of the one before. */
  private answer: Promise<TakenAttention | ImportProblem> | null = null;
  private isShowing = false;

  static override styles = [base, pillsStyle, importStyle];

  constructor() {
    super();
    this.choice = null;
    this.taken = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('session')) this.choose(firstChoice(this.session.outline));
  }

  /** Who brought a file is taken to the question about it. */
  protected override firstUpdated(): void {
    const title = this.renderRoot.querySelector<HTMLElement>('#title');
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    const { importing, importFormats } = this.messages;
    const { outline, name } = this.session;
    const { choice } = this;
    return html`<section aria-labelledby="title">
      <div>
        <h2 id="title" tabindex="-1">${importing.title}</h2>
        <p class="small muted">${importing.holds(name, importFormats[outline.format], outline.tensors.length)}</p>
      </div>
      ${
        choice === null
          ? html`<div class="facts" role="status">
                <p class="problem">${importing.nothing}</p>
                <p>${importing.arraysIn(outline.tensors.slice(0, 8).map(this.arrayText).join('; '))}</p>
              </div>
              <div class="actions"><button @click=${this.onCancel}>${importing.cancel}</button></div>`
          : this.chooser(choice)
      }
    </section>`;
  }

  private chooser(choice: ImportChoice): TemplateResult {
    const { importing } = this.messages;
    const { taken } = this;
    const ready = taken !== null && !isImportProblem(taken) ? taken : null;
    return html`<div class="parts">
      <div class="choosing">
        ${this.kinds(choice)} ${this.places(choice)} ${this.mask(choice)} ${this.words(choice)} ${this.axes(choice)}
      </div>
      <div class="outcome">
        ${
          ready
            ? html`<attention-import-preview
                .playground=${this.playground}
                .preview=${importPreview(importedSentence(ready.attention))}
              ></attention-import-preview>`
            : nothing
        }
        <div class="facts" role="status">
          ${taken && isImportProblem(taken) ? html`<p class="problem">${this.messages.importProblem(taken)}</p>` : nothing}
          ${factsOf(this.messages, this.session.outline, choice, ready).map((fact) => html`<p>${fact}</p>`)}
        </div>
        <div class="actions">
          <button class="primary" ?disabled=${!ready} @click=${this.onShow}>${importing.show}</button>
          <button @click=${this.onCancel}>${importing.cancel}</button>
        </div>
      </div>
    </div>`;
  }

  private kinds(choice: ImportChoice): TemplateResult {
    const { importing } = this.messages;
    const { outline } = this.session;
    const { numbers } = choice;
    const kinds: readonly ChosenNumbers['kind'][] =
      outline.tensors.some(({ shape }) => shape.length > 1) || numbers.kind === 'vectors'
        ? ['weights', 'scores', 'vectors']
        : ['weights', 'scores'];
    return html`<fieldset>
        <legend>${importing.kind}</legend>
        ${this.pills('kind', kinds, numbers.kind, importing.kinds, (kind) => this.choose(withKind(outline, choice, kind)))}
        <p class="small muted">${importing.kindHints[numbers.kind]}</p>
      </fieldset>
      <div class="fields">
        ${
          numbers.kind === 'vectors'
            ? [
                this.tensorSelect('queries', numbers.queries, false, (index) =>
                  this.choose(withTensors(outline, choice, { ...numbers, queries: index ?? 0 })),
                ),
                this.tensorSelect('keys', numbers.keys, false, (index) =>
                  this.choose(withTensors(outline, choice, { ...numbers, keys: index ?? 0 })),
                ),
                this.tensorSelect('values', numbers.values, true, (index) =>
                  this.choose(withTensors(outline, choice, { ...numbers, values: index })),
                ),
              ]
            : this.tensorSelect('matrix', numbers.matrix, false, (index) =>
                this.choose(withTensors(outline, choice, { ...numbers, matrix: index ?? 0 })),
              )
        }
      </div>`;
  }

  private axes(choice: ImportChoice): TemplateResult[] {
    const { outline } = this.session;
    return tensorsOf(choice)
      .filter((index) => outline.tensors[index].shape.length > 1)
      .map((index) => this.axesOf(choice, index));
  }

  private axesOf(choice: ImportChoice, index: number): TemplateResult {
    const { importing } = this.messages;
    const { outline } = this.session;
    const { name, shape } = outline.tensors[index];
    const axes = choice.axes[index];
    const isMatrix = axes.includes('query') && axes.includes('key');
    const text = (axis: number): string => importing.axisText(importing.axisNames[axes[axis]], shape[axis]);
    return html`<details>
      <summary>${importing.axes(name)}: ${shape.map((_, axis) => text(axis)).join(' × ')}</summary>
      <div class="fields narrow">
        ${shape.map(
          (size, axis) =>
            html`<label class="field"
              >${importing.axis(axis + 1, size)}
              ${this.select(
                choosableAxes(choice, index).map((each) => [each, importing.axisNames[each]] as const),
                axes[axis],
                (each) => this.choose(withAxis(outline, choice, index, axis, each)),
              )}</label
            >`,
        )}
      </div>
      ${
        isMatrix
          ? html`<button @click=${() => this.choose(withAxis(outline, choice, index, axes.indexOf('query'), 'key'))}>
              ⇄ ${importing.swap}
            </button>`
          : nothing
      }
    </details>`;
  }

  private places(choice: ImportChoice): TemplateResult {
    const { importing } = this.messages;
    const { outline } = this.session;
    const [queryCount, keyCount] = countsOf(outline, choice);
    const which = (['layer', 'head', 'batch'] as const).filter((name) => countAlong(outline, choice, name) > 1);
    return html`<div class="numbers">
      ${which.map((name) => {
        const count = countAlong(outline, choice, name);
        return html`<label class="number"
          ><b>${importing.which[name]}</b>${this.numberField(choice.at[name] + 1, 1, count, (value) => {
            const next = { ...choice, at: { ...choice.at, [name]: value - 1 } };
            // Each sentence has words of its own.
            this.choose(name === 'batch' && outline.wordLists.length > 0 ? withWholeAxes(outline, next) : next);
          })}<span class="muted">${importing.of(count)}</span></label
        >`;
      })}
      ${this.range('queries', choice, queryCount)} ${this.range('keys', choice, keyCount)}
    </div>`;
  }

  private range(side: 'queries' | 'keys', choice: ImportChoice, count: number): TemplateResult | typeof nothing {
    if (count <= 1) return nothing;
    const { importing } = this.messages;
    const [from, to] = choice[side];
    const longest = alignmentLimits.maxWords;
    const set = (range: Range): void => this.choose({ ...choice, [side]: range });
    return html`<span class="number" role="group" aria-label=${importing.range[side]}
      ><b aria-hidden="true">${importing.range[side]}</b
      ><label
        ><span class="visually-hidden">${importing.range[side]} ${importing.from}</span>${this.numberField(
          from + 1,
          1,
          count,
          (value) => set([value - 1, Math.max(value, Math.min(to, value - 1 + longest))]),
        )}</label
      >–<label
        ><span class="visually-hidden">${importing.range[side]} ${importing.to}</span>${this.numberField(
          to,
          1,
          count,
          (value) => set([Math.max(value - longest, Math.min(from, value - 1)), value]),
        )}</label
      ><span class="muted">${importing.of(count)}</span></span
    >`;
  }

  private mask(choice: ImportChoice): TemplateResult | typeof nothing {
    const { importing } = this.messages;
    const { outline } = this.session;
    if (choice.numbers.kind === 'weights' || outline.tensors.length < 2) return nothing;
    const { mask } = choice;
    const meanings: readonly MaskMeaning[] = ['mayAttend', 'isHidden', 'isAdded'];
    return html`<div class="fields">
        ${this.tensorSelect('mask', mask?.tensor ?? null, true, (index) =>
          this.choose(
            withMask(choice, index === null ? null : { tensor: index, meaning: mask?.meaning ?? 'mayAttend' }),
          ),
        )}
      </div>
      ${
        mask
          ? html`<fieldset>
              <legend>${importing.meaning}</legend>
              ${this.pills('meaning', meanings, mask.meaning, importing.meanings, (meaning) =>
                this.choose({ ...choice, mask: { ...mask, meaning } }),
              )}
            </fieldset>`
          : nothing
      }`;
  }

  private words(choice: ImportChoice): TemplateResult {
    const { importing } = this.messages;
    const field = (side: 'queries' | 'keys', name: 'queryWords' | 'keyWords'): TemplateResult =>
      html`<label class="field"
        >${importing.words[side]}<input
          type="text"
          dir="auto"
          autocomplete="off"
          placeholder=${importing.wordsHint}
          .value=${choice[name]?.map((word) => word.trim()).join(' ') ?? ''}
          @change=${(event: Event) => {
            const text = (event.target as HTMLInputElement).value.trim();
            this.choose({ ...choice, [name]: text === '' ? null : text.split(/\s+/) });
          }}
      /></label>`;
    return html`<div class="fields wide">${field('queries', 'queryWords')} ${field('keys', 'keyWords')}</div>`;
  }

  private pills<T extends string>(
    name: string,
    values: readonly T[],
    chosen: T,
    texts: Readonly<Record<T, string>>,
    choose: (value: T) => void,
  ): TemplateResult {
    return html`<div class="pills">
      ${values.map(
        (value) =>
          html`<label
            ><input type="radio" name=${name} .checked=${value === chosen} @change=${() => choose(value)} /><span
              >${texts[value]}</span
            ></label
          >`,
      )}
    </div>`;
  }

  private tensorSelect(
    part: 'matrix' | 'queries' | 'keys' | 'values' | 'mask',
    chosen: number | null,
    isOptional: boolean,
    choose: (index: number | null) => void,
  ): TemplateResult {
    const { importing } = this.messages;
    const { tensors } = this.session.outline;
    const usable = tensors.flatMap((tensor, index) =>
      tensor.shape.length > 0 && tensor.shape.length <= 5 ? [[String(index), this.arrayText(tensor)] as const] : [],
    );
    const options = isOptional ? [['', importing.none] as const, ...usable] : usable;
    return html`<label class="field"
      >${importing.tensors[part]}${this.select(options, chosen === null ? '' : String(chosen), (value) =>
        choose(value === '' ? null : Number(value)),
      )}</label
    >`;
  }

  private select<T extends string>(
    options: readonly (readonly [value: T, text: string])[],
    chosen: T,
    choose: (value: T) => void,
  ): TemplateResult {
    return html`<select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}>
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select>`;
  }

  private numberField(value: number, least: number, most: number, choose: (value: number) => void): TemplateResult {
    return html`<input
      type="number"
      min=${least}
      max=${most}
      .value=${String(value)}
      @change=${(event: Event) => {
        const field = event.target as HTMLInputElement;
        const typed = Math.round(Number(field.value));
        const within = Number.isFinite(typed) && field.value !== '' ? Math.max(least, Math.min(most, typed)) : value;
        field.value = String(within);
        choose(within);
      }}
    />`;
  }

  private readonly arrayText = ({ name, shape, numberType }: FileOutline['tensors'][number]): string =>
    this.messages.importing.array(name, shape, numberType);

  /** Tries a choice; answers that come after a newer choice are dropped. */
  private choose(choice: ImportChoice | null): void {
    this.choice = choice;
    this.isShowing = false;
    const answer = choice && this.session.reader.take(choice);
    this.answer = answer;
    void answer?.then((taken) => {
      if (answer === this.answer) this.taken = taken;
    });
  }

  /** The click that leaves a field is the one that chooses what is in it, so its answer is waited for. */
  private readonly onShow = async (): Promise<void> => {
    if (this.isShowing) return;
    this.isShowing = true;
    const { answer } = this;
    const taken = await answer;
    // Another choice was made, or another file brought, meanwhile.
    if (answer !== this.answer || !this.isConnected) return;
    this.isShowing = false;
    if (taken && !isImportProblem(taken)) this.dispatchEvent(new TakenEvent(taken.attention));
  };

  private readonly onCancel = (): void => {
    this.dispatchEvent(new Event('cancelled'));
  };
}

customElements.define('attention-import', AttentionImport);
