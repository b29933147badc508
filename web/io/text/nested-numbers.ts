import { countOf } from '../../contract/index.ts';
import { importLimits } from '../arrays/import-limits.ts';
import { parseNumber } from '../number-text.ts';
import { shortened, type ImportProblem } from '../problem.ts';

/** Numbers of a nested list, row-major. */
export interface NestedNumbers {
  readonly shape: readonly number[];
  readonly numbers: Float64Array;
  /** Some were written as text. */
  readonly hasText: boolean;
  /** How many were null, which JavaScript writes for −Infinity and NaN: they were read as −Infinity. */
  readonly nullCount: number;
}

/** True for lists, however deep, whose first entry is a number or what stands for one. */
export function isNested(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  let first: unknown = value;
  let depth = 0;
  // A list may hold itself, if it came from a script and not from a text.
  for (; Array.isArray(first) && depth <= importLimits.maxAxes; depth++) first = (first as unknown[])[0];
  if (typeof first === 'string') return depth > 1 && parseNumber(first) !== null;
  return first === undefined || first === null || typeof first === 'number' || Array.isArray(first);
}

/** A list of lists of numbers, all of the same lengths; or the first place where they are not. */
export function nestedNumbers(
  value: readonly unknown[],
  name: string,
  sentence: number,
): NestedNumbers | ImportProblem {
  const shape: number[] = [];
  for (let level: unknown = value; Array.isArray(level); level = (level as unknown[])[0]) {
    const limit = importLimits.maxAxes;
    if (shape.length === limit) return { code: 'tooManyAxes', name, axes: depthOf(value), limit };
    shape.push(level.length);
  }
  // Before anything is reserved: the lengths of the first branch may promise more numbers than there are.
  const uneven = unevenPlace(value, shape, []);
  if (uneven) return unevenProblem({ name, sentence, shape }, uneven);
  const numbers = new Float64Array(countOf(shape));
  const state = { filled: 0, hasText: false, nullCount: 0, fault: null as Fault | null };
  fill(value, shape.length, numbers, state, []);
  if (state.fault) return notANumber({ name, sentence, shape }, state.fault);
  return { shape, numbers, hasText: state.hasText, nullCount: state.nullCount };
}

/** From 0, one for each axis down to where it is. */
type Place = readonly number[];

interface Fault {
  readonly place: Place;
  readonly found: unknown;
}

/** A list of another length than the first at its depth, or something else where a list is expected. */
function unevenPlace(value: unknown, shape: readonly number[], place: Place): Fault | null {
  const [size, ...rest] = shape;
  if (!Array.isArray(value) || value.length !== size) return { place, found: value };
  if (rest.length === 0) return null;
  for (const [index, inner] of value.entries()) {
    const uneven = unevenPlace(inner, rest, [...place, index]);
    if (uneven) return uneven;
  }
  return null;
}

function fill(
  value: readonly unknown[],
  depth: number,
  numbers: Float64Array,
  state: { filled: number; hasText: boolean; nullCount: number; fault: Fault | null },
  place: Place,
): void {
  for (const [index, entry] of value.entries()) {
    if (state.fault) return;
    if (depth > 1) {
      fill(entry as readonly unknown[], depth - 1, numbers, state, [...place, index]);
      continue;
    }
    const number = typeof entry === 'string' ? parseNumber(entry)?.value : entry === null ? -Infinity : entry;
    if (typeof number !== 'number') state.fault = { place: [...place, index], found: entry };
    else numbers[state.filled++] = number;
    if (entry === null) state.nullCount++;
    state.hasText ||= typeof entry === 'string';
  }
}

interface Whose {
  readonly name: string;
  readonly sentence: number;
  readonly shape: readonly number[];
}

function unevenProblem(whose: Whose, { place, found }: Fault): ImportProblem {
  if (!Array.isArray(found)) return notANumber(whose, { place, found });
  const { name, sentence, shape } = whose;
  const [cells, expectedCells] = [found.length, shape[place.length]];
  if (shape.length === 2 && place.length === 1) {
    return { code: 'raggedRow', sentence, row: place[0] + 1, cells, expectedCells };
  }
  return { code: 'raggedArray', name, place: place.map((index) => index + 1), cells, expectedCells };
}

function notANumber({ name, sentence, shape }: Whose, { place, found }: Fault): ImportProblem {
  const text = cellText(found);
  if (shape.length === 2 && place.length === 2) {
    return { code: 'cellNotANumber', sentence, row: place[0] + 1, column: place[1] + 1, text };
  }
  return { code: 'entryNotANumber', name, place: place.map((index) => index + 1), text };
}

function cellText(cell: unknown): string {
  if (typeof cell === 'object' && cell !== null) return Array.isArray(cell) ? '[…]' : '{…}';
  return shortened(String(cell));
}

/** How deep the first branch goes; a loop with an end, since a hostile file nests a million deep. */
function depthOf(value: unknown): number {
  const deepest = 1_000_000;
  let depth = 0;
  for (let level = value; Array.isArray(level) && depth < deepest; level = (level as unknown[])[0]) depth++;
  return depth;
}
