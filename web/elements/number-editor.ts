import { css, html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Messages } from '../locales/index.ts';
import { parseTypedNumber } from '../views/parse-number.ts';
import { formatEditable } from '../views/format-number.ts';
import { base } from './styles/base.ts';
import type { EditEntryEvent } from './value-editing.ts';

/** The field that opens over a number. What can't be read is told below it; the number stays until something can. */
export class NumberEditor extends LitElement {
  static override properties: PropertyDeclarations = {
    messages: { attribute: false },
    request: { state: true },
    problem: { state: true },
  };
  declare messages: Messages;
  declare private request: EditEntryEvent | null;
  declare private problem: string;
  private apply: (value: number) => void = () => undefined;
  /** Something was typed: a number that was only looked at, and is perhaps computed, stays what it is. */
  private isTyped = false;

  static override styles = [
    base,
    css`
      .field {
        position: fixed;
        inset: auto;
        margin: 0;
        padding: 4px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--surface);
        color: inherit;
        box-shadow: var(--shadow);
        inline-size: 108px;
        overflow: visible;
      }
      input[type='text'] {
        text-align: center;
        font-weight: 600;
        border-color: transparent;
      }
      .problem {
        position: absolute;
        inset-block-start: calc(100% + 6px);
        left: 50%;
        translate: -50% 0;
        inline-size: 220px;
        padding: 8px 10px;
        border-radius: var(--radius);
        font-size: var(--text-small);
        line-height: 1.35;
        color: var(--warning);
        background: var(--warning-ground);
        box-shadow: var(--shadow);
      }
      .problem:empty {
        display: none;
      }
    `,
  ];

  constructor() {
    super();
    this.request = null;
    this.problem = '';
  }

  open(request: EditEntryEvent, apply: (value: number) => void): void {
    this.request = request;
    this.apply = apply;
    this.isTyped = request.firstKey !== null;
    this.problem = '';
  }

  override render(): TemplateResult | typeof nothing {
    const { request } = this;
    if (!request) return nothing;
    const value = request.firstKey ?? formatEditable(Number(request.anchor.dataset.value));
    const label = request.anchor.getAttribute('aria-label') ?? '';
    return html`<div class="field" popover="manual" role="dialog" aria-label=${label} @focusout=${this.onFocusOut}>
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck="false"
        aria-label=${label}
        aria-describedby="problem"
        aria-invalid=${this.problem !== ''}
        .value=${value}
        @keydown=${this.onKeydown}
        @input=${this.onInput}
      />
      <p class="problem" id="problem" role="alert">${this.problem}</p>
    </div>`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (!changed.has('request') || !this.request) return;
    const field = this.renderRoot.querySelector<HTMLElement>('.field');
    const input = this.renderRoot.querySelector('input');
    if (!field || !input) return;
    field.showPopover();
    const box = this.request.anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = field;
    const within = (at: number, size: number, room: number): number => Math.max(8, Math.min(room - size - 8, at));
    field.style.left = `${within(box.left + box.width / 2 - offsetWidth / 2, offsetWidth, innerWidth)}px`;
    field.style.top = `${within(box.bottom - offsetHeight, offsetHeight, innerHeight)}px`;
    input.focus();
    if (this.request.firstKey === null) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }

  private readonly onInput = (): void => {
    this.isTyped = true;
    this.problem = '';
  };

  private readonly onKeydown = (event: KeyboardEvent): void => {
    // The keys belong to the field: arrows, digits and undo must not reach the stage behind it.
    event.stopPropagation();
    if (event.key === 'Enter') this.submit(event.target as HTMLInputElement, true);
    if (event.key !== 'Escape') return;
    // It is meant for the field alone, and not for a dialog that the field stands in.
    event.preventDefault();
    this.close(true);
  };

  private readonly onFocusOut = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && this.renderRoot.contains(event.relatedTarget)) return;
    const input = this.renderRoot.querySelector('input');
    if (!this.request || !input) return;
    const parsed = parseTypedNumber(input.value);
    if (this.isTyped && !('problem' in parsed)) this.apply(parsed.value);
    this.close(false);
  };

  private submit(input: HTMLInputElement, returnsFocus: boolean): void {
    const parsed = parseTypedNumber(input.value);
    if ('problem' in parsed) {
      const { edit } = this.messages;
      this.problem = parsed.problem === 'empty' ? edit.empty : edit[parsed.problem](parsed.text);
      return;
    }
    this.apply(parsed.value);
    this.close(returnsFocus);
  }

  private close(returnsFocus: boolean): void {
    const anchor = this.request?.anchor;
    this.request = null;
    if (returnsFocus) anchor?.focus();
  }
}

customElements.define('number-editor', NumberEditor);
