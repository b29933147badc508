import { numberTypeOf, type AxisName, type FileTensor } from './file-tensor.ts';

/** A number in a name, behind something that says what it counts. */
const counter = /([A-Za-z]+)[._\-[( ]*?(\d+)(?!\d)/g;

/** What numpy calls arrays that were given no names: these are different things and not layers of one. */
const unnamed = /^arr_\d+$/;

interface Member {
  readonly tensor: FileTensor;
  readonly indices: readonly number[];
}

/**
 * Arrays whose names differ by numbers alone and whose shapes are the same become one array with an axis for each number:
 * `layer.0.attn`, `layer.1.attn` … Files have the layers of a model so. Nothing is copied.
 */
export function stackNumbered(tensors: readonly FileTensor[]): readonly FileTensor[] {
  const groups = new Map<string, Member[]>();
  for (const tensor of tensors) {
    const numbers = unnamed.test(tensor.name) ? [] : [...tensor.name.matchAll(counter)];
    const pattern = numbers.length === 0 ? tensor.name : tensor.name.replace(counter, (found) => blanked(found));
    const indices = numbers.map(([, , digits]) => Number(digits));
    const key = `${pattern} ${tensor.shape.join()} ${numberTypeOf(tensor)} ${tensor.pages[0].strides.join()}`;
    groups.set(key, [...(groups.get(key) ?? []), { tensor, indices }]);
  }
  return [...groups.values()].flatMap((members) => {
    const stacked = stackOf(members);
    return stacked ? [stacked] : members.map(({ tensor }) => tensor);
  });
}

const blanked = (found: string): string => found.replace(/\d+$/, '*');

/** One array of all members; null unless they fill a box. */
function stackOf(members: readonly Member[]): FileTensor | null {
  const [{ tensor, indices }] = members;
  if (members.length < 2 || indices.length === 0) return null;
  const isAlike = members.every(
    (member) =>
      member.tensor.pages.length === 1 &&
      sameWords(member.tensor.words.query, tensor.words.query) &&
      sameWords(member.tensor.words.key, tensor.words.key),
  );
  const values = indices.map((_, place) =>
    [...new Set(members.map((member) => member.indices[place]))].sort((a, b) => a - b),
  );
  // A number that never changes is part of the name.
  const axes = [...indices.keys()].filter((place) => values[place].length > 1);
  const sizes = axes.map((place) => values[place].length);
  if (!isAlike || sizes.reduce((product, size) => product * size, 1) !== members.length) return null;
  const ordered = [...members].sort((a, b) => {
    const different = axes.find((place) => a.indices[place] !== b.indices[place]);
    return different === undefined ? 0 : a.indices[different] - b.indices[different];
  });
  const counters = [...tensor.name.matchAll(counter)];
  const names = axes.map((place) => axisNamed(counters[place][1]));
  return {
    name: nameOf(tensor.name, axes),
    shape: [...sizes, ...tensor.shape],
    axes: [...names, ...tensor.axes],
    words: tensor.words,
    pages: ordered.map((member) => member.tensor.pages[0]),
  };
}

function nameOf(name: string, axes: readonly number[]): string {
  let place = -1;
  return name.replace(counter, (found) => (axes.includes(++place) ? blanked(found) : found));
}

function axisNamed(word: string): AxisName {
  return /^h(ead)?s?$/i.test(word) ? 'head' : 'layer';
}

function sameWords(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a === b || (a !== null && b !== null && a.length === b.length && a.every((word, index) => word === b[index]));
}
