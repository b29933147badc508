import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatmapPicture } from '../../../web/views/picture/heatmap-picture.ts';
import { mirrored, type Picture, type TextMark } from '../../../web/views/picture/marks.ts';
import { stagePicture } from '../../../web/views/picture/stage-picture.ts';
import { estimatedWidth, fitted } from '../../../web/views/picture/text-width.ts';
import { frameAt, timelineEnd } from '../../../web/timeline/frame.ts';
import { pictureCase, wordsOf } from './picture-case.ts';

const textsOf = ({ marks }: Picture): TextMark[] => marks.filter((mark) => mark.kind === 'text');
const named = (picture: Picture, text: string): TextMark => textsOf(picture).find((mark) => mark.text === text)!;

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a text lies: as wide as it was measured, as high as its capital letters. */
function boxOf({ text, x, y, size, align, isUpright, isBold = false }: TextMark): Box {
  const width = estimatedWidth(text, size, isBold);
  const start = { left: 0, center: -width / 2, right: -width }[align];
  const half = size * 0.36;
  return isUpright
    ? { text, left: x - half, right: x + half, top: y - start - width, bottom: y - start }
    : { text, left: x + start, right: x + start + width, top: y - half, bottom: y + half };
}

function overlaps(picture: Picture): string[] {
  const boxes = textsOf(picture).map(boxOf);
  const slack = 0.5;
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) =>
          a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack,
      )
      .map((b) => `${a.text} over ${b.text}`),
  );
}

function outside({ width, height, ...rest }: Picture): string[] {
  return textsOf({ width, height, ...rest })
    .map(boxOf)
    .filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height)
    .map(({ text }) => text);
}

describe('the heatmap', () => {
  it('L1: rows are queries and columns are keys, named at their sides', () => {
    const picture = heatmapPicture(pictureCase(['q1', 'q2', 'q3'], ['k1', 'k2', 'k3', 'k4', 'k5']));
    const [matrix] = picture.marks.filter((mark) => mark.kind === 'cells');
    expect(matrix).toMatchObject({ columns: 5 });
    expect(matrix.opacities).toHaveLength(15);
    for (const [key, word] of ['k1', 'k2', 'k3', 'k4', 'k5'].entries()) {
      const { x, y } = named(picture, word);
      expect(x).toBeCloseTo(matrix.x + (key + 0.5) * matrix.cellWidth, 9);
      expect(y).toBeLessThan(matrix.y);
    }
    for (const [row, word] of ['q1', 'q2', 'q3'].entries()) {
      const { x, y } = named(picture, word);
      expect(y).toBeCloseTo(matrix.y + (row + 0.5) * matrix.cellHeight, 9);
      expect(x).toBeLessThan(matrix.x);
    }
    expect(named(picture, 'source (keys)').y).toBeLessThan(matrix.y);
    expect(boxOf(named(picture, 'target (queries)')).right).toBeLessThan(matrix.x);
  });

  it('K5: no label is printed over another or out of the picture, for any number and length of words', () => {
    const sizes: readonly (readonly [queries: number, keys: number])[] = [
      ...([
        [1, 1],
        [3, 5],
        [12, 50],
        [50, 12],
        [50, 50],
        [300, 2],
        [2, 300],
      ] as const),
    ];
    for (const [queries, keys] of sizes) {
      for (const length of [1, 6, 30]) {
        const focusKey = keys - 1;
        const picture = heatmapPicture(
          pictureCase(wordsOf(queries, length), wordsOf(keys, length), { step: queries - 1, focusKey }),
        );
        const what = `${queries} × ${keys}, ${length} letters`;
        expect(overlaps(picture), what).toEqual([]);
        expect(outside(picture), what).toEqual([]);
      }
    }
  });

  it('the word in focus and the current step keep their names where others are left out', () => {
    const [queries, keys] = [wordsOf(200), wordsOf(200)];
    const picture = heatmapPicture(pictureCase(queries, keys, { step: 101, focusKey: 77 }));
    expect(named(picture, queries[101])).toBeDefined();
    expect(named(picture, keys[77])).toBeDefined();
    expect(textsOf(picture).length).toBeLessThan(300);
  });

  it('what is hidden has a sign of its own, and the legend tells it', () => {
    const picture = heatmapPicture(pictureCase(['a', 'b'], ['c', 'd'], { isLastHidden: true }));
    expect(textsOf(picture).filter(({ text }) => text === '–')).toHaveLength(2);
    expect(textsOf(picture).some(({ text }) => text === '–  hidden')).toBe(true);
    expect(textsOf(heatmapPicture(pictureCase(['a'], ['c', 'd']))).some(({ text }) => text.includes('hidden'))).toBe(
      false,
    );
  });

  it('one step alone is one row', () => {
    const picture = heatmapPicture(pictureCase(['q1', 'q2'], ['k1', 'k2'], { step: 1 }), 'step');
    expect(named(picture, 'q1')).toBeUndefined();
    expect(picture.marks.find((mark) => mark.kind === 'cells')?.opacities).toHaveLength(2);
  });

  it('of a sentence from right to left begins at the right', () => {
    const words = ['القط', 'الأسود', 'يجلس'];
    const picture = heatmapPicture(pictureCase(['a'], words, { direction: 'rtl' }));
    const places = words.map((word) => named(picture, word));
    expect(places[0].x).toBeGreaterThan(places[1].x);
    expect(places.map(({ direction }) => direction)).toEqual(['rtl', 'rtl', 'rtl']);
    const weights = textsOf(picture).filter(({ text }) => /^0\.\d\d$/.test(text));
    const { trace } = pictureCase(['a'], words);
    const ofFirst = weights.find(({ x }) => Math.abs(x - places[0].x) < 1);
    expect(ofFirst?.text).toBe(trace.weights[0].toFixed(2));
    expect(named(picture, 'a').x).toBeGreaterThan(places[0].x);
    expect(mirrored(mirrored(picture))).toEqual(picture);
  });
});

