/** A value that was read, and where the text goes on behind it. */
export interface ReadLiteral {
  readonly value: unknown;
  readonly end: number;
}

/** Deeper than any array of numbers within objects; a hostile text nests a hundred thousand deep. */
const maxDepth = 32;

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

interface Open {
  readonly close: string;
  readonly items: unknown[];
  /** Null for lists. */
  readonly entries: Map<string, unknown> | null;
  key: string | null;
}

/**
 * Reads one value as JavaScript or Python writes it and JSON does not: names without quotes, single quotes, tuples, NaN, −Infinity
 * and None, a comma before a closing bracket, or none between the numbers of a printed array. Nothing is run. Null: there is no
 * such value at `start`.
 */
export function readLiteral(text: string, start = 0): ReadLiteral | null {
  const stack: Open[] = [];
  let place = start;
  for (;;) {
    place = afterSpace(text, place);
    if (place >= text.length) return null;
    const character = text[place];
    const open = stack.at(-1);
    let value: unknown;
    if (character in closing) {
      if (stack.length >= maxDepth || isKeyMissing(open)) return null;
      stack.push({ close: closing[character], items: [], entries: character === '{' ? new Map() : null, key: null });
      place++;
      continue;
    }
    if (character === open?.close) {
      if (open.key !== null) return null;
      value = open.entries ? Object.fromEntries(open.entries) : open.items;
      stack.pop();
      place++;
    } else {
      const scalar = scalarAt(text, place);
      if (!scalar) return null;
      place = scalar.end;
      if (open && isKeyMissing(open)) {
        place = afterSpace(text, place);
        if (text[place] !== ':') return null;
        open.key = scalar.text;
        place++;
        continue;
      }
      if (scalar.value === undefined) return null;
      value = scalar.value;
    }
    const parent = stack.at(-1);
    if (!parent) return { value, end: place };
    if (parent.entries) {
      parent.entries.set(parent.key ?? '', value);
      parent.key = null;
    } else parent.items.push(value);
  }
}

/** In an object, where a name and no value must come next. */
function isKeyMissing(open: Open | undefined): boolean {
  return Boolean(open?.entries) && open?.key === null;
}

const space = /(?:[\s,]|\/\/[^\n]*)*/y;

function afterSpace(text: string, place: number): number {
  space.lastIndex = place;
  space.exec(text);
  return space.lastIndex;
}

interface Scalar {
  /** As a key. */
  readonly text: string;
  /** Undefined for a name that stands for no value. */
  readonly value: unknown;
  readonly end: number;
}

const named: Readonly<Record<string, unknown>> = {
  null: null,
  None: null,
  undefined: null,
  true: true,
  True: true,
  false: false,
  False: false,
  NaN,
  nan: NaN,
  Infinity,
  inf: Infinity,
};

const pattern =
  /"(?<double>[^"\\]*(?:\\[^][^"\\]*)*)"|'(?<single>[^'\\]*(?:\\[^][^'\\]*)*)'|(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?<sign>[+-]?)(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/iuy;

function scalarAt(text: string, place: number): Scalar | null {
  pattern.lastIndex = place;
  const groups = pattern.exec(text)?.groups;
  if (!groups) return null;
  const end = pattern.lastIndex;
  const quoted = groups.double ?? groups.single;
  if (quoted !== undefined) return { text: unescaped(quoted), value: unescaped(quoted), end };
  if (groups.number !== undefined) return { text: groups.number, value: Number(groups.number), end };
  const { name, sign } = groups;
  const value = Object.hasOwn(named, name) ? named[name] : undefined;
  if (sign === '') return { text: name, value, end };
  return typeof value === 'number' ? { text: name, value: sign === '-' ? -value : value, end } : null;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  return quoted.replace(/\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/giu, (_, ...codes: string[]) => {
    const [braced, four, two, character] = codes;
    const code = Number.parseInt(braced ?? four ?? two ?? '', 16);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    return character === '\n' ? '' : (escapes[character] ?? character);
  });
}
