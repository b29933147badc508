import { createEngineSelection, type EngineSelection } from '../engines/select.ts';
import type { AddressPort } from './address-port.ts';
import { createFocus, type Focus } from './focus.ts';
import { createPreviews, type Previews } from './previews.ts';
import { createStore, type PlaygroundStore } from './store.ts';

/** What the parts of one playground share; two playgrounds on a page share nothing. */
export interface Playground {
  readonly store: PlaygroundStore;
  /** Disposed of with the store. */
  readonly engines: EngineSelection;
  readonly focus: Focus;
  readonly previews: Previews;
}

export function createPlayground(address: AddressPort): Playground {
  const engines = createEngineSelection();
  const store = createStore({ engines, address });
  const focus = createFocus({
    keyCount: () => store.current.value.sentence.source.length,
    pinnedKey: () => store.settings.value.focusKey,
    largestKey: () => {
      const computed = store.attention.value.value;
      return computed?.trace.largestKey[computed.step] ?? -1;
    },
  });
  return { store, engines, focus, previews: createPreviews(engines) };
}
