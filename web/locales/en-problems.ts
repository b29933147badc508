import type { ImportFormat, ImportNote, ImportProblem } from '../io/problem.ts';
import type { ModelProblem } from '../model/problem.ts';
import type { AttributeRefusal } from '../state/attributes.ts';
import type { NoticeContent } from '../state/notices.ts';
import type { UnreadableLink } from '../state/settings-address.ts';

const sides = { source: 'source', target: 'target' } as const;
const sideCounts = { source: 'columns', target: 'rows' } as const;

/** Text from a person's file, cut so that a message stays a sentence. */
const quote = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const inSentence = (sentence: number): string => (sentence > 1 ? ` in sentence ${sentence}` : '');

export function modelProblem(problem: ModelProblem): string {
  switch (problem.code) {
    case 'noWords':
      return `The ${sides[problem.side]} sentence has no words. Type at least one.`;
    case 'tooManyWords':
      return `The ${sides[problem.side]} sentence has ${problem.words} words; at most ${problem.limit} can be shown. Shorten it.`;
    case 'noAlignments':
      return 'The file holds no sentence. It needs at least one matrix of weights.';
    case 'tooManySentences':
      return `The file holds ${problem.sentences} sentences; at most ${problem.limit} can be shown. Split it.`;
    case 'emptyAlignment':
      return `Sentence ${problem.sentence} has no ${sides[problem.side]} words. It needs at least one row and one column.`;
    case 'weightsDoNotFit':
      return `Sentence ${problem.sentence} has ${problem.weights} weights, but ${problem.targetWords} target × ${problem.sourceWords} source words need ${problem.targetWords * problem.sourceWords}. Give one row for each target word and one column for each source word.`;
    case 'negativeWeight':
      return `Row ${problem.row}, column ${problem.column}${inSentence(problem.sentence)} is ${problem.value}. Weights cannot be negative; if these are scores, apply softmax to them first.`;
    case 'weightNotFinite':
      return `Row ${problem.row}, column ${problem.column}${inSentence(problem.sentence)} is ${problem.value}. A weight must be a finite number, 0 or above.`;
    case 'scoreNotFinite':
      return `Row ${problem.row}, column ${problem.column}${inSentence(problem.sentence)} is ${problem.value}. A score must be a finite number, or −∞ for a hidden word.`;
    case 'packedUnreadable':
      return 'The data in this link cannot be read: it was cut off or changed on the way. Ask for the link again, or for the file.';
    case 'packedTooLarge':
      return `The data in this link unfolds to more than ${megabytes(problem.limitBytes)}. It was not opened.`;
  }
}

