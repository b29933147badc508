import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatmapPicture } from '../../../web/views/picture/heatmap-picture.ts';
import type { Picture } from '../../../web/views/picture/marks.ts';
import { stagePicture } from '../../../web/views/picture/stage-picture.ts';
import { toSvg } from '../../../web/views/picture/svg.ts';
import { anyWord } from '../../unit/model/any-alignment.ts';
import { pictureCase, wordsOf } from './picture-case.ts';

const tag =
  /<(\/?)(svg|title|desc|g|rect|line|path|text)((?: [\w:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>/y;
const text = /(?:[^<&\p{Surrogate}\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&(?:amp|lt|gt|quot);)+/uy;

/** The texts of a file that is well-formed and holds nothing but the elements above; an error where it is not. */
function read(svg: string): string[] {
  const open: string[] = [];
  const texts: string[] = [];
  for (let at = 0; at < svg.length;) {
    tag.lastIndex = text.lastIndex = at;
    const [match, isEnd, name, , isEmpty] = tag.exec(svg) ?? [];
    if (match !== undefined) {
      if (isEnd && open.pop() !== name) throw new Error(`</${name}> at ${at}`);
      if (!isEnd && !isEmpty) open.push(name);
      at += match.length;
      continue;
    }
    const [run] = text.exec(svg) ?? [];
    if (run === undefined) throw new Error(`at ${at}: ${svg.slice(at, at + 30)}`);
    if (open.at(-1) === 'text') texts.push(unescaped(run));
    at += run.length;
  }
  expect(open).toEqual([]);
  return texts;
}

const unescaped = (run: string): string =>
  run.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name]!);

describe('SVG', () => {
  it('K3: is well-formed whatever the words are, and words are text', () => {
    const word = fc.oneof(anyWord, fc.string({ unit: 'binary' }), fc.constant('<img src=x onerror=alert(1)>'));
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, words, fc.boolean(), (queries, keys, isStage) => {
        const input = pictureCase(queries, keys);
        read(toSvg(isStage ? stagePicture(input) : heatmapPicture(input)));
      }),
    );
    const texts = read(toSvg(heatmapPicture(pictureCase(['<b>&amp;</b>'], ['"]]>']))));
    expect(texts).toContain('<b>&amp;</b>');
    expect(texts).toContain('"]]>');
  });

  it('colours that a page has set can end no attribute', () => {
    const input = pictureCase(['a'], ['b']);
    const colours = { ...input.colours, text: '"/><script>alert(1)</script>', weight: 'rgb(1 2 3)' };
    read(toSvg(heatmapPicture({ ...input, colours, ground: '"<&' })));
  });

  it('names itself, asks for nothing else, and scales to the width that is wanted', () => {
    const picture = heatmapPicture(pictureCase(['a'], ['b', 'c']));
    const svg = toSvg(picture, 2 * picture.width);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(\d+)" height="(\d+)" viewBox="0 0 /);
    expect(svg).toContain(`width="${2 * picture.width}" height="${2 * picture.height}"`);
    expect(svg).toContain('<title>A title</title>\n<desc>What it shows.</desc>');
    expect(svg).not.toMatch(/style|class=|href|url\(|@import|foreignObject|script/);
    expect(toSvg({ ...picture, ground: null })).not.toContain('#fbfaf7');
  });

  it('texts that fill their room keep its length in any font, and run the way of their script', () => {
    const picture: Picture = {
      ...heatmapPicture(pictureCase(['a'], ['b'])),
      marks: [
        {
          kind: 'text',
          x: 10,
          y: 20,
          text: 'שלום',
          size: 10,
          fill: 'black',
          align: 'left',
          direction: 'rtl',
          length: 30,
        },
        { kind: 'text', x: 10, y: 20, text: 'up', size: 10, fill: 'black', align: 'left', isUpright: true },
      ],
    };
    const svg = toSvg(picture);
    expect(svg).toContain('text-anchor="end" direction="rtl" textLength="30" lengthAdjust="spacingAndGlyphs">שלום');
    expect(svg).toContain('transform="translate(10 20) rotate(-90)"');
  });

  it('300 × 300 weights are a file of moderate size', () => {
    const svg = toSvg(heatmapPicture(pictureCase(wordsOf(300), wordsOf(300))));
    expect(svg.length).toBeLessThan(3_000_000);
    read(svg);
  });
});
