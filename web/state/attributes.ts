import { isModelProblem, type ModelProblem } from '../model/problem.ts';
import type { Scene } from '../model/scene.ts';
import { joinParameters } from './address-text.ts';
import { attributeArrays, isArrayAttribute, withArray } from './attribute-arrays.ts';
import { openingOf, startStepOf } from './fit-to-scene.ts';
import { openState } from './opening.ts';
import type { Expected } from './parameter.ts';
import type { SceneChoice } from './scene-source.ts';
import { addressVersion } from './settings-address.ts';
import { defaultSettings, parametersOf, settingNames, settingsTable } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** Why an attribute's text was not taken. */
export interface AttributeRefusal {
  readonly attribute: string;
  readonly given: string;
  readonly expected: Expected | ModelProblem;
}

/** What stands in an attribute of the element. */
export type TextOf = (attribute: string) => string | null;

type SceneFor = (choice: SceneChoice) => Scene | ModelProblem;

/** Between the source and the target words of `tokens`, as word aligners write sentence pairs. */
const pairMark = '|||';

/** What `mask` can say, in words joined by spaces. */
const masks = { padding: null, 'top-left': 'topLeft', 'bottom-right': 'bottomRight', none: null } as const;

const settingOf: ReadonlyMap<string, keyof Settings> = new Map(
  settingNames.flatMap((name) => {
    const { attribute } = settingsTable[name];
    return attribute === undefined ? [] : [[attribute, name] as const];
  }),
);

/** In the order in which they are applied: a whole state, the text, then what is said about it. */
export const attributeNames: readonly string[] = [
  'state',
  'example',
  'tokens',
  'score-function',
  ...[...settingOf.keys()].filter((name) => name !== 'example' && name !== 'score-function'),
  'mask',
  ...attributeArrays,
];

/** Two attributes say which text it is. The newer word counts, but of the one that is left when the other is taken away. */
const otherText: Readonly<Record<string, string>> = { example: 'tokens', tokens: 'example' };

/** The settings with one attribute's text in them, null for the attribute taken away; or why it is refused. */
export function withAttribute(
  settings: Settings,
  attribute: string,
  text: string | null,
  sceneFor: SceneFor,
  textOf: TextOf = () => null,
): Settings | AttributeRefusal {
  const other = otherText[attribute];
  const left = text === null && other !== undefined ? textOf(other) : null;
  if (left !== null) return withAttribute(settings, other, left, sceneFor);
  const refuse = (expected: Expected | ModelProblem): AttributeRefusal => ({
    attribute,
    given: (text ?? '').slice(0, 200),
    expected,
  });
  if (attribute === 'state') return withState(settings, text, sceneFor, refuse);
  if (attribute === 'tokens') {
    const choice = text === null ? defaultChoice : wordsOf(text);
    return choice === null ? refuse({ kind: 'words' }) : opened(settings, choice, sceneFor, refuse);
  }
  if (attribute === 'mask') return text === null ? { ...settings, ...defaultMask } : masked(settings, text, refuse);
  if (isArrayAttribute(attribute)) return withArray(settings, attribute, text, sceneOf(settings, sceneFor), refuse);

  const name = settingOf.get(attribute);
  if (name === undefined) throw new RangeError(`There is no attribute "${attribute}".`);
  const parameter = parametersOf(name)[0];
  // As HTML has it: there is "readonly", or there is not; "readonly=off" would only be a trap.
  const written = attribute === 'readonly' && text === '' ? 'on' : text;
  if (name === 'step') return withStep(settings, written, sceneOf(settings, sceneFor), refuse);
  const read = written === null ? { value: settingsTable[name].fallback, faults: [] } : parameter.read(written, null);
  if (read.faults.length > 0) return refuse(parameter.expected);
  if (name === 'example') {
    const choice = { ...defaultChoice, example: read.value as string };
    return choice.example === 'own' || choice.example === 'imported'
      ? refuse(parameter.expected)
      : opened(settings, choice, sceneFor, refuse);
  }
  return { ...settings, [name]: read.value };
}

export const isRefusal = (result: Settings | AttributeRefusal): result is AttributeRefusal => 'attribute' in result;

