import { isModelProblem, type ModelProblem } from '../model/problem.ts';
import type { Scene } from '../model/scene.ts';
import type { AddressEntry } from './address-port.ts';
import { fitToScene, openingOf } from './fit-to-scene.ts';
import type { NoticeContent } from './notices.ts';
import type { SceneChoice } from './scene-source.ts';
import { addressLimit, readAddress, writeAddressWithin, type LinkFault } from './settings-address.ts';
import { defaultSettings } from './settings-table.ts';
import type { Settings } from './settings.ts';

export interface Opening {
  readonly settings: Settings;
  readonly notices: readonly NoticeContent[];
  readonly faults: readonly LinkFault[];
}

/** What to show for an entry of the browser's history: always something, and a word about everything that is not as linked. */
export function openEntry(entry: AddressEntry, sceneFor: (choice: SceneChoice) => Scene | ModelProblem): Opening {
  const isWhole = entry.full !== null && isShortened(entry.full, entry.hash);
  const read = isWhole ? readAddress(entry.full, Infinity) : readAddress(entry.hash);
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
  return { settings: fitted.settings, notices: [], faults: [...read.faults, ...fitted.faults] };
}

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

/** The kept text belongs to this fragment, and not to one that was typed over it since. */
function isShortened(full: string, hash: string): boolean {
  const { settings, unreadable } = readAddress(full, Infinity);
  if (unreadable) return false;
  const fragment = (text: string): string => decodeURI(text.replace(/^#/, ''));
  try {
    return fragment(writeAddressWithin(addressLimit, settings).hash) === fragment(hash);
  } catch {
    return false;
  }
}
