import type { ExportedArray } from '../io/export/attention-export.ts';
import type { PythonLibrary } from '../io/export/python-dialect.ts';

const count = (value: number): string => value.toLocaleString('en');

const arrays: Readonly<Record<ExportedArray, string>> = { weights: 'weights', scores: 'scores', context: 'context' };

const libraries: Readonly<Record<PythonLibrary, string>> = { numpy: 'NumPy', pytorch: 'PyTorch', jax: 'JAX' };

/** Export: loaded with it. */
export const exporting = {
  title: 'Export',
  waiting: 'Nothing is computed yet.',

  picture: 'Picture',
  shows: 'Shows',
  pictures: { heatmap: 'all steps', step: 'this step', stage: 'the stage, at this moment' },
  colours: 'Colours',
  themes: { light: 'light', dark: 'dark' },
  background: 'Background',
  backgrounds: { page: 'as the page', plain: 'plain', none: 'none' },
  selection: 'Mark the current step and word',
  size: 'Size of PNG and animation',
  sizes: (scale: number, width: number, height: number) => `${scale}×: ${count(width)} × ${count(height)} pixels`,
  preview: (title: string, description: string) => `Preview. ${title}. ${description}`,
  saveAs: (format: string) => `Save as ${format}`,
  copySvg: 'Copy SVG',
  copyPng: 'Copy PNG',

  animation: 'Animation of this step',
  animating: (share: number) => `${Math.round(share * 100)} %`,
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  smaller: (width: number) => `At most ${count(width)} pixels wide.`,

  numbers: 'Numbers',
  numbersLead:
    'Rows are target words (queries), columns are source words (keys). “Your own input” reads each of these files back.',
  array: 'Array',
  arrays,
  everything: 'Everything',

  code: 'Code',
  codeLead: 'Computes the weights anew from the numbers in view, and asserts that they are those on screen.',
  library: 'Library',
  libraries,
  script: (library: string) => `Script for ${library}`,
  copyCode: 'Copy code',
  copyLink: 'Copy link',
  copyState: 'Copy text',

  link: 'Link',
  linkLead: 'All that is set, as an address.',
  stateLead: 'All that is set, as text: what setState() takes.',

  copied: 'Copied.',
  notCopied: 'The browser did not let it be copied. Save it instead, or select it and copy it by hand.',
  saved: (name: string) => `Saved as ${name}.`,
  failed: (reason: string) => `That did not work: ${reason}`,

  /** What is in the picture, for those who do not see it. */
  pictureTitle: {
    heatmap: (queries: number, keys: number) =>
      `Attention weights of ${count(queries)} target words over ${count(keys)} source words`,
    step: (step: number, word: string) => `Attention weights of step ${step}, ${word}`,
    stage: (step: number, word: string) => `One step of attention: step ${step}, ${word}`,
  },
  rowSaid: (step: number, word: string, weights: readonly (readonly [word: string, weight: string])[]) =>
    `Step ${step}, ${word}: ${weights.map(([source, weight]) => `${source} ${weight}`).join(', ')}.`,
  rowEmpty: (step: number, word: string) => `Step ${step}, ${word}: sees nothing.`,
  moreRows: (rows: number) => `And ${count(rows)} more.`,
  rows: 'target (queries)',
  columns: 'source (keys)',
  weight: 'weight α',
  hidden: 'hidden by the mask',
  seesNothing: 'sees nothing: all are hidden',

  /** To who called toPicture(). */
  optionRefused: (name: string, given: string, expected: string) =>
    `toPicture: ${name} is ${given}, but it must be ${expected}.`,
  numberBetween: (least: number, most: number) => `a number from ${least} to ${most}`,
  tooLargePicture: (width: number, height: number, limit: number) =>
    `A picture of ${count(width)} × ${count(height)} pixels is too large: at most ${count(limit)} on a side.`,
  notInPage: 'toPicture: the element is not in a page.',
};
