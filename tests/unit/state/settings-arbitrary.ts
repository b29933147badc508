import fc from 'fast-check';
import { engineNames, scoreFunctions } from '../../../web/contract/index.ts';
import { exampleIds } from '../../../web/model/examples.ts';
import { inkScales, poolings } from '../../../web/state/map-view.ts';
import {
  entryLimit,
  paletteNames,
  speedRange,
  temperatureLimit,
  type Edits,
  type Settings,
} from '../../../web/state/settings.ts';
import { timelineEnd } from '../../../web/timeline/frame.ts';

/** Hard text first: what breaks addresses, HTML, spreadsheets and careless decoders. */
export const anyText = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    'a&b=c#d%20+e',
    '100 %',
    'Je suis étudiant',
    '注意 机制',
    'שלום',
    '👩‍👩‍👧 e\u0301',
    '\r\n\t',
    '%',
    '+',
    '&',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  // Strings of JavaScript may hold half a character, as after a careless slice.
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\ud83d', 'a\udc69b', '\udc69\ud83d'),
);

/** Half a character becomes U+FFFD, as in every text that is written as bytes. */
export const asUtf8 = (text: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0);
const index = fc.nat(299);

const record = (key: fc.Arbitrary<string>) =>
  fc.dictionary(key, number(-entryLimit, entryLimit), { minKeys: 1, maxKeys: 6, noNullPrototype: true });
const place = fc.tuple(index, index, index).map((indices) => indices.join('.'));
const matrixPlace = fc.tuple(index, index).map((indices) => `0.${indices.join('.')}`);

const edits: fc.Arbitrary<Edits> = fc.record(
  {
    scores: record(fc.tuple(fc.constantFrom(...scoreFunctions), place).map((parts) => parts.join('.'))),
    encoderStates: record(place),
    decoderStates: record(place),
    W: record(matrixPlace),
    W_q: record(matrixPlace),
    W_k: record(matrixPlace),
    v: record(index.map((column) => `0.0.${column}`)),
  },
  { requiredKeys: [] },
);

/** Any settings that the store may hold, but for the indices, which may lie outside the scene. */
export const anySettings: fc.Arbitrary<Settings> = fc.record({
  example: fc.constantFrom(...exampleIds, 'own', 'imported'),
  source: anyText.map((text) => asUtf8(text)),
  target: anyText.map((text) => asUtf8(text)),
  data: fc.stringMatching(/^[A-Za-z0-9_-]{0,40}$/),
  sentence: index,
  step: index,
  scoreFunction: fc.constantFrom(...scoreFunctions),
  temperature: fc.oneof(fc.constantFrom(0, 1, 1e-30, temperatureLimit), number(0, temperatureLimit)),
  isPaddingMasked: fc.boolean(),
  causal: fc.constantFrom('none' as const, 'topLeft' as const, 'bottomRight' as const),
  edits,
  focusKey: fc.integer({ min: -1, max: 299 }),
  time: number(0, timelineEnd),
  speed: number(speedRange.lowest, speedRange.highest),
  planeX: index,
  planeY: index,
  engine: fc.constantFrom('auto' as const, ...engineNames),
  view: fc.constantFrom('picture' as const, 'table' as const),
  theme: fc.constantFrom('auto' as const, 'light' as const, 'dark' as const),
  palette: fc.constantFrom(...paletteNames),
  map: fc.option(
    fc.record({
      headIndex: fc.nat(99),
      query: fc.nat(65_535),
      key: fc.nat(65_535),
      zoom: fc.option(fc.integer({ min: -1000, max: 600 }).map((hundredths) => hundredths / 100)),
      pooling: fc.constantFrom(...poolings),
      ink: fc.constantFrom(...inkScales),
    }),
  ),
  lang: fc.constantFrom('auto', 'en', 'de', 'pt-BR', 'zh-Hant-TW'),
  hide: fc.array(fc.constantFrom('legend', 'plane', 'score-functions'), { maxLength: 3 }),
  isReadonly: fc.boolean(),
});
