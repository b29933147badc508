import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseAddress } from '../../../web/io/embedding/base-address.ts';
import type { Embedding } from '../../../web/io/embedding/embedding.ts';
import { oneFileWith } from '../../../web/io/embedding/one-file.ts';
import { embeddingWays } from '../../../web/io/embedding/ways.ts';
import { htmlText, scriptText } from '../../../web/io/embedding/written-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('</script>', '<!--', '"><img src=x>', "' onload='", '&amp;', '&lt', '\u2028', '","'),
);

describe('text in a snippet', () => {
  it('in HTML: nothing of it is markup, and it reads back', () => {
    const decoded = (html: string): string =>
      html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => {
        return { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }[entity]!;
      });
    fc.assert(
      fc.property(anyText, (text) => {
        const written = htmlText(text);
        expect(written).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(decoded(written)).toBe(text);
      }),
    );
  });

  it('in a script: nothing of it ends the script, and it reads back', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.array(anyText)), (value) => {
        const written = scriptText(value);
        expect(written).not.toMatch(/[<>\u2028\u2029]/);
        expect(JSON.parse(written)).toEqual(value);
      }),
    );
  });
});

describe('where the site lies', () => {
  it.each([
    ['https://example.org/attention/', 'https://example.org/attention/'],
    [' https://example.org/attention/index.html?1#v=1&t=2 ', 'https://example.org/attention/'],
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/attention', 'https://example.org/attention/'],
    ['http://localhost:4173/embed.html', 'http://localhost:4173/'],
    ['../attention', '../attention/'],
    ['/tools/', '/tools/'],
    ['index.html', './'],
    ['', null],
    ['#v=1', null],
    ['javascript:alert(1)//', null],
    ['data:text/html,x', null],
    ['https://', null],
    ['two words', null],
  ])('%j is %j', (text, expected) => {
    expect(baseAddress(text)).toBe(expected);
  });

  it('anything is an address that ends in a slash, or none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(baseAddress(text) ?? '/').toMatch(/\/$/);
      }),
    );
  });
});

describe('snippets', () => {
  const embedding: Embedding = {
    base: 'https://example.org/',
    state: 'v=1&t=2',
    address: 'v=1&t=2&hide=map&theme=dark&readonly=on',
    hide: ['map'],
    theme: 'dark',
    isReadonly: true,
    height: null,
    title: 'Attention Playground',
    still: { caption: 'Step 2', source: ['<b>', '&'], weights: ['0.25', '0.75'] },
  };
  const snippet = (name: string, changes: Partial<Embedding> = {}): string =>
    embeddingWays.find((way) => way.name === name)!.snippet({ ...embedding, ...changes });

  it('an element with a table for where it is not', () => {
    expect(snippet('element')).toBe(
      [
        '<script type="module" src="https://example.org/embed/attention-playground.js"></script>',
        '',
        '<attention-playground state="v=1&amp;t=2" hide="map" theme="dark" readonly>',
        '  <table>',
        '    <caption>Step 2</caption>',
        '    <tr><th>&lt;b&gt;</th><th>&amp;</th></tr>',
        '    <tr><td>0.25</td><td>0.75</td></tr>',
        '  </table>',
        '</attention-playground>',
      ].join('\n'),
    );
    expect(snippet('element', { hide: [], theme: 'auto', isReadonly: false, still: null })).toMatch(
      /\n<attention-playground state="v=1&amp;t=2">\n<\/attention-playground>$/,
    );
  });

  it('a frame of a fixed height needs no script', () => {
    expect(snippet('frame')).toContain('connectFrame');
    expect(snippet('frame', { height: 720 })).toMatch(/^<iframe[^>]*\n {2}height="720"\n[^>]*><\/iframe>$/);
  });

  it('a notebook: a call in Python, whatever the state says', () => {
    expect(snippet('notebook', { state: 'v=1&source="\\n\u2028' })).toBe(
      [
        'from attention_playground import AttentionPlayground',
        '',
        'playground = AttentionPlayground(',
        '    state="v=1&source=\\"\\\\n\\u2028",',
        '    hide=["map"],',
        '    theme="dark",',
        '    readonly=True,',
        ')',
        'playground',
      ].join('\n'),
    );
    expect(snippet('notebook', { hide: [], theme: 'auto', isReadonly: false })).toContain(
      'AttentionPlayground(\n    state="v=1&t=2",\n)\n',
    );
  });

  it('a file is made for a state; another page is not touched', () => {
    const file = '<!doctype html><html lang="en"><body id="packed"></body></html>';
    expect(oneFileWith(file, 'v=1&source="$&')).toBe(
      file.replace('<html lang="en"', () => '<html lang="en" data-state="v=1&amp;source=&quot;$&amp;"'),
    );
    expect(oneFileWith('<html lang="en"><h1>Not found</h1>', 'v=1')).toBeNull();
  });
});
