import type { PlaygroundHost } from '../elements/playground-host.ts';
import type { TraitValues } from './model.ts';

/** A trait that sets something. */
export interface Trait {
  readonly name: string;
  /** Takes a value from Python; null for the default. */
  give(playground: PlaygroundHost, value: never): void;
  /** What is shown; undefined while it is being computed. Without it the element never changes what Python gave. */
  read?(playground: PlaygroundHost): unknown;
}

/** In the order in which they are laid over each other. */
export const traits: readonly Trait[] = [
  {
    name: 'state',
    give: (playground, state: string | null) => (playground.state = state === '' ? null : state),
    read: (playground) => playground.getState(),
  },
  {
    name: 'example',
    give: (playground, example: string | null) => (playground.example = example),
    read: ({ example }) => (example === 'own' || example === 'imported' ? null : example),
  },
  {
    name: 'tokens',
    give: (playground, tokens: string | null) => {
      if (tokens === null) playground.tokens = null;
      else playground.setAttribute('tokens', tokens);
    },
    read: ({ example, tokens: { source, target } }) =>
      example === 'own' ? `${source.join(' ')} ||| ${target.join(' ')}` : null,
  },
  {
    name: 'score_function',
    give: (playground, name: PlaygroundHost['scoreFunction'] | null) => (playground.scoreFunction = name),
    read: ({ scoreFunction }) => scoreFunction,
  },
  {
    name: 'step',
    give: (playground, step: number | null) => (playground.step = step),
    read: ({ step }) => step,
  },
  {
    name: 'temperature',
    give: (playground, temperature: number | null) => (playground.temperature = temperature),
    read: ({ temperature }) => temperature,
  },
  {
    name: 'mask',
    give: (playground, mask: PlaygroundHost['mask'] | null) => (playground.mask = mask),
    read: ({ mask }) => mask,
  },
  {
    name: 'scores',
    give: (playground, scores: number[] | number[][] | null) => (playground.scores = scores),
    read: ({ scores }) => scores?.map(numberInJson),
  },
  {
    name: 'theme',
    give: (playground, theme: PlaygroundHost['theme'] | null) => (playground.theme = theme),
  },
  {
    name: 'palette',
    give: (playground, palette: PlaygroundHost['palette'] | null) => (playground.palette = palette),
  },
  { name: 'hide', give: (playground, parts: string[] | null) => (playground.hide = parts) },
  { name: 'readonly', give: (playground, isReadonly: boolean | null) => (playground.readOnly = isReadonly === true) },
];

/** What the element shows, as traits. */
export function shownTraits(playground: PlaygroundHost): TraitValues {
  const values = traits.flatMap(({ name, read }) => {
    const value = read?.(playground);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** What has been computed, of all steps, as traits; nothing while that is under way. */
export function computedTraits({ playground }: PlaygroundHost): TraitValues {
  const { status, value } = playground.store.attention.peek();
  if (status !== 'ready' || !value) return {};
  const { trace, current } = value;
  const { queryCount, keyCount, valueDim } = trace;
  return {
    source: current.sentence.source.map(({ text }) => text),
    target: current.sentence.target.map(({ text }) => text),
    weights: rows(trace.weights, queryCount, keyCount),
    context: rows(trace.context, queryCount, valueDim),
    entropy: Array.from(trace.entropy, numberInJson),
  };
}

const rows = (array: Float64Array | Float32Array, rowCount: number, columnCount: number): unknown[] =>
  Array.from({ length: rowCount }, (_, row) =>
    Array.from(array.subarray(row * columnCount, (row + 1) * columnCount), numberInJson),
  );

/** JSON has no infinity. */
const numberInJson = (value: number): number | null => (Number.isFinite(value) ? value : null);
