import { allNumbers, type FileTensor } from '../../../web/io/arrays/file-tensor.ts';
import { firstChoice, type ImportChoice } from '../../../web/io/arrays/choice.ts';
import type { FileOutline } from '../../../web/io/arrays/outline.ts';
import type { ParsedFile } from '../../../web/io/arrays/parsed-file.ts';
import type { TakenAttention } from '../../../web/io/arrays/take-attention.ts';
import { parseFile } from '../../../web/io/detect.ts';
import { openFiles, type OpenedFile } from '../../../web/io/opened-file.ts';
import { joined } from './arrays/write-files.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An opened file, where the test is about what it holds and not about whether it is refused. */
export function opened(files: Readonly<Record<string, Uint8Array>>): OpenedFile & { readonly outline: FileOutline } {
  const named = Object.entries(files).map(([name, bytes]) => ({ name, bytes: joined(bytes) }));
  const result = openFiles(named);
  if ('code' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return { ...result, outline: result.opened.outline };
}

export function parsed(bytes: Uint8Array, name = ''): ParsedFile {
  const result = parseFile(bytes, name);
  if ('code' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

/** What is offered first, with some of it chosen otherwise. */
export function choiceOf(outline: FileOutline, change: Partial<ImportChoice> = {}): ImportChoice {
  const choice = firstChoice(outline);
  if (!choice) throw new Error('Nothing in it can be attention.');
  return { ...choice, ...change };
}

export function taken(file: OpenedFile, choice: ImportChoice): TakenAttention {
  const result = file.take(choice);
  if ('code' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

export const numbersIn = (tensor: FileTensor): number[] => Array.from(allNumbers(tensor));