describe('the stage', () => {
  it('no text is printed over another or out of the picture at rest', () => {
    for (const [queries, keys] of [
      [1, 1],
      [4, 3],
      [3, 12],
      [12, 3],
      [20, 16],
      [50, 50],
      [12, 50],
    ] as const) {
      for (const length of [1, 6, 30]) {
        const input = pictureCase(wordsOf(queries, length), wordsOf(keys, length), { step: queries - 1 });
        const what = `${queries} × ${keys}, ${length} letters`;
        expect(overlaps(stagePicture(input)), what).toEqual([]);
        expect(outside(stagePicture(input)), what).toEqual([]);
      }
    }
  });

  it('is as large at every moment, so that an animation holds still', () => {
    const input = pictureCase(['I', 'am'], ['Je', 'suis', 'étudiant']);
    const { width, height } = stagePicture(input);
    fc.assert(
      fc.property(fc.double({ min: 0, max: timelineEnd, noNaN: true }), (time) => {
        const picture = stagePicture({ ...input, frame: frameAt(time, 3) });
        expect([picture.width, picture.height]).toEqual([width, height]);
        for (const mark of picture.marks) {
          for (const value of Object.values(mark)) if (typeof value === 'number') expect(value).not.toBeNaN();
        }
      }),
    );
  });

  it('shows no weight before there is one', () => {
    const input = pictureCase(['I'], ['Je', 'suis']);
    const weight = input.trace.weights[0].toFixed(2);
    const shownAt = (time: number): boolean =>
      textsOf(stagePicture({ ...input, frame: frameAt(time, 2) })).some(({ text }) => text === weight);
    expect(shownAt(1.2)).toBe(false);
    expect(shownAt(2.4)).toBe(true);
  });

  it('positive is on the right in every script', () => {
    const bars = (direction: 'ltr' | 'rtl'): number[] => {
      const picture = stagePicture(pictureCase(['I'], ['Je', 'suis'], { direction, isSelectionMarked: false }));
      const { x } = textsOf(picture).find(({ text }) => text === 'Je')!;
      return picture.marks
        .filter((mark) => mark.kind === 'rect')
        .filter((mark) => mark.fill === '#e69f00' && mark.opacity !== 0.12 && Math.abs(mark.x - x) < 40)
        .map((mark) => Math.round((mark.x + mark.width / 2 - x) * 100) / 100);
    };
    expect(bars('rtl')).toEqual(bars('ltr'));
    expect(bars('ltr').length).toBeGreaterThan(0);
  });
});

describe('a label that is too long', () => {
  it('loses its end and says so, never half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.double({ min: 20, max: 200, noNaN: true }),
        (text, room) => {
          const shown = fitted(text, room, 13, false, estimatedWidth);
          if (shown === text) return;
          expect(shown.endsWith('…')).toBe(true);
          expect(text.startsWith(shown.slice(0, -1))).toBe(true);
          expect(estimatedWidth(shown, 13, false)).toBeLessThanOrEqual(room);
        },
      ),
    );
    expect(fitted('👩‍🎓👩‍🎓👩‍🎓', 34, 13, false, estimatedWidth)).toBe('👩‍🎓…');
  });
});
