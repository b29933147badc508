import type { EngineSelection } from '../engines/select.ts';
import { detachedAddress, type AddressPort } from './address-port.ts';
import { settingsFromAttributes, type TextOf } from './attributes.ts';
import { createFocus, type Focus } from './focus.ts';
import { createPreviews, type Previews } from './previews.ts';
import { createSceneSource } from './scene-source.ts';
import type { Settings } from './settings.ts';
import { shareEngines } from './shared-engines.ts';
import { createStore, type PlaygroundStore } from './store.ts';

/** What the parts of one playground share; two playgrounds on a page share their engines and nothing else. */
export interface Playground {
  readonly store: PlaygroundStore;
  /** Its share of the page's engines, disposed of with the store. */
  readonly engines: EngineSelection;
  readonly focus: Focus;
  readonly previews: Previews;
}

/** The playground of a page of its own, which keeps its state in the address. */
export function createPlayground(address: AddressPort): Playground {
  const engines = shareEngines();
  return playgroundOf(engines, createStore({ engines, address }));
}

export interface EmbeddedOptions {
  readonly textOf: TextOf;
  /** Whose settings to go on with; null for those of the attributes. */
  readonly resumed: PlaygroundStore | null;
  /** No engine starts before. */
  readonly mayStart: Promise<void>;
}

/** The playground of an element in someone else's page: it opens as its attributes say. */
export function createEmbeddedPlayground({ textOf, resumed, mayStart }: EmbeddedOptions): Playground {
  const opening = settingsFromAttributes(textOf, createSceneSource().sceneFor);
  const engines = shareEngines(mayStart);
  const store = createStore({
    engines,
    address: detachedAddress(),
    initial: resumed?.settings.peek() ?? opening.settings,
    history: resumed?.history.peek(),
  });
  if (resumed === null) opening.refusals.forEach(store.tellRefusal);
  return playgroundOf(engines, store);
}

/** What an element with these attributes would open with. */
export const settingsFrom = (textOf: TextOf): Settings =>
  settingsFromAttributes(textOf, createSceneSource().sceneFor).settings;

function playgroundOf(engines: EngineSelection, store: PlaygroundStore): Playground {
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
