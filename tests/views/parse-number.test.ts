import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestTypedNumber, parseTypedNumber } from '../../web/views/parse-number.ts';

describe('parseTypedNumber', () => {
  it.each([
    ['2.1', 2.1],
    [' 2.1\t', 2.1],
    ['0,5', 0.5],
    ['−0,5', -0.5],
    ['–3', -3],
    ['+4', 4],
    ['.5', 0.5],
    ['5.', 5],
    ['1e-3', 0.001],
    ['1E3', 1000],
    ['1e9', 1e9],
    ['-1e9', -1e9],
    ['1e-400', 0],
  ])('reads %j as %d', (text, value) => {
    expect(parseTypedNumber(text)).toEqual({ value });
  });

  it('reads −0 as 0', () => {
    expect(parseTypedNumber('-0')).toEqual({ value: 0 });
    expect(Object.is((parseTypedNumber('-0') as { value: number }).value, 0)).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['NaN', 'notFinite'],
    ['-Infinity', 'notFinite'],
    ['∞', 'notFinite'],
    ['1e309', 'notFinite'],
    ['1000000001', 'tooLarge'],
    ['-1e10', 'tooLarge'],
    ['1,234,567', 'notANumber'],
    ['1.2.3', 'notANumber'],
    ['0x10', 'notANumber'],
    ['1e', 'notANumber'],
    ['.', 'notANumber'],
    ['-', 'notANumber'],
    ['two', 'notANumber'],
    ['1 2', 'notANumber'],
  ])('refuses %j as %s, and keeps the text for the message', (text, problem) => {
    expect(parseTypedNumber(text)).toEqual({ problem, text });
  });

  it('gives a number within the limits or a reason, whatever is typed', () => {
    const numberLike = fc.stringMatching(/^[-+−]?[0-9]{0,12}[.,]?[0-9]{0,5}(e[-+]?[0-9]{1,3})?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), numberLike), (text) => {
        const parsed = parseTypedNumber(text);
        if ('problem' in parsed) expect(parsed.text).toBe(text);
        else {
          expect(Math.abs(parsed.value)).toBeLessThanOrEqual(largestTypedNumber);
          expect(Object.is(parsed.value, -0)).toBe(false);
        }
      }),
    );
  });

  it('reads a decimal comma as a decimal point', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?[0-9]{0,6},[0-9]{1,6}$/), (text) => {
        expect(parseTypedNumber(text)).toEqual(parseTypedNumber(text.replace(',', '.')));
      }),
    );
  });
});
