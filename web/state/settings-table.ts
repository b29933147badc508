import { engineNames, scoreFunctions } from '../contract/index.ts';
import { exampleIds } from '../model/examples.ts';
import { timelineEnd } from '../timeline/frame.ts';
import { type AddressValue, freeText, nonNegativeUpTo, numberIn, oneOf, onOff, ordinal } from './address-values.ts';
import { textLike, wordList } from './address-values.ts';
import { editParameters } from './edits-address.ts';
import { mapViewValue } from './map-view.ts';
import type { Parameter } from './parameter.ts';
import { paletteNames, speedRange, temperatureLimit, type Settings } from './settings.ts';

/**
 * What a setting is to undo. `content`: a change of it is a step. `place`: where one looks, no step of its own, but undo goes
 * back to where the change was made, and its indices fit that content. `view`: never touched by undo.
 */
export type SettingRole = 'content' | 'place' | 'view';

export interface SettingRow<T> {
  readonly role: SettingRole;
  readonly fallback: T;
  /** True: a change is a page of its own for the browser's back button. */
  readonly isPage: boolean;
  readonly parameters: readonly Parameter<T>[];
  /** The attribute of <attention-playground> that holds it, where one does: the text of the address under a plain name. */
  readonly attribute?: string;
}

/**
 * The whole app in one table, in the order of the address. Chats cut punctuation off the end of a link; so free text comes
 * early, and `t`, which is always written, stands behind it.
 */
export const settingsTable: { readonly [Name in keyof Settings]: SettingRow<Settings[Name]> } = {
  example: as('example', row('example', oneOf([...exampleIds, 'own', 'imported']), 'student', 'content', 'page')),
  source: row('source', freeText, '', 'content', 'page'),
  target: row('target', freeText, '', 'content', 'page'),
  data: row('data', textLike(/^[\w-]*$/), '', 'content', 'page'),
  sentence: row('sentence', ordinal, 0, 'place', 'page'),
  // Where an example begins is the example's own affair: no default that could be left out.
  step: as('step', { ...row('t', ordinal, 0, 'place', 'page'), parameters: [always('t', ordinal, 0)] }),
  scoreFunction: as('score-function', row('score', oneOf(scoreFunctions), 'given', 'content', 'page')),
  temperature: as('temperature', row('T', nonNegativeUpTo(temperatureLimit), 1, 'content')),
  isPaddingMasked: row('paddingMask', onOff, true, 'content'),
  causal: row('causal', oneOf(['none', 'topLeft', 'bottomRight']), 'none', 'content'),
  edits: { role: 'content', fallback: {}, isPage: false, parameters: editParameters },
  focusKey: row('key', ordinal, -1, 'place'),
  time: row('time', numberIn(0, timelineEnd), timelineEnd, 'view'),
  speed: row('speed', numberIn(speedRange.lowest, speedRange.highest), 1, 'view'),
  planeX: row('x', ordinal, 0, 'place'),
  planeY: row('y', ordinal, 1, 'place'),
  engine: as('engine', row('engine', oneOf(['auto', ...engineNames]), 'auto', 'view')),
  view: as('view', row('view', oneOf(['picture', 'table']), 'picture', 'view')),
  theme: as('theme', row('theme', oneOf(['auto', 'light', 'dark']), 'auto', 'view')),
  palette: as('palette', row('palette', oneOf(paletteNames), 'indigo', 'view')),
  map: row('map', mapViewValue, null, 'view'),
  lang: as('lang', row('lang', textLike(/^[a-z]{2,8}(-[a-z0-9]{1,8}){0,3}$/i, 'language'), 'auto', 'view')),
  hide: as('hide', row<readonly string[]>('hide', wordList, [], 'view')),
  isReadonly: as('readonly', row('readonly', onOff, false, 'view')),
};

export const settingNames = Object.keys(settingsTable) as readonly (keyof Settings)[];

export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingsTable[name].fallback]),
) as unknown as Settings;

/** What view settings a state text may leave as they are: those which an attribute can set. */
export const viewAttributes = settingNames.filter(
  (name) => settingsTable[name].role === 'view' && settingsTable[name].attribute !== undefined,
);

/** For going through all settings, where no type can say that a value belongs to its own row. */
export const parametersOf = (name: keyof Settings): readonly Parameter<unknown>[] => settingsTable[name].parameters;

/** Compares what the address would say: an arrival brings equal settings as new objects. */
export const isSameSetting = (name: keyof Settings, a: Settings, b: Settings): boolean =>
  a[name] === b[name] || parametersOf(name).every((parameter) => parameter.write(a[name]) === parameter.write(b[name]));

function as<T>(attribute: string, named: SettingRow<T>): SettingRow<T> {
  return { ...named, attribute };
}

function row<T>(name: string, kind: AddressValue<T>, fallback: T, role: SettingRole, page?: 'page'): SettingRow<T> {
  const parameter = always(name, kind, fallback);
  const written = kind.write(fallback);
  return {
    role,
    fallback,
    isPage: page === 'page',
    parameters: [{ ...parameter, write: (value) => (kind.write(value) === written ? null : kind.write(value)) }],
  };
}

function always<T>(name: string, kind: AddressValue<T>, fallback: T): Parameter<T> {
  return {
    name,
    expected: kind.expected,
    write: (value) => kind.write(value),
    read(text) {
      const value = kind.read(text);
      if (value === undefined) {
        const shown = kind.write(fallback);
        return { value: fallback, faults: [{ reason: 'notUnderstood', given: text, shown }] };
      }
      const clamped = kind.clamp(value);
      if (clamped === value) return { value, faults: [] };
      return { value: clamped, faults: [{ reason: 'outOfRange', given: text, shown: kind.write(clamped) }] };
    },
  };
}