/** What stands in `element`'s attributes, on top of the defaults, and what of it is refused. */
export function settingsFromAttributes(
  textOf: TextOf,
  sceneFor: SceneFor,
): { readonly settings: Settings; readonly refusals: readonly AttributeRefusal[] } {
  const scene = sceneOf(defaultSettings, sceneFor);
  let settings: Settings = { ...defaultSettings, ...openingOf(scene) };
  const refusals: AttributeRefusal[] = [];
  for (const attribute of attributeNames) {
    const text = textOf(attribute);
    if (text === null) continue;
    const result = withAttribute(settings, attribute, text, sceneFor);
    if (isRefusal(result)) refusals.push(result);
    else settings = result;
  }
  return { settings, refusals };
}

const nothingNamed = joinParameters([{ name: 'v', text: addressVersion }]);
const defaultChoice: SceneChoice = {
  example: defaultSettings.example,
  source: '',
  target: '',
  data: '',
};
const defaultMask = { isPaddingMasked: defaultSettings.isPaddingMasked, causal: defaultSettings.causal };

function sceneOf(settings: Settings, sceneFor: SceneFor): Scene {
  const scene = sceneFor(settings);
  if (isModelProblem(scene)) throw new Error(`No scene for example "${settings.example}": ${scene.code}.`);
  return scene;
}

/** As getState() gives it. One whose parts do not all fit is refused: who wrote the attribute can mend it. */
function withState(
  settings: Settings,
  text: string | null,
  sceneFor: SceneFor,
  refuse: (expected: Expected | ModelProblem) => AttributeRefusal,
): Settings | AttributeRefusal {
  const opened = openState(text ?? nothingNamed, settings, sceneFor);
  if ('refusal' in opened) {
    return refuse(opened.refusal.reason === 'noScene' ? opened.refusal.problem : { kind: 'state', misfits: [] });
  }
  const misfits = opened.faults.map(({ name, given }) => `${name}=${given}`);
  return misfits.length > 0 ? refuse({ kind: 'state', misfits }) : opened.settings;
}

function wordsOf(text: string): SceneChoice | null {
  const sides = text.split(pairMark);
  if (sides.length !== 2) return null;
  return { ...defaultChoice, example: 'own', source: sides[0].trim(), target: sides[1].trim() };
}

/** As when a person opens it: at its beginning, without what was typed into another text. */
function opened(
  settings: Settings,
  choice: SceneChoice,
  sceneFor: SceneFor,
  refuse: (problem: ModelProblem) => AttributeRefusal,
): Settings | AttributeRefusal {
  const isSame = (['example', 'source', 'target', 'data'] as const).every((name) => settings[name] === choice[name]);
  if (isSame) return settings;
  const scene = sceneFor(choice);
  return isModelProblem(scene) ? refuse(scene) : { ...settings, ...choice, ...openingOf(scene), edits: {} };
}

function withStep(
  settings: Settings,
  text: string | null,
  scene: Scene,
  refuse: (expected: Expected) => AttributeRefusal,
): Settings | AttributeRefusal {
  if (text === null) return { ...settings, step: startStepOf(scene, settings.sentence) };
  const { target } = scene.sentences[settings.sentence];
  const read = settingsTable.step.parameters[0].read(text, 0);
  return read.faults.length > 0 || read.value >= target.length
    ? refuse({ kind: 'wholeNumber', lowest: 1, highest: target.length })
    : { ...settings, step: read.value };
}

function masked(
  settings: Settings,
  text: string,
  refuse: (expected: Expected) => AttributeRefusal,
): Settings | AttributeRefusal {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const causal = words.flatMap((word) => masks[word as keyof typeof masks] ?? []);
  const isClear = words.length > 0 && (!words.includes('none') || words.length === 1) && causal.length <= 1;
  if (!isClear || !words.every((word) => Object.hasOwn(masks, word))) {
    return refuse({ kind: 'oneOf', choices: Object.keys(masks) });
  }
  return { ...settings, isPaddingMasked: words.includes('padding'), causal: causal[0] ?? 'none' };
}

/** `padding top-left`, `none`, … */
export function maskText({ isPaddingMasked, causal }: Pick<Settings, 'isPaddingMasked' | 'causal'>): string {
  const words = [
    ...(isPaddingMasked ? ['padding'] : []),
    ...(Object.keys(masks) as (keyof typeof masks)[]).filter((word) => masks[word] !== null && masks[word] === causal),
  ];
  return words.length > 0 ? words.join(' ') : 'none';
}
