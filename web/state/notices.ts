import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { ModelProblem } from '../model/problem.ts';
import type { AttributeRefusal } from './attributes.ts';
import type { LeftOut, LinkFault, UnreadableLink } from './settings-address.ts';

/** Why nothing could be taken of a state text; all stays as it is. */
export type StateRefusal = UnreadableLink | { readonly reason: 'noScene'; readonly problem: ModelProblem };

/** What the page has to say without being asked. The catalogue has one message for each code. */
export type NoticeContent =
  | { readonly code: 'linkUnreadable'; readonly params: UnreadableLink }
  /** One notice for all of a link; `more` counts the faults beyond those listed. */
  | { readonly code: 'linkValues'; readonly params: { readonly faults: readonly LinkFault[]; readonly more: number } }
  /** A link to imported weights that were too long for it: only the one who made it has them. */
  | { readonly code: 'linkWithoutData'; readonly params: Record<string, never> }
  /** Words or weights of which no scene can be made. */
  | { readonly code: 'sceneRefused'; readonly params: { readonly problem: ModelProblem } }
  | {
      readonly code: 'tooLongForAddress';
      readonly params: { readonly length: number; readonly limit: number; readonly leftOut: readonly LeftOut[] };
    }
  /** Of the element's attributes; each has a notice of its own. */
  | { readonly code: 'attributeRefused'; readonly params: AttributeRefusal }
  | { readonly code: 'stateRefused'; readonly params: StateRefusal }
  | { readonly code: 'valueRefused'; readonly params: { readonly given: string } }
  | { readonly code: 'valueClamped'; readonly params: { readonly given: number; readonly shown: number } };

export type Notice = NoticeContent & { readonly id: number };
export type NoticeCode = Notice['code'];

/** How many faults of a link are listed one by one. */
const listedFaults = 12;

export interface Notices {
  readonly list: ReadonlySignal<readonly Notice[]>;
  /** A newer notice takes the place of an older one with the same code. */
  show(content: NoticeContent): void;
  showFaults(faults: readonly LinkFault[]): void;
  dismiss(id: number): void;
  /** Takes back what is no longer true. */
  withdraw(...codes: readonly NoticeCode[]): void;
  withdrawAttribute(attribute: string): void;
}

const attributeOf = (notice: NoticeContent): string | null =>
  notice.code === 'attributeRefused' ? notice.params.attribute : null;

export function createNotices(): Notices {
  const list = signal<readonly Notice[]>([]);
  let lastId = 0;
  const show = (content: NoticeContent): void => {
    const isReplaced = (notice: Notice): boolean =>
      notice.code === content.code && attributeOf(notice) === attributeOf(content);
    list.value = [...list.peek().filter((notice) => !isReplaced(notice)), { ...content, id: ++lastId }];
  };
  const drop = (isDropped: (notice: Notice) => boolean): void => {
    if (list.peek().some(isDropped)) list.value = list.peek().filter((notice) => !isDropped(notice));
  };
  return {
    list: computed(() => list.value),
    show,
    showFaults(faults) {
      if (faults.length === 0) return;
      const listed = faults.slice(0, listedFaults);
      show({ code: 'linkValues', params: { faults: listed, more: faults.length - listed.length } });
    },
    dismiss: (id) => drop((notice) => notice.id === id),
    withdraw: (...codes) => drop((notice) => codes.includes(notice.code)),
    withdrawAttribute: (attribute) => drop((notice) => attributeOf(notice) === attribute),
  };
}