const arrayName = (name: string): string => (name === '' ? 'the array' : `the array ${quote(name)}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const count = (number: number): string => number.toLocaleString('en');
const place = (indices: readonly number[]): string => indices.join('.');

export const formatNames: Readonly<Record<ImportFormat, string>> = {
  csv: 'CSV',
  json: 'JSON',
  opennmt: 'OpenNMT',
  nematus: 'Nematus',
  marian: 'Marian',
  npy: '.npy',
  npz: '.npz',
  safetensors: '.safetensors',
  bertviz: 'BertViz',
  circuitsvis: 'CircuitsVis',
  transformerExplainer: 'Transformer Explainer',
};

const entryFaults = {
  damaged: 'is damaged',
  encrypted: 'is encrypted',
  method: 'is packed by a method other than deflate',
} as const;

export function importProblem(problem: ImportProblem): string {
  switch (problem.code) {
    case 'emptyText':
      return 'There is nothing to read. Paste a matrix of weights, or choose a file.';
    case 'textTooLarge':
      return `This is ${megabytes(problem.bytes)}; at most ${megabytes(problem.limitBytes)} can be read. Bring fewer sentences.`;
    case 'unknownFormat':
      return 'This is neither a table of numbers nor JSON nor an OpenNMT or Nematus alignment file, nor numpy or safetensors arrays.';
    case 'otherFormat':
      return `This is a ${problem.format} file, which cannot be read here. Save the arrays as .npz, .safetensors or JSON.`;
    case 'raggedRow':
      return `Row ${problem.row}${inSentence(problem.sentence)} has ${problem.cells} cells where the first row has ${problem.expectedCells}. Every row needs one number for each source word.`;
    case 'cellNotANumber':
      return `Row ${problem.row}, column ${problem.column}${inSentence(problem.sentence)} holds ${quote(problem.text)} where a number is expected.`;
    case 'sizeMismatch':
      return `The matrix${inSentence(problem.sentence)} has ${problem.rows} rows and ${problem.columns} columns, but there are ${problem.targetWords} target and ${problem.sourceWords} source words. Give one row for each target word and one column for each source word, or one more of each for the end of the sentence.`;
    case 'matrixTooLarge':
      return `The matrix${inSentence(problem.sentence)} has ${problem.rows} rows and ${problem.columns} columns; at most ${problem.limit} of each can be shown. Bring a part of it.`;
    case 'tooManyAlignments':
      return `The file holds ${problem.sentences} sentences; at most ${problem.limit} can be shown. Split it.`;
    case 'emptyMatrix':
      return `Sentence ${problem.sentence} has no weights.`;
    case 'badHeaderLine':
      return `Line ${problem.line} is ${quote(problem.text)}; expected “id ||| target ||| score ||| source ||| sizes”, or a translation, “|||” and a group of weights for each of its words.`;
    case 'badQuotes':
      return `Row ${problem.row} opens a quote and does not close it. Close it, or double quotes inside a cell.`;
    case 'notJson':
      return 'This begins like JSON but is not: a bracket, comma or quote is missing somewhere.';
    case 'jsonLayout':
      return 'This JSON holds no array of numbers. Expected is a matrix [[…]], or {"source": […], "target": […], "weights": [[…]]}, a list of those, or named arrays.';
    case 'raggedArray':
      return `In ${arrayName(problem.name)}, the list ${place(problem.place)} has ${problem.cells} entries where the first of its kind has ${problem.expectedCells}.`;
    case 'entryNotANumber':
      return `In ${arrayName(problem.name)}, entry ${place(problem.place)} is ${quote(problem.text)} where a number is expected.`;
    case 'badFileHeader':
      return `The header of this ${formatNames[problem.format]} file${problem.name === '' ? '' : ` (${quote(problem.name)})`} cannot be read: it was cut off, damaged, or written by something else.`;
    case 'cutOff':
      return `${capital(arrayName(problem.name))} needs ${count(problem.expectedBytes)} bytes, but the file has only ${count(problem.bytes)} for it. It was cut off.`;
    case 'numberTypeRefused':
      return `${capital(arrayName(problem.name))} holds ${problem.numberType}. Expected are real numbers: convert it to float32 first.`;
    case 'pythonObjects':
      return `${problem.name === '' ? 'The file' : capital(arrayName(problem.name))} holds Python objects, which could run anything when opened, so they are not. Save plain arrays: numpy.savez, or safetensors.`;
    case 'tooManyAxes':
      return `${capital(arrayName(problem.name))} has ${count(problem.axes)} axes; at most ${problem.limit} can be read.`;
    case 'arrayTooLarge':
      return `${capital(arrayName(problem.name))} would be ${megabytes(problem.bytes)}; at most ${megabytes(problem.limitBytes)} can be read. Bring one layer, or fewer tokens.`;
    case 'tooManyArrays':
      return `The file holds ${count(problem.arrays)} arrays; at most ${count(problem.limit)} can be read. Bring one layer.`;
    case 'noArrays':
      return `This ${formatNames[problem.format]} file holds no arrays.`;
    case 'unfoldsTooLarge':
      return `The arrays of this file unfold to ${megabytes(problem.bytes)}; at most ${megabytes(problem.limitBytes)} can be read. Bring one layer. Nothing was unfolded.`;
    case 'entryUnreadable':
      return `The entry ${quote(problem.name)} of this archive ${entryFaults[problem.reason]}.`;
    case 'bytesDoNotFit':
      return `${capital(arrayName(problem.name))} claims ${count(problem.bytes)} bytes, but its shape needs ${count(problem.expectedBytes)}.`;
    case 'tensorsOverlap':
      return `The tensors of this file overlap or leave a gap at ${quote(problem.name)}. It is damaged.`;
    case 'maskDoesNotFit':
      return `The mask ${quote(problem.name)} has ${problem.rows} rows and ${problem.columns} columns, but there are ${problem.queries} queries and ${problem.keys} keys. Choose another array, or other axes.`;
    case 'maskHasNumbers':
      return `The mask holds ${problem.number}, which neither hides a key nor is 0. Only scores can have it added; bring those.`;
    case 'widthsDiffer':
      return `The queries are ${problem.queryWidth} wide and the keys ${problem.keyWidth}; a dot product needs equal widths. Choose other arrays, or other axes.`;
    case 'valuesDoNotFit':
      return `There are ${problem.keys} keys and ${problem.values} values; each key needs its value. Choose other arrays, or other axes.`;
    case 'readingFailed':
      return 'This file could not be read: it needs more memory or time than there is here.';
    case 'tooManyDimensions':
      return `The array${inSentence(problem.sentence)} has the shape ${problem.shape.join(' × ')}. Two dimensions, rows and columns, can be read; choose one layer and head first.`;
    case 'labelNotText':
      return `Word ${problem.index} of the ${sides[problem.side]} list${inSentence(problem.sentence)} is not text.`;
  }
}

export function importNote(note: ImportNote): string {
  switch (note.code) {
    case 'endOfSentence':
      return `Sentence ${note.sentence}: the matrix has one more of ${sideCounts[note.side]} than there are words; the last was read as the end of the sentence, ${note.label}.`;
    case 'numberedLabels':
      return `The file names no ${sides[note.side]} words${inSentence(note.sentence)}; they are numbered.`;
    case 'emptyColumnDropped':
      return 'Every row ended in a delimiter; the empty last column was left out.';
    case 'decimalComma':
      return 'Numbers like 0,7 were read with a decimal comma.';
    case 'numbersAsText':
      return 'Numbers written as text were read as numbers.';
    case 'nullsAsMinusInfinity':
      return `${note.count === 1 ? 'One number is null and was' : `${count(note.count)} numbers are null and were`} read as −∞, from which JavaScript makes null.`;
    case 'notStrictJson':
      return 'This is no strict JSON, but it could be read, numbers like “NaN” and “-Infinity” too.';
    case 'entriesSkipped':
      return `Left out, since they are no arrays of real numbers: ${note.names.slice(0, 3).map(quote).join(', ')}${note.names.length > 3 ? ` and ${note.names.length - 3} more` : ''}.`;
  }
}

const leftOutNames = { data: 'the imported weights', edits: 'the changes', source: 'the source', target: 'the target' };

/** How the text of an attribute should have looked. */
function expectation(expected: AttributeRefusal['expected']): string {
  if ('code' in expected) return modelProblem(expected);
  switch (expected.kind) {
    case 'number':
      return `Expected a number from ${grouped(expected.lowest)} to ${grouped(expected.highest)}.`;
    case 'wholeNumber':
      return `Expected a whole number from ${grouped(expected.lowest)} to ${grouped(expected.highest)}.`;
    case 'oneOf':
      return `Expected one of ${expected.choices.join(', ')}.`;
    case 'numbers': {
      const row = `${expected.columns} ${expected.columns === 1 ? 'number' : 'numbers'}`;
      return expected.rows === null
        ? `Expected a JSON array of ${row}, each from −1,000,000,000 to 1,000,000,000.`
        : `Expected a JSON array of ${expected.rows} arrays of ${row} each, from −1,000,000,000 to 1,000,000,000.`;
    }
    case 'state':
      return expected.misfits.length > 0
        ? `These parts of it do not fit: ${expected.misfits.slice(0, 3).map(quote).join(', ')}${expected.misfits.length > 3 ? ` and ${expected.misfits.length - 3} more` : ''}.`
        : 'Expected a text as getState() gives, which begins with v=1.';
    case 'words':
      return 'Expected source words, |||, and target words.';
    case 'names':
      return 'Expected names joined by commas.';
    case 'language':
      return 'Expected a language tag such as en or pt-BR.';
    case 'text':
      return 'Expected other characters.';
  }
}

const grouped = (value: number): string => value.toLocaleString('en').replace('-', '−');

function unreadable({ reason, given }: UnreadableLink): string {
  return {
    otherVersion: `it was made by another version (${quote(given)})`,
    tooLong: `it is ${given} characters long`,
    notALink: `${quote(given)} says nothing that is known here`,
  }[reason];
}

export function notice(content: NoticeContent): string {
  switch (content.code) {
    case 'linkUnreadable': {
      return `This link cannot be opened: ${unreadable(content.params)}. The opening example is shown instead.`;
    }
    case 'linkValues': {
      const { faults, more } = content.params;
      const list = faults.map(({ name, given, shown }) =>
        shown === null ? `${name} = ${quote(given)} was left out` : `${name} = ${quote(given)} became ${quote(shown)}`,
      );
      return `Some values of this link do not fit: ${list.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
    }
    case 'linkWithoutData':
      return 'This link was made for imported weights that were too long for it. Bring the file itself; the opening example is shown instead.';
    case 'sceneRefused':
      return modelProblem(content.params.problem);
    case 'tooLongForAddress': {
      const left = content.params.leftOut.map((name) => leftOutNames[name]).join(', ');
      return `The link to this would be ${content.params.length} characters long, so it leaves out ${left}. On this page nothing is lost.`;
    }
    case 'attributeRefused': {
      const { attribute, given, expected } = content.params;
      return `The attribute ${attribute} is ${quote(given)}, which was not taken. ${expectation(expected)}`;
    }
    case 'stateRefused': {
      const { params } = content;
      const why = params.reason === 'noScene' ? modelProblem(params.problem) : unreadable(params);
      return `This state was not taken, and nothing has changed: ${why}${params.reason === 'noScene' ? '' : '.'}`;
    }
    case 'valueRefused':
      return `${quote(content.params.given)} was not taken: it is no number that can stand here.`;
    case 'valueClamped':
      return `${content.params.given} is out of range; ${content.params.shown} is used.`;
  }
}
