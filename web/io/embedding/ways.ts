import { pythonText, pythonTexts } from '../export/python-text.ts';
import type { Embedding, StillTable } from './embedding.ts';
import { htmlText, scriptText } from './written-text.ts';

export type WayName = 'element' | 'package' | 'frame' | 'file' | 'notebook';

/** A way to bring a playground into a page. Its name and what it needs stand in the catalogue, under the same name. */
export interface EmbeddingWay {
  readonly name: WayName;
  /** Whether it takes files from the site, so that it has to know where that lies. */
  readonly needsBase: boolean;
  /** Whether it has a height to be chosen. */
  readonly hasHeight: boolean;
  /** What a person pastes. */
  snippet(embedding: Embedding): string;
}

/** In the order in which they are offered. A way more is an entry here and its texts. */
export const embeddingWays: readonly EmbeddingWay[] = [
  { name: 'element', needsBase: true, hasHeight: false, snippet: elementSnippet },
  { name: 'frame', needsBase: true, hasHeight: true, snippet: frameSnippet },
  { name: 'file', needsBase: false, hasHeight: false, snippet: fileSnippet },
  { name: 'package', needsBase: false, hasHeight: false, snippet: packageSnippet },
  { name: 'notebook', needsBase: false, hasHeight: false, snippet: notebookSnippet },
];

/** The name under which the site offers all of it as one file. */
export const oneFileName = 'attention-playground.html';

function elementSnippet({ base, state, hide, theme, isReadonly, still, stillPicture = '' }: Embedding): string {
  const attributes = [
    `state="${htmlText(state)}"`,
    ...(hide.length > 0 ? [`hide="${htmlText(hide.join(','))}"`] : []),
    ...(theme === 'auto' ? [] : [`theme="${theme}"`]),
    ...(isReadonly ? ['readonly'] : []),
  ];
  return [
    `<script type="module" src="${htmlText(`${base}embed/attention-playground.js`)}"></script>`,
    '',
    tagOf('attention-playground', attributes),
    ...[...stillPicture.split('\n').filter((line) => line !== ''), ...(still ? tableLines(still) : [])].map(
      (line) => `  ${line}`,
    ),
    '</attention-playground>',
  ].join('\n');
}

/** On one line where that is short, else a line for each attribute. */
function tagOf(name: string, attributes: readonly string[]): string {
  const line = `<${name} ${attributes.join(' ')}>`;
  return line.length <= 100 ? line : `<${name}\n${attributes.map((attribute) => `  ${attribute}\n`).join('')}>`;
}

function tableLines({ caption, source, weights }: StillTable): string[] {
  const cells = (tag: string, texts: readonly string[]): string =>
    texts.map((text) => `<${tag}>${htmlText(text)}</${tag}>`).join('');
  return [
    '<table>',
    `  <caption>${htmlText(caption)}</caption>`,
    `  <tr>${cells('th', source)}</tr>`,
    `  <tr>${cells('td', weights)}</tr>`,
    '</table>',
  ];
}

function frameSnippet({ base, address, title, height }: Embedding): string {
  const attributes = [
    `src="${htmlText(`${base}embed.html#${address}`)}"`,
    `title="${htmlText(title)}"`,
    'width="100%"',
    `height="${height ?? startHeight}"`,
    'style="border: 0"',
    'loading="lazy"',
    'allow="clipboard-write; cross-origin-isolated"',
  ];
  const follow = [
    '<script type="module">',
    `  import { connectFrame } from ${scriptText(`${base}embed/frame.js`)};`,
    `  document.querySelectorAll('iframe[src*="embed.html#v="]').forEach((frame) => connectFrame(frame));`,
    '</script>',
  ];
  return [`${tagOf('iframe', attributes)}</iframe>`, ...(height === null ? follow : [])].join('\n');
}

/** Until it tells its own. */
const startHeight = 900;

function fileSnippet({ address, title }: Embedding): string {
  return `<a href="${htmlText(`${oneFileName}#${address}`)}">${htmlText(title)}</a>`;
}

function packageSnippet({ state, hide, theme, isReadonly }: Embedding): string {
  return [
    "import 'attention-playground/embed';",
    '',
    "const playground = document.createElement('attention-playground');",
    `playground.state = ${scriptText(state)};`,
    ...(hide.length > 0 ? [`playground.hide = ${scriptText(hide)};`] : []),
    ...(theme === 'auto' ? [] : [`playground.theme = '${theme}';`]),
    ...(isReadonly ? ['playground.readOnly = true;'] : []),
    'document.body.append(playground);',
  ].join('\n');
}

function notebookSnippet({ state, hide, theme, isReadonly }: Embedding): string {
  return [
    'from attention_playground import AttentionPlayground',
    '',
    'playground = AttentionPlayground(',
    `    state=${pythonText(state)},`,
    ...(hide.length > 0 ? [`    hide=${pythonTexts(hide)},`] : []),
    ...(theme === 'auto' ? [] : [`    theme=${pythonText(theme)},`]),
    ...(isReadonly ? ['    readonly=True,'] : []),
    ')',
    'playground',
  ].join('\n');
}
