import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../web/state/address-text.ts';
import { addressLimit, readAddress, writeAddress, writeAddressWithin } from '../../../web/state/settings-address.ts';
import { defaultSettings } from '../../../web/state/settings-table.ts';
import { anySettings, anyText, asUtf8 } from './settings-arbitrary.ts';

/** What a browser hands back for a fragment: much of it percent-encoded. */
const throughBrowser = (hash: string): string => new URL(`https://example.org/play/#${hash}`).hash;

/** Chats and mail programs encode more than browsers do. */
const throughMail = (hash: string): string => hash.replace(/[:;,()'!*@~$]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

describe('text in the address', () => {
  it('comes back the same, for all of Unicode', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeText(encodeText(text))).toBe(asUtf8(text));
      }),
    );
  });

  it('stays readable, with spaces as +', () => {
    expect(encodeText('Je suis étudiant, 我 是')).toBe('Je+suis+étudiant,+我+是');
  });

  it('never holds what ends a value, a link or an HTML attribute', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encodeText(text)).not.toMatch(/[\s&=#"<>`\\\p{C}]/u);
      }),
    );
  });
});

describe('settings ⇄ address', () => {
  it('write → read is the identity', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const read = readAddress(writeAddress(settings));
        expect(read).toMatchObject({ faults: [], unreadable: null });
        expect(read.settings).toEqual(settings);
      }),
      { numRuns: 300 },
    );
  });

  it('survives the browser and a mail program', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        expect(readAddress(throughBrowser(writeAddress(settings))).settings).toEqual(settings);
        expect(readAddress(throughMail(writeAddress(settings))).settings).toEqual(settings);
      }),
    );
  });

  it('takes any text without throwing, and what it makes of it can be written and read again', () => {
    const parameter = fc
      .tuple(
        fc.constantFrom('v', 'T', 't', 'example', 'scores', 'scores.dot', 'W', 'v_a', 'x', 'key', 'hide', '__proto__'),
        anyText,
      )
      .map(([name, text]) => `${name}=${text}`);
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(parameter).map((parts) => `v=1&${parts.join('&')}`),
        ),
        (hash) => {
          const { settings } = readAddress(hash);
          expect(readAddress(writeAddress(settings)).settings).toEqual(settings);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leaves defaults out, all but the step', () => {
    expect(writeAddress(defaultSettings)).toBe('v=1&t=1');
  });

  it('is readable, counts from 1 and keeps every digit', () => {
    const settings = {
      ...defaultSettings,
      step: 1,
      temperature: 1e-30,
      edits: {
        scores: { 'given.0.1.0': 0.1, 'given.0.1.1': 0.30000000000000004, 'dot.0.1.0': -2.5 },
        W: { '0.0.1': 0.5 },
        v: { '0.0.0': 1e21 },
      },
    };
    expect(writeAddress(settings)).toBe(
      'v=1&t=2&T=1e-30&scores=1.2.1:0.1;1.2.2:0.30000000000000004&scores.dot=1.2.1:-2.5&W=1.2:0.5&v_a=1:1e21',
    );
  });

  it('is the same for the same edits, in whatever order they were typed', () => {
    const keys = ['given.0.10.0', 'given.0.2.1', 'given.0.2.0', 'dot.0.0.0'];
    const addressOf = (order: string[]) =>
      writeAddress({ ...defaultSettings, edits: { scores: Object.fromEntries(order.map((key) => [key, 1])) } });
    expect(addressOf(keys)).toBe('v=1&t=1&scores=1.3.1:1;1.3.2:1;1.11.1:1&scores.dot=1.1.1:1');
    expect(addressOf([...keys].reverse())).toBe(addressOf(keys));
  });

  it('reads a link typed by hand without a version', () => {
    expect(readAddress('#example=reordering&T=2')).toMatchObject({
      settings: { example: 'reordering', temperature: 2 },
      faults: [],
      unreadable: null,
    });
  });

  it('knows which settings a link spoke of', () => {
    expect([...readAddress('#v=1&T=2').named]).toEqual(['temperature']);
  });

  it.each([
    ['T=-1', 'notUnderstood', '-1', '1'],
    ['T=NaN', 'notUnderstood', 'NaN', '1'],
    ['T=Infinity', 'notUnderstood', 'Infinity', '1'],
    ['T=1e999', 'outOfRange', '1e999', '1000000'],
    ['T=0x10', 'notUnderstood', '0x10', '1'],
    ['T=', 'notUnderstood', '', '1'],
    ['t=0', 'notUnderstood', '0', '1'],
    ['t=1.5', 'notUnderstood', '1.5', '1'],
    ['speed=100', 'outOfRange', '100', '4'],
    ['time=-3', 'outOfRange', '-3', '0'],
    ['example=constructor', 'notUnderstood', 'constructor', 'student'],
    ['score=toString', 'notUnderstood', 'toString', 'given'],
    ['paddingMask=__proto__', 'notUnderstood', '__proto__', 'on'],
    ['data=a/b', 'notUnderstood', 'a/b', ''],
    ['lang="><script>', 'notUnderstood', '"><script>', 'auto'],
    ['scores=1.2.1:NaN', 'notUnderstood', '1.2.1:NaN', null],
    ['scores=1.0.1:2', 'notUnderstood', '1.0.1:2', null],
    ['scores=1.2.1:2e9', 'outOfRange', '1.2.1:2e9', '1000000000'],
    ['source=%E0%A4%A', 'garbled', '%E0%A4%A', null],
    ['colour=red', 'unknownName', 'red', null],
  ])('names what it cannot take: %s', (parameter, reason, given, shown) => {
    const { faults } = readAddress(`#v=1&${parameter}`);
    expect(faults).toEqual([{ name: parameter.split('=')[0], reason, given, shown }]);
  });

  it('takes the first of two and names the second', () => {
    const { settings, faults } = readAddress('#v=1&T=2&T=3');
    expect(settings.temperature).toBe(2);
    expect(faults).toEqual([{ name: 'T', reason: 'givenTwice', given: '3', shown: null }]);
  });

  it('keeps the good entries beside a bad one', () => {
    const { settings, faults } = readAddress('#v=1&scores=1.1.1:0.5;nonsense;1.1.2:1');
    expect(settings.edits).toEqual({ scores: { 'given.0.0.0': 0.5, 'given.0.0.1': 1 } });
    expect(faults).toHaveLength(1);
  });

  it.each([
    ['#v=99&T=2', 'otherVersion', '99'],
    ['#hello', 'notALink', '#hello'],
    [`#v=1&source=${'x'.repeat(addressLimit)}`, 'tooLong', String(addressLimit + 12)],
  ])('opens the default for an unreadable link: %.20s', (hash, reason, given) => {
    const read = readAddress(hash);
    expect(read.unreadable).toEqual({ reason, given });
    expect(read.settings).toBe(defaultSettings);
  });

  it('leaves out the data first where all is too long, and keeps the rest', () => {
    const settings = { ...defaultSettings, example: 'imported', data: 'x'.repeat(300), temperature: 2 };
    const { hash, full, leftOut } = writeAddressWithin(200, settings);
    expect(hash).toBe('v=1&example=imported&t=1&T=2');
    expect(leftOut).toEqual(['data']);
    expect(readAddress(full).settings).toEqual(settings);
  });

  it('leaves out nothing that would not make it shorter', () => {
    const settings = { ...defaultSettings, example: 'own', source: 'x'.repeat(300) };
    expect(writeAddressWithin(100, settings)).toMatchObject({ leftOut: ['source'], hash: 'v=1&example=own&t=1' });
  });
});
