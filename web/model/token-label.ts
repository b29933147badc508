/** What a token's marker or name says; the catalogue has a sentence for each. */
export type TokenHint =
  /** A space stands before the word: `Ġthe`, `▁Haus`, " the". */
  | 'wordStart'
  /** Continues the token before: `##ing`. */
  | 'continuation'
  /** Is continued by the token after: `Net@@`. */
  | 'continued'
  /** Ends a word: `ing</w>`. */
  | 'wordEnd'
  | 'lineBreak'
  | 'tab'
  | 'space'
  | 'empty'
  | 'sentenceStart'
  | 'sentenceEnd'
  | 'unknownWord'
  | 'padding';

export interface TokenLabel {
  /** Readable text. Tokens that differ only in their marker have different labels. */
  readonly label: string;
  /** The token stands inside a word that began before it. */
  readonly isContinuation: boolean;
  readonly hint: TokenHint | null;
}

const namedTokens: Readonly<Record<string, TokenHint>> = {
  '<s>': 'sentenceStart',
  '<bos>': 'sentenceStart',
  '<sos>': 'sentenceStart',
  '[cls]': 'sentenceStart',
  '</s>': 'sentenceEnd',
  '<eos>': 'sentenceEnd',
  '<|endoftext|>': 'sentenceEnd',
  '[sep]': 'sentenceEnd',
  '<unk>': 'unknownWord',
  '[unk]': 'unknownWord',
  '<pad>': 'padding',
  '[pad]': 'padding',
};

/** One row a marker: how it is written by tokenizers and how it is shown. U+2010 is a hyphen that words don't hold. */
const markers: readonly (readonly [pattern: RegExp, before: string, after: string, hint: TokenHint])[] = [
  [/^Ġ(.+)$/su, '·', '', 'wordStart'],
  [/^▁(.+)$/su, '␣', '', 'wordStart'],
  [/^ (.*\S.*)$/su, '˽', '', 'wordStart'],
  [/^##(.+)$/su, '\u2010', '', 'continuation'],
  [/^(.+)@@$/su, '', '\u2010', 'continued'],
  [/^(.+)<\/w>$/su, '', '·', 'wordEnd'],
];

/** The label of a raw token, which itself stays as it is for tooltips and export. A label is text, never HTML. */
export function tokenLabel(raw: string): TokenLabel {
  const known = labels.get(raw);
  if (known) return known;
  const label = readLabel(raw);
  if (labels.size >= mostLabels) labels.clear();
  labels.set(raw, label);
  return label;
}

/** Every word is asked for in every frame of a drag; a page shows no more words than fit in here. */
const labels = new Map<string, TokenLabel>();
const mostLabels = 2000;

function readLabel(raw: string): TokenLabel {
  const hint = namedTokens[raw.toLowerCase()];
  if (hint) return { label: raw, isContinuation: false, hint };
  if (raw === '') return { label: '∅', isContinuation: false, hint: 'empty' };
  if (/^[Ċ\n\r]+$/u.test(raw)) return plain(raw, 'lineBreak');
  if (/^[ĉ\t]+$/u.test(raw)) return plain(raw, 'tab');
  if (/^[Ġ▁\s]+$/u.test(raw)) return plain(raw, 'space');
  for (const [pattern, before, after, markerHint] of markers) {
    const core = pattern.exec(raw)?.[1];
    if (core === undefined) continue;
    return {
      label: before + visible(core) + after,
      isContinuation: markerHint === 'continuation',
      hint: markerHint,
    };
  }
  return plain(raw, null);
}

function plain(raw: string, hint: TokenHint | null): TokenLabel {
  return { label: visible(raw), isContinuation: false, hint };
}

/** Whitespace and control characters as the signs that stand for them, so that no label is blank. */
function visible(text: string): string {
  return text
    .replace(/\r\n|\n/gu, '↵')
    .replace(/Ċ/gu, '⏎')
    .replace(/\t/gu, '⇥')
    .replace(/ĉ/gu, '⇨')
    .replace(/Ġ/gu, '·')
    .replace(/▁/gu, '␣')
    .replace(/^\s+$/u, (spaces) => '˽'.repeat(spaces.length))
    .replace(/[\u0000-\u001f]/gu, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)));
}
