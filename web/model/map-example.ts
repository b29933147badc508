import { encoderState } from './embeddings.ts';
import { generateText, type GeneratedText } from './map-example-text.ts';
import type { MapHead, MapHeadRole, MapProblem, VectorAttention } from './map-problem.ts';

/** What opens first: long enough that its weights, as an array, would take a gigabyte. */
export const exampleTokenCount = 16_384;

const dim = 64;
const seed = 20_261_130;

/** Layer by layer, as trained models have been found to look: where things stand first, what they are like after. */
const roles: readonly (readonly MapHeadRole[])[] = [
  ['previous', 'near', 'sameWord', 'even'],
  ['copy', 'chapter', 'period', 'first'],
];

/** The head that is opened: it finds passages that are told twice. */
export const openedRole: MapHeadRole = 'copy';

/**
 * A generated story (see map-example-text.ts) and eight heads whose vectors are made so that each does one thing that
 * heads of trained models are known to do (Clark et al. 2019; copying: Olsson et al. 2022). Nothing is learned. Each
 * word sees itself and the words before it.
 */
export function mapExample(tokenCount = exampleTokenCount): MapProblem {
  const text = generateText(tokenCount, seed);
  return {
    origin: 'generated',
    queryTokens: text.tokens,
    keyTokens: text.tokens,
    heads: roles.flatMap((ofLayer, layer) =>
      ofLayer.map((role, head): MapHead => ({ layer, head, role, attention: () => attentionOf(role, text) })),
    ),
  };
}

/** Writes the vector of token `index` into `vector`, [dim], which is all zeros. */
type FillVector = (index: number, vector: Float32Array) => void;

function attentionOf(role: MapHeadRole, text: GeneratedText): VectorAttention {
  const { query, key } = headsByRole[role](text);
  const count = text.tokens.length;
  return { kind: 'vectors', dim, queries: filled(count, query), keys: filled(count, key), scale: 1, isCausal: true };
}

function filled(count: number, fill: FillVector): Float32Array {
  const all = new Float32Array(count * dim);
  for (let index = 0; index < count; index++) fill(index, all.subarray(index * dim, (index + 1) * dim));
  return all;
}

type HeadVectors = (text: GeneratedText) => { readonly query: FillVector; readonly key: FillVector };

const headsByRole: Readonly<Record<MapHeadRole, HeadVectors>> = {
  previous: () => atDistance(1, 1, 3),
  near: () => atDistance(0, 0.45, 500),
  sameWord({ tokens }) {
    const directionOf = directions('');
    return {
      query: (index, vector) => addScaled(vector, directionOf(tokens[index]), 9),
      key: (index, vector) => addScaled(vector, directionOf(tokens[index]), 1),
    };
  },
  even({ tokens }) {
    const [ask, answer] = [directions('ask '), directions('answer ')];
    return {
      query: (index, vector) => addScaled(vector, ask(tokens[index]), 2),
      key: (index, vector) => addScaled(vector, answer(tokens[index]), 2),
    };
  },
  /** Looks for the last four words behind other words: what stands there is what came next. */
  copy({ tokens }) {
    const byDistance = [0, 1, 2, 3].map((distance) => directions(`${distance} back `));
    const add = (vector: Float32Array, last: number, factor: number): void =>
      byDistance.forEach((directionOf, distance) => {
        if (last >= distance) addScaled(vector, directionOf(tokens[last - distance]), factor);
      });
    return {
      query: (index, vector) => add(vector, index, 4.2),
      key: (index, vector) => add(vector, index - 1, 1),
    };
  },
  /** The words of one chapter, and less the chapters on the same topic. */
  chapter({ chapters }) {
    const [chapterOf, topicOf] = [directions('chapter '), directions('topic ')];
    const add = (vector: Float32Array, index: number, factor: number): void => {
      addScaled(vector, chapterOf(String(chapters[index])), 1.3 * factor);
      addScaled(vector, topicOf(String(chapters[index] % 4)), factor);
    };
    return { query: (index, vector) => add(vector, index, 3), key: (index, vector) => add(vector, index, 1) };
  },
  period({ tokens }) {
    const near = atDistance(0, 0.35, 300);
    const mark = directions('mark ')('.');
    return {
      query(index, vector) {
        near.query(index, vector);
        addScaled(vector, mark, 3);
      },
      key(index, vector) {
        near.key(index, vector);
        if (/[.!]/.test(tokens[index])) addScaled(vector, mark, 2);
      },
    };
  },
  first({ tokens, chapters }) {
    const [first, other] = [directions('first ')('word'), directions('other ')];
    return {
      query(index, vector) {
        addScaled(vector, first, 4);
        addScaled(vector, other(tokens[index]), 1.5);
      },
      key(index, vector) {
        const isFirst = index === 0 || chapters[index] !== chapters[index - 1];
        addScaled(vector, first, index === 0 ? 2.6 : isFirst ? 2 : 0);
        addScaled(vector, other(tokens[index]), 1.2);
      },
    };
  },
};

/** One unit vector for each word, by the spelling rule; other vectors for another prefix. */
function directions(prefix: string): (word: string) => Float32Array {
  const known = new Map<string, Float32Array>();
  return (word) => {
    let direction = known.get(word);
    if (!direction) {
      const state = encoderState(prefix + word, dim);
      const norm = Math.hypot(...state);
      known.set(word, (direction = Float32Array.from(state, (x) => x / norm)));
    }
    return direction;
  };
}

/**
 * Sines and cosines of the position, as in Vaswani et al. 2017, for wavelengths from `shortest` tokens on: the score of a
 * pair falls with the logarithm of its distance to `back`, from 32 · height.
 */
function atDistance(back: number, height: number, shortest: number): ReturnType<HeadVectors> {
  const longest = 4 * exampleTokenCount;
  const waves = Array.from(
    { length: dim / 2 },
    (_, wave) => (2 * Math.PI) / (shortest * (longest / shortest) ** (wave / (dim / 2 - 1))),
  );
  const fill = (position: number, vector: Float32Array, factor: number): void =>
    waves.forEach((frequency, wave) => {
      vector[2 * wave] = factor * Math.cos(frequency * position);
      vector[2 * wave + 1] = factor * Math.sin(frequency * position);
    });
  return {
    query: (index, vector) => fill(index - back, vector, height),
    key: (index, vector) => fill(index, vector, 1),
  };
}

function addScaled(vector: Float32Array, direction: Float32Array, factor: number): void {
  for (let d = 0; d < dim; d++) vector[d] += factor * direction[d];
}
