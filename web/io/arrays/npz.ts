import type { ImportNote, ImportProblem } from '../problem.ts';
import type { AxisWords, FileTensor } from './file-tensor.ts';
import { isVectorName } from './guess.ts';
import { importLimits } from './import-limits.ts';
import { npyTensor, npyTexts } from './npy.ts';
import type { Parsed, WordList } from './parsed-file.ts';
import { unzipEntry, zipEntries } from './zip.ts';

const suffix = '.npy';

/**
 * An archive of numpy's `savez` or `savez_compressed`: the arrays by name. A list of texts is words; called `source` or `target` they are
 * those of the keys or of the queries of all arrays beside them. What is no array, or one of no numbers, is left out and named.
 */
export function parseNpz(bytes: Uint8Array): Parsed {
  const entries = zipEntries(bytes);
  if (!entries) return { code: 'badFileHeader', format: 'npz', name: '' };
  if ('code' in entries) return entries;
  const arrays = entries.filter(({ name }) => name.endsWith(suffix));
  const others = entries.filter(({ name }) => !name.endsWith(suffix) && !name.endsWith('/')).map(({ name }) => name);
  if (arrays.length === 0) {
    // What torch.save writes: an archive around a pickle.
    const pickle = others.find((name) => name.endsWith('data.pkl'));
    return pickle === undefined ? { code: 'noArrays', format: 'npz' } : { code: 'pythonObjects', name: pickle };
  }
  const unfolded = arrays.reduce((sum, entry) => sum + entry.bytes, 0);
  const limitBytes = importLimits.maxBytes;
  // Asked of the directory before anything is unfolded.
  if (!(unfolded <= limitBytes)) return { code: 'unfoldsTooLarge', bytes: unfolded, limitBytes };

  const tensors: FileTensor[] = [];
  const wordLists: WordList[] = [];
  const withoutNumbers: Extract<ImportProblem, { code: 'numberTypeRefused' | 'pythonObjects' }>[] = [];
  for (const entry of arrays) {
    const content = unzipEntry(bytes, entry);
    if ('code' in content) return content;
    const name = entry.name.slice(0, -suffix.length);
    const texts = npyTexts(content);
    if (texts) {
      wordLists.push({ name, sentences: [texts] });
      continue;
    }
    const tensor = npyTensor(content, name);
    if (!('code' in tensor)) tensors.push(tensor);
    else if (tensor.code === 'numberTypeRefused' || tensor.code === 'pythonObjects') withoutNumbers.push(tensor);
    else return tensor;
  }
  const [refusal] = withoutNumbers;
  if (refusal && tensors.length === 0) return refusal;
  const skipped = [...others, ...withoutNumbers.map(({ name }) => name)];
  const notes: ImportNote[] = skipped.length > 0 ? [{ code: 'entriesSkipped', names: skipped }] : [];
  const wordsOf = (name: string): readonly string[] | null =>
    wordLists.find((list) => list.name === name)?.sentences[0] ?? null;
  const words = { query: wordsOf('target'), key: wordsOf('source') };
  return { format: 'npz', tensors: tensors.map((tensor) => withWords(tensor, words)), wordLists, notes };
}

/** A matrix with a row for each query's word and a column for each key's has these axes; vectors have one of them. */
function withWords(tensor: FileTensor, words: AxisWords): FileTensor {
  const { shape } = tensor;
  const isMatrix = words.query?.length === shape.at(-2) && words.key?.length === shape.at(-1);
  if (!isMatrix || shape.length !== 2 || isVectorName(tensor.name)) return { ...tensor, words };
  return { ...tensor, words, axes: ['query', 'key'] };
}
