import type { Scene } from '../model/scene.ts';
import { editParameters } from './edits-address.ts';
import { entriesWithin } from './entries.ts';
import type { LinkFault } from './settings-address.ts';
import { settingsTable } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** How a scene is opened: at its first sentence, where that one wants to begin, with nothing pinned. */
export function openingOf(scene: Scene): Pick<Settings, 'sentence' | 'step' | 'focusKey' | 'planeX' | 'planeY'> {
  return {
    sentence: 0,
    step: startStepOf(scene, 0),
    focusKey: -1,
    planeX: 0,
    planeY: Math.min(1, lastCoordinate(scene, 0)),
  };
}

export const startStepOf = (scene: Scene, sentence: number): number => scene.sentences[sentence].startStep;

const lastCoordinate = (scene: Scene, sentence: number): number => scene.sentences[sentence].stateDim - 1;

/**
 * Brings indices from outside into the scene: the nearest one that exists, and no entry that has no place.
 * `hasStep` false: the address named no step, so the sentence begins where it wants to.
 */
export function fitToScene(
  settings: Settings,
  scene: Scene,
  hasStep: boolean,
): { readonly settings: Settings; readonly faults: readonly LinkFault[] } {
  const faults: LinkFault[] = [];
  const within = (name: IndexSetting, last: number): number => {
    const index = settings[name];
    if (index <= last) return index;
    const parameter = settingsTable[name].parameters[0];
    faults.push({ name: parameter.name, reason: 'notInThisText', given: String(index + 1), shown: String(last + 1) });
    return last;
  };
  const sentence = within('sentence', scene.sentences.length - 1);
  const { source, target } = scene.sentences[sentence];
  const { inside: edits, outside } = entriesWithin(scene, settings.edits);
  for (const parameter of editParameters) {
    for (const given of parameter.write(outside)?.split(';') ?? []) {
      faults.push({ name: parameter.name, reason: 'notInThisText', given, shown: null });
    }
  }
  const lastAxis = lastCoordinate(scene, sentence);
  return {
    settings: {
      ...settings,
      sentence,
      step: hasStep ? within('step', target.length - 1) : startStepOf(scene, sentence),
      focusKey: within('focusKey', source.length - 1),
      planeX: within('planeX', lastAxis),
      planeY: settings.planeY === settingsTable.planeY.fallback ? Math.min(1, lastAxis) : within('planeY', lastAxis),
      edits,
    },
    faults,
  };
}

type IndexSetting = 'sentence' | 'step' | 'focusKey' | 'planeX' | 'planeY';
