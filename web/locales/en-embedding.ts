import type { WayName } from '../io/embedding/ways.ts';

const ways: Readonly<Record<WayName, { readonly name: string; readonly hint: string }>> = {
  element: {
    name: 'Script tag',
    hint: 'For a page of your own, as HTML. It talks to the page, and a table stands in for it in print.',
  },
  frame: {
    name: 'Frame',
    hint: 'For learning platforms and blogs that take frames. With a fixed height it needs no script; Canvas follows its height by itself.',
  },
  file: {
    name: 'One file',
    hint: 'Everything in one page that works offline, by a double click. Hand it out, or lay it beside your page and link to it.',
  },
  package: {
    name: 'Bundler',
    hint: 'For sites that are built from modules, after the package attention-playground was installed.',
  },
  notebook: {
    name: 'Notebook',
    hint: 'For Jupyter and others that know anywidget, as Python. It takes the two files of dist/anywidget, laid beside the notebook.',
  },
};

/** The dialog that makes what others paste into their pages: loaded with it. */
export const embedding = {
  ways,
  title: 'Embed this',
  lead: 'What you see, with all that you changed, in a page of your own.',
  close: 'Close',
  way: 'How',
  parts: 'Parts that are shown',
  partNames: {
    header: 'Buttons at the top',
    examples: 'Examples',
    input: 'Own input',
    controls: 'Score function and masks',
    transport: 'Animation',
    plane: 'Plane',
    arithmetic: 'Arithmetic',
    engine: 'Engine',
    patterns: 'Cost of long texts',
    map: 'Map',
    profile: 'Speed',
  },
  step: 'Opens at',
  stepName: (step: number, word: string) => `Step ${step}: ${word}`,
  theme: 'Colours',
  themes: { auto: 'As the reader’s system', light: 'Light', dark: 'Dark' },
  readonly: 'Read-only: readers can look and play, but change nothing',
  height: 'Height',
  heights: { auto: 'Follows its content', fixed: 'Fixed' },
  pixels: 'Height in pixels',
  base: 'Where this site lies',
  baseHint: 'Copy the built site to your server, and write its address here.',
  baseRefused: (given: string) =>
    given.trim() === ''
      ? 'Write the address of the site, such as https://example.org/attention/.'
      : `“${given}” is no address of a site: expected one that begins with https://, or a path such as attention/.`,
  pixelsRefused: (given: string, lowest: number, highest: number) =>
    `“${given}” is no height: expected a whole number from ${lowest} to ${highest}.`,
  snippet: 'To paste into your page',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'The browser does not let the page copy. The text is marked: copy it with Ctrl+C or ⌘C.',
  download: 'Download the file',
  downloading: 'Loading …',
  downloadFailed: 'The file could not be loaded: the server of this page does not have attention-playground.html.',
  downloadHere: 'This page is that file. Its link keeps what you see.',
  preview: 'Preview',
  caption: (step: number, word: string) => `Attention weights at step ${step}, “${word}”`,
};
