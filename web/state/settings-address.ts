import { joinParameters, splitParameters, type WrittenParameter } from './address-text.ts';
import type { Parameter, ValueFault } from './parameter.ts';
import { defaultSettings, parametersOf, settingNames } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** Raised when an old link would be read wrongly. */
export const addressVersion = '1';

/** Characters of a fragment. Browsers take more, but links of this length already break in mail and chats. */
export const addressLimit = 200_000;

export interface LinkFault extends ValueFault {
  /** The parameter's name in the address. */
  readonly name: string;
}

export type UnreadableLink = { readonly reason: 'otherVersion' | 'tooLong' | 'notALink'; readonly given: string };

export interface ReadAddress {
  readonly settings: Settings;
  /** Which settings the address spoke of; the others have their defaults. */
  readonly named: ReadonlySet<keyof Settings>;
  readonly faults: readonly LinkFault[];
  /** Set where nothing could be taken from the link; the settings are the defaults then. */
  readonly unreadable: UnreadableLink | null;
}

/** The fragment, without `#`. Defaults are left out; write → read gives the same settings. */
export function writeAddress(settings: Settings): string {
  const written = settingNames.flatMap((name) => writeSetting(name, settings));
  return joinParameters([{ name: 'v', text: addressVersion }, ...written]);
}

function writeSetting(setting: keyof Settings, settings: Settings): WrittenParameter[] {
  return parametersOf(setting).flatMap((parameter) => {
    const text = parameter.write(settings[setting]);
    return text === null ? [] : [{ name: parameter.name, text }];
  });
}

/** What could be shortened for the sake of the address, the largest and least readable first. */
const leftOutFirst = ['data', 'edits', 'source', 'target'] as const;
export type LeftOut = (typeof leftOutFirst)[number];

export interface WrittenAddress {
  /** Within the limit. */
  readonly hash: string;
  /** With everything. */
  readonly full: string;
  readonly leftOut: readonly LeftOut[];
}

/** As writeAddress, within the limit: what does not fit is left out and named. */
export function writeAddressWithin(limit: number, settings: Settings): WrittenAddress {
  const full = writeAddress(settings);
  let hash = full;
  let shortened = settings;
  const leftOut: LeftOut[] = [];
  for (const name of leftOutFirst) {
    if (hash.length <= limit) break;
    shortened = { ...shortened, [name]: defaultSettings[name] };
    const shorter = writeAddress(shortened);
    if (shorter.length < hash.length) leftOut.push(name);
    hash = shorter;
  }
  return { hash, full, leftOut };
}

/** Settings from a fragment, with or without `#`. Indices are checked against the scene later, by fitToScene. */
export function readAddress(hash: string, limit = addressLimit): ReadAddress {
  if (hash.length > limit) return unreadable('tooLong', String(hash.length));
  const parameters = splitParameters(hash);
  if (parameters.length === 0) return { settings: defaultSettings, named: new Set(), faults: [], unreadable: null };
  const version = parameters.find(({ name }) => name === 'v');
  if (version && version.text !== addressVersion) return unreadable('otherVersion', version.text ?? version.raw);
  // A link typed by hand may leave the version out, but not everything.
  if (!version && !parameters.some(({ name }) => ownerOf.has(name))) return unreadable('notALink', hash);

  let settings = defaultSettings;
  const named = new Set<keyof Settings>();
  const faults: LinkFault[] = [];
  const met = new Set<string>();
  for (const { name, text, raw } of parameters) {
    const owner = ownerOf.get(name);
    const fault = (reason: ValueFault['reason']): unknown =>
      faults.push({ name, reason, given: text ?? raw, shown: null });
    if (met.has(name)) fault('givenTwice');
    else if (name === 'v') met.add(name);
    else if (!owner) fault('unknownName');
    else if (text === null) fault('garbled');
    else {
      met.add(name);
      const { setting, parameter } = owner;
      named.add(setting);
      const read = parameter.read(text, settings[setting]);
      settings = { ...settings, [setting]: read.value };
      faults.push(...read.faults.map((valueFault) => ({ name, ...valueFault })));
    }
  }
  return { settings, named, faults, unreadable: null };
}

interface Owned {
  readonly setting: keyof Settings;
  readonly parameter: Parameter<unknown>;
}

/** What stands behind each name of the address. */
const ownerOf: ReadonlyMap<string, Owned> = new Map(
  settingNames.flatMap((setting) =>
    parametersOf(setting).map((parameter) => [parameter.name, { setting, parameter }] as const),
  ),
);

const unreadable = (reason: UnreadableLink['reason'], given: string): ReadAddress => ({
  settings: defaultSettings,
  named: new Set(),
  faults: [],
  unreadable: { reason, given: given.slice(0, 200) },
});
