import { HeldKey } from './held-key.ts';
import type { EditableArray } from '../state/settings.ts';
import type { PlaygroundStore } from '../state/store.ts';

/** One number that a person can change: an element marked data-entry="array:row:column" with data-value. */
export interface Entry {
  readonly array: EditableArray;
  readonly row: number;
  readonly column: number;
}

export function entryOf(element: Element): Entry | null {
  const [array, row, column] = (element.getAttribute('data-entry') ?? '').split(':');
  return array && row && column ? { array: array as EditableArray, row: Number(row), column: Number(column) } : null;
}

/** Asks the playground to open the number field over an entry. */
export class EditEntryEvent extends Event {
  static readonly type = 'edit-entry';
  constructor(
    readonly entry: Entry,
    readonly anchor: HTMLElement,
    readonly firstKey: string | null,
  ) {
    super(EditEntryEvent.type, { bubbles: true, composed: true });
  }
}

const arrowStep = (event: KeyboardEvent): number => (event.shiftKey ? 1 : event.altKey ? 0.01 : 0.1);

/** Sums of decimal steps without the dust of binary fractions: 2.1 + 0.1 is 2.2. */
const tidy = (value: number): number => Number(value.toFixed(10));

/**
 * The keyboard, double click and wheel-free pointer of every editable number, by delegation: arrows up and down change it, left and
 * right go to the neighbour of the same group, Enter or a digit opens the field, Delete or a double click resets.
 */
export class ValueEditing {
  private readonly heldKey = new HeldKey();

  constructor(
    private readonly root: () => ParentNode,
    private readonly store: () => PlaygroundStore,
  ) {}

  readonly onKeydown = (event: KeyboardEvent): void => {
    const target = targetOf(event);
    const entry = target && entryOf(target);
    if (!target || !entry || event.ctrlKey || event.metaKey) return;
    const store = this.store();
    if (this.isReadonly && !/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) return;
    const value = Number(target.dataset.value);
    const change = (by: number): void => {
      this.heldKey.press(store, target);
      store.setEntry(entry.array, entry.row, entry.column, tidy((Number.isFinite(value) ? value : 0) + by));
    };
    switch (event.key) {
      case 'ArrowUp':
        change(arrowStep(event));
        break;
      case 'ArrowDown':
        change(-arrowStep(event));
        break;
      case 'PageUp':
        change(1);
        break;
      case 'PageDown':
        change(-1);
        break;
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        if (event.altKey) return;
        this.moveFocus(target, event.key);
        break;
      case 'Enter':
      case 'F2':
        target.dispatchEvent(new EditEntryEvent(entry, target, null));
        break;
      case 'Delete':
      case 'Backspace':
        store.resetEntry(entry.array, entry.row, entry.column);
        break;
      default:
        if (!/^[-−+.,\d]$/.test(event.key) || event.altKey) return;
        target.dispatchEvent(new EditEntryEvent(entry, target, event.key));
    }
    event.preventDefault();
  };

  readonly onDoubleClick = (event: MouseEvent): void => {
    const entry = entryOf(targetOf(event) ?? document.createElement('i'));
    if (entry && !this.isReadonly) this.store().resetEntry(entry.array, entry.row, entry.column);
  };

  /** A click on a cell, or on the number under a bar, opens the field. */
  readonly onClick = (event: MouseEvent): void => {
    const pressed = event.target instanceof Element ? event.target.closest('[data-opens]') : null;
    const holder = pressed?.closest<HTMLElement>('[data-entry]');
    const entry = holder && entryOf(holder);
    if (holder && entry && !this.isReadonly) holder.dispatchEvent(new EditEntryEvent(entry, holder, null));
  };

  /** One Tab stop a group: the entry that was last focused, else the preferred one. */
  readonly onFocusIn = (event: FocusEvent): void => {
    const target = targetOf(event);
    if (!target) return;
    for (const member of this.groupOf(target)) member.tabIndex = member === target ? 0 : -1;
  };

  private get isReadonly(): boolean {
    return this.store().outline.peek().isReadonly;
  }

  private groupOf(target: HTMLElement): HTMLElement[] {
    const group = target.dataset.group ?? '';
    return [...this.root().querySelectorAll<HTMLElement>('[data-entry]')].filter(
      (element) => (element.dataset.group ?? '') === group,
    );
  }

  private moveFocus(target: HTMLElement, key: string): void {
    const members = this.groupOf(target);
    const at = members.indexOf(target);
    const forward = getComputedStyle(target).direction === 'rtl' ? -1 : 1;
    const next = { ArrowLeft: at - forward, ArrowRight: at + forward, Home: 0, End: members.length - 1 }[key] ?? at;
    members[Math.max(0, Math.min(members.length - 1, next))]?.focus();
  }
}

function targetOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null;
}
