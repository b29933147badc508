import { countOf, type AttentionTensors, type Tensor } from '../contract/index.ts';
import { evidenceOf } from './arrays/evidence.ts';
import { takeNumbers, type AxisName, type FileTensor, type Range } from './arrays/file-tensor.ts';
import { guessAxes, guessKind } from './arrays/guess.ts';
import type { ParsedFile } from './arrays/parsed-file.ts';
import { parseTensorsJson, type TensorsProblem } from './attention-tensors-json.ts';
import { parseFile } from './detect.ts';
import type { ImportProblem } from './problem.ts';

export type ReadTensors = AttentionTensors | TensorsProblem | ImportProblem;

/**
 * Reads attention of any length: the map's own JSON, or any file that parseFile takes apart. Of that it takes the weights,
 * or else queries and keys, as it guesses them; of a batch the first.
 */
export function parseTensorsFile(bytes: Uint8Array, fileName = ''): ReadTensors {
  const own = isJson(bytes, fileName) ? parseTensorsJson(new TextDecoder().decode(bytes)) : null;
  if (own && !('code' in own && isOtherLayout(own))) return own;
  const parsed = parseFile(bytes, fileName);
  const tensors = 'code' in parsed ? parsed : tensorsOf(parsed);
  return 'code' in tensors && own ? own : tensors;
}

/** Others may know it. */
function isOtherLayout({ code }: TensorsProblem): boolean {
  return code === 'tensorsLayout' || code === 'tensorsNotJson';
}

function isJson(bytes: Uint8Array, fileName: string): boolean {
  return (
    !/\.(csv|tsv|npy|npz|safetensors)$/i.test(fileName) &&
    /^\uFEFF?\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 256)))
  );
}

/** From the outermost axis to the innermost. */
const matrixOrder = ['batch', 'layer', 'head', 'query', 'key'] as const satisfies readonly AxisName[];
const vectorOrder = {
  queries: ['batch', 'layer', 'head', 'query', 'width'],
  keys: ['batch', 'layer', 'head', 'key', 'width'],
} as const satisfies Record<string, readonly AxisName[]>;

function tensorsOf({ tensors, wordLists }: ParsedFile): AttentionTensors | TensorsProblem {
  const guessed = tensors.map((tensor) => {
    const evidence = evidenceOf(tensor);
    const kind = guessKind(tensor, evidence);
    return { tensor, kind, axes: guessAxes(tensor, kind, evidence) };
  });
  const first = (wanted: string) => guessed.find(({ kind, tensor }) => kind === wanted && tensor.shape.length > 1);
  // A matrix without a name is taken for what the map shows; it says which number is no weight.
  const unnamed = guessed.find(({ tensor }) => tensor.name === '' && tensor.shape.length > 1);
  const [weights, queries, keys] = [first('weights') ?? unnamed, first('queries'), first('keys')];
  const lists = wordLists.flatMap(({ sentences }) => sentences.slice(0, 1));
  const wordsOf = (own: readonly string[] | null, count: number): readonly string[] | undefined =>
    own ?? lists.find(({ length }) => length === count);
  if (weights) {
    const tensor = ordered(weights.tensor, weights.axes, matrixOrder);
    const [queryCount, keyCount] = tensor.shape.slice(-2);
    const { words } = weights.tensor;
    return { weights: tensor, queryTokens: wordsOf(words.query, queryCount), keyTokens: wordsOf(words.key, keyCount) };
  }
  if (!queries || !keys) return { code: 'tensorsLayout' };
  const [q, k] = [
    ordered(queries.tensor, queries.axes, vectorOrder.queries),
    ordered(keys.tensor, keys.axes, vectorOrder.keys),
  ];
  return {
    queries: q,
    keys: k,
    queryTokens: wordsOf(queries.tensor.words.query, q.shape[q.shape.length - 2]),
    keyTokens: wordsOf(keys.tensor.words.key, k.shape[k.shape.length - 2]),
  };
}

/** The numbers with their axes in that order, as far as there are such axes; of a batch the first. */
function ordered(tensor: FileTensor, axes: readonly AxisName[], names: readonly AxisName[]): Tensor<Float32Array> {
  const order = names.map((name) => axes.indexOf(name)).filter((axis) => axis >= 0);
  const ranges = tensor.shape.map((size, axis): Range => (axes[axis] === 'batch' ? [0, 1] : [0, size]));
  const shape = order.filter((axis) => axes[axis] !== 'batch').map((axis) => tensor.shape[axis]);
  return { shape, data: takeNumbers(tensor, ranges, order, new Float32Array(countOf(shape))) };
}
