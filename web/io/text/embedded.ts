import type { ImportProblem } from '../problem.ts';
import { parseValue } from '../json.ts';
import type { Parsed } from '../arrays/parsed-file.ts';
import { readLiteral } from './literal.ts';

/** Where the data of a page or script begins: the parameters of BertViz and CircuitsVis, `export const name = {`. */
const beginnings = /\{\s*["'](?:attention|tokens|attn)["']\s*:|\b(?:const|let|var)\s+[\w$]+\s*=\s*(?=[[{])/g;

/** How many beginnings are tried: a saved notebook holds a handful of pictures, and one hostile page a million braces. */
const maxTries = 200;

/**
 * The attention in a saved page of BertViz or CircuitsVis, or in a script that holds data, as Transformer Explainer keeps its
 * examples. The text is read, never run.
 */
export function parseEmbedded(text: string): Parsed {
  const parsed: Exclude<Parsed, ImportProblem>[] = [];
  let readUpTo = 0;
  let tries = 0;
  for (const match of text.matchAll(beginnings)) {
    if (match.index < readUpTo) continue;
    if (++tries > maxTries) break;
    const start = match[0].startsWith('{') ? match.index : match.index + match[0].length;
    const read = readLiteral(text, start);
    if (!read) continue;
    readUpTo = read.end;
    const part = parseValue(read.value);
    if (!('code' in part)) parsed.push(part);
  }
  const [first] = parsed;
  if (!first) return { code: 'unknownFormat' };
  if (parsed.length === 1) return first;
  return {
    format: first.format,
    tensors: parsed.flatMap(({ tensors }, index) =>
      tensors.map((tensor) => ({ ...tensor, name: `${index + 1}.${tensor.name}` })),
    ),
    wordLists: parsed.flatMap(({ wordLists }) => wordLists),
    notes: parsed.flatMap(({ notes }) => notes),
  };
}
