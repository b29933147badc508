import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenLabel } from '../../../web/model/token-label.ts';

describe('tokenLabel', () => {
  it.each([
    ['Ġthe', '·the', 'wordStart'],
    ['▁Haus', '␣Haus', 'wordStart'],
    ['##ing', '\u2010ing', 'continuation'],
    ['Net@@', 'Net\u2010', 'continued'],
    ['ing</w>', 'ing·', 'wordEnd'],
    ['Ċ', '⏎', 'lineBreak'],
    ['\n', '↵', 'lineBreak'],
    ['Ġ', '·', 'space'],
    ['', '∅', 'empty'],
    ['the', 'the', null],
  ])('shows %j as %j', (raw, label, hint) => {
    expect(tokenLabel(raw)).toMatchObject({ label, hint });
  });

  it.each(['<s>', '</s>', '<unk>', '<pad>', 'a<b<c', '<img src=x onerror=alert(1)>'])('shows %s as written', (raw) => {
    expect(tokenLabel(raw).label).toBe(raw);
  });

  it('marks only the token inside a word as a continuation', () => {
    expect(['##ing', 'Net@@', 'Ġthe', '<s>'].map((raw) => tokenLabel(raw).isContinuation)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('keeps tokens apart that differ only in their marker', () => {
    const word = fc.stringMatching(/^[a-zäé]{1,8}$/);
    fc.assert(
      fc.property(word, (core) => {
        const raws = [core, `Ġ${core}`, `▁${core}`, ` ${core}`, `##${core}`, `${core}@@`, `${core}</w>`];
        expect(new Set(raws.map((raw) => tokenLabel(raw).label)).size).toBe(raws.length);
      }),
    );
  });

  it('never has a blank label', () => {
    fc.assert(fc.property(fc.string(), (raw) => tokenLabel(raw).label.trim() !== ''));
  });
});
