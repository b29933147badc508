import type { ImportNote } from '../problem.ts';
import type { FileTensor } from './file-tensor.ts';
import { importLimits } from './import-limits.ts';
import { npyTensor } from './npy.ts';
import type { Parsed } from './parsed-file.ts';
import { unzipEntry, zipEntries } from './zip.ts';

const suffix = '.npy';

/** An archive of numpy's `savez` or `savez_compressed`: the arrays by name. What is no array is left out and named. */
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
  for (const entry of arrays) {
    const content = unzipEntry(bytes, entry);
    if ('code' in content) return content;
    const tensor = npyTensor(content, entry.name.slice(0, -suffix.length));
    if ('code' in tensor) return tensor;
    tensors.push(tensor);
  }
  const notes: ImportNote[] = others.length > 0 ? [{ code: 'entriesSkipped', names: others }] : [];
  return { format: 'npz', tensors, wordLists: [], notes };
}
