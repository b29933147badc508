import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attributeNames,
  isRefusal,
  maskText,
  settingsFromAttributes,
  withAttribute,
} from '../../../web/state/attributes.ts';
import { createSceneSource } from '../../../web/state/scene-source.ts';
import { writeAddress } from '../../../web/state/settings-address.ts';
import { parametersOf, settingNames, settingsTable } from '../../../web/state/settings-table.ts';
import { entryLimit, type Settings } from '../../../web/state/settings.ts';
import { anySettings, anyText } from './settings-arbitrary.ts';

const { sceneFor } = createSceneSource();
const opening = settingsFromAttributes(() => null, sceneFor).settings;

function accepted(attribute: string, text: string | null, settings: Settings = opening): Settings {
  const result = withAttribute(settings, attribute, text, sceneFor);
  if (isRefusal(result)) throw new Error(`${attribute} was refused: ${JSON.stringify(result)}`);
  return result;
}

describe('attributes', () => {
  it('none of them is the default example at its beginning', () => {
    expect(opening).toMatchObject({ example: 'student', step: 1, edits: {} });
  });

  it('a setting of the table goes in as it stands in the address, and out again without it', () => {
    const plain = settingNames.filter((name) => {
      const { attribute } = settingsTable[name];
      return attribute !== undefined && !['example', 'step'].includes(attribute);
    });
    fc.assert(
      fc.property(anySettings, fc.constantFrom(...plain), (settings, name) => {
        const text = parametersOf(name)[0].write(settings[name]);
        const attribute = settingsTable[name].attribute!;
        const taken = accepted(attribute, text);
        expect(taken).toEqual({ ...opening, [name]: settings[name] });
        expect(accepted(attribute, null, taken)).toEqual(opening);
      }),
    );
  });

  it('any text is taken or refused, and refused changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...attributeNames), fc.oneof(anyText, fc.json()), (attribute, text) => {
        const result = withAttribute(opening, attribute, text, sceneFor);
        if (isRefusal(result)) expect(result).toMatchObject({ attribute, given: text.slice(0, 200) });
        else expect(sceneFor(result)).not.toHaveProperty('code');
      }),
    );
  });

  it('a whole state goes in as getState() gives it, and out again without it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('student', 'reordering', 'padded-batch'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (id, score) => {
          const shown = { ...accepted('example', id), temperature: 0.5, theme: 'dark' } as Settings;
          const text = writeAddress({ ...shown, edits: accepted('scores', JSON.stringify([score % 1e9, 1, 2])).edits });
          const taken = accepted('state', text, shown);
          expect(writeAddress(taken)).toBe(text);
          // What an attribute says of the view stays where the state says nothing of it.
          expect(accepted('state', null, taken)).toEqual({ ...opening, theme: 'dark' });
        },
      ),
    );
  });

  it.each([
    ['v=99&t=1', { kind: 'state', misfits: [] }],
    ['nonsense', { kind: 'state', misfits: [] }],
    ['v=1&example=own&source=&target=x', { code: 'noWords' }],
    ['v=1&t=99&T=hot', { kind: 'state', misfits: ['T=hot', 't=99'] }],
  ])('the state "%s" is refused whole', (text, expected) => {
    expect(withAttribute(opening, 'state', text, sceneFor)).toMatchObject({ attribute: 'state', expected });
  });

  it('what other attributes say is laid over the state', () => {
    const texts: Record<string, string> = { step: '4', state: 'v=1&example=student&t=1&T=2', temperature: '3' };
    const { settings } = settingsFromAttributes((name) => texts[name] ?? null, sceneFor);
    expect(settings).toMatchObject({ example: 'student', step: 3, temperature: 3 });
  });

  it('masks are read as they are written', () => {
    fc.assert(
      fc.property(anySettings, ({ isPaddingMasked, causal }) => {
        expect(accepted('mask', maskText({ isPaddingMasked, causal }))).toMatchObject({ isPaddingMasked, causal });
      }),
    );
  });

  it('an array becomes what would have been typed, exactly, and goes without a trace', () => {
    const numbers = fc.array(fc.double({ min: -entryLimit, max: entryLimit, noNaN: true }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(numbers, (scores) => {
        const taken = accepted('scores', JSON.stringify(scores));
        const base = [0.3, 2.1, 0.5];
        const typed = scores.flatMap((score, word) =>
          score === base[word] ? [] : [[`given.0.1.${word}`, score + 0] as const],
        );
        expect(taken.edits).toEqual(typed.length > 0 ? { scores: Object.fromEntries(typed) } : {});
        expect(accepted('scores', null, taken).edits).toEqual({});
      }),
    );
  });

  it('the numbers of the example themselves are no change', () => {
    expect(accepted('scores', '[0.3, 2.1, 0.5]').edits).toEqual({});
  });

  it('another text begins anew, the same one goes on', () => {
    const typed = accepted('scores', '[1, 2, 3]');
    expect(accepted('example', 'reordering', typed)).toMatchObject({ example: 'reordering', edits: {} });
    expect(accepted('example', 'student', typed)).toBe(typed);
    expect(accepted('tokens', 'a b ||| c', typed)).toMatchObject({
      example: 'own',
      source: 'a b',
      target: 'c',
      step: 0,
    });
  });

  it('of two attributes that say which text it is, the one that is left counts', () => {
    const left = (attribute: string, texts: Readonly<Record<string, string>>, shown: Settings) =>
      withAttribute(shown, attribute, null, sceneFor, (name) => texts[name] ?? null);
    const own = accepted('scores', '[7]', accepted('tokens', 'a ||| b'));
    const example = accepted('scores', '[7, 8, 9]', accepted('example', 'reordering'));
    // Shown is what the other says: it stays, with what was typed into it.
    expect(left('example', { tokens: 'a ||| b' }, own)).toBe(own);
    expect(left('tokens', { example: 'reordering' }, example)).toBe(example);
    // Shown is what is taken away.
    expect(left('tokens', { example: 'reordering' }, own)).toMatchObject({
      example: 'reordering',
      source: '',
      edits: {},
    });
    expect(left('example', { tokens: 'a ||| b' }, example)).toMatchObject({ example: 'own', source: 'a', edits: {} });
    expect(left('tokens', {}, own)).toMatchObject({ example: 'student', source: '' });
    expect(left('example', {}, example)).toMatchObject({ example: 'student' });
    expect(left('example', { tokens: 'nothing' }, example)).toMatchObject({ attribute: 'tokens', given: 'nothing' });
  });

  it('the order in which they stand in the tag does not matter', () => {
    const texts: Readonly<Record<string, string>> = { step: '3', example: 'reordering', scores: '[1,2,4]' };
    const { settings, refusals } = settingsFromAttributes((name) => texts[name] ?? null, sceneFor);
    expect(refusals).toEqual([]);
    expect(settings).toMatchObject({ example: 'reordering', step: 2 });
    expect(Object.keys(settings.edits.scores ?? {}).every((key) => key.startsWith('given.0.2.'))).toBe(true);
  });
});
