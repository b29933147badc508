import { isModelProblem, type ModelProblem } from '../model/problem.ts';
import type { Scene } from '../model/scene.ts';
import type { AddressEntry } from './address-port.ts';
import { fitToScene, openingOf } from './fit-to-scene.ts';
import type { NoticeContent, StateRefusal } from './notices.ts';
import type { SceneChoice } from './scene-source.ts';
import {
  addressLimit,
  readAddress,
  writeAddressWithin,
  type LinkFault,
  type ReadAddress,
  type WrittenAddress,
} from './settings-address.ts';
import { defaultSettings, viewAttributes } from './settings-table.ts';
import type { Settings } from './settings.ts';

export interface Opening {
  readonly settings: Settings;
  readonly notices: readonly NoticeContent[];
  readonly faults: readonly LinkFault[];
}

/** What to show for an entry of the browser's history: always something, and a word about everything that is not as linked. */
export function openEntry(entry: AddressEntry, sceneFor: (choice: SceneChoice) => Scene | ModelProblem): Opening {
  const kept = keptWhole(entry);
  const read = kept?.read ?? readAddress(entry.hash);
  if (read.unreadable) {
    return withDefaults(sceneFor, read.settings, [{ code: 'linkUnreadable', params: read.unreadable }], []);
  }
  const scene = sceneFor(read.settings);
  if (isModelProblem(scene)) {
    const isLeftOut = read.settings.example === 'imported' && read.settings.data === '';
    const notice: NoticeContent = isLeftOut
      ? { code: 'linkWithoutData', params: {} }
      : { code: 'sceneRefused', params: { problem: scene } };
    return withDefaults(sceneFor, read.settings, [notice], read.faults);
  }
  const fitted = fitToScene(read.settings, scene, read.named.has('step'));
  return {
    settings: fitted.settings,
    notices: kept ? [tooLongNotice(kept.written)] : [],
    faults: [...read.faults, ...fitted.faults],
  };
}

/**
 * A state text for a playground that shows something already, of which nothing goes where the text cannot be opened. What an
 * attribute can say of the view stays where the text says nothing of it.
 */
export function openState(
  text: string,
  present: Settings,
  sceneFor: (choice: SceneChoice) => Scene | ModelProblem,
): Omit<Opening, 'notices'> | { readonly refusal: StateRefusal } {
  const read = readAddress(text, Infinity);
  if (read.unreadable) return { refusal: read.unreadable };
  const scene = sceneFor(read.settings);
  if (isModelProblem(scene)) return { refusal: { reason: 'noScene', problem: scene } };
  const { settings, faults } = fitToScene(read.settings, scene, read.named.has('step'));
  const kept = viewAttributes.filter((name) => !read.named.has(name)).map((name) => [name, present[name]]);
  return {
    settings: { ...settings, ...(Object.fromEntries(kept) as Partial<Settings>) },
    faults: [...read.faults, ...faults],
  };
}

export const tooLongNotice = ({ full, leftOut }: WrittenAddress): NoticeContent => ({
  code: 'tooLongForAddress',
  params: { length: full.length, limit: addressLimit, leftOut },
});

/** The default scene; what the link said of score function, temperature, language and the like still holds. */
function withDefaults(
  sceneFor: (choice: SceneChoice) => Scene | ModelProblem,
  read: Settings,
  notices: readonly NoticeContent[],
  faults: readonly LinkFault[],
): Opening {
  const { example, source, target, data, edits } = defaultSettings;
  const scene = sceneFor(defaultSettings);
  if (isModelProblem(scene)) throw new Error(`The default example "${example}" must have a scene.`);
  const settings = { ...read, example, source, target, data, edits, ...openingOf(scene) };
  return { settings, notices, faults };
}

/** What the browser kept of a fragment that was too long; null where there is none, or another link was typed over it since. */
function keptWhole({ hash, full }: AddressEntry): { read: ReadAddress; written: WrittenAddress } | null {
  if (full === null) return null;
  const read = readAddress(full, Infinity);
  const written = writeAddressWithin(addressLimit, read.settings);
  return read.unreadable === null && isSameFragment(written.hash, hash) ? { read, written } : null;
}

/** Browsers encode more of a fragment than was written. */
function isSameFragment(a: string, b: string): boolean {
  const plain = (hash: string): string => decodeURI(hash.replace(/^#/, ''));
  try {
    return plain(a) === plain(b);
  } catch {
    return false;
  }
}
