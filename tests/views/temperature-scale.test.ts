import { describe, expect, it } from 'vitest';
import { temperatureAt, temperaturePosition, temperatureSteps } from '../../web/views/temperature-scale.ts';

const positions = Array.from({ length: temperatureSteps + 1 }, (_, position) => position);

describe('the temperature slider', () => {
  it('begins at 0, ends at 20, and rises at every step', () => {
    const temperatures = positions.map(temperatureAt);
    expect([temperatures[0], temperatures.at(-1)]).toEqual([0, 20]);
    temperatures.slice(1).forEach((temperature, index) => expect(temperature).toBeGreaterThan(temperatures[index]));
  });

  it('stands where its temperature is', () => {
    expect(positions.map((position) => temperaturePosition(temperatureAt(position)))).toEqual(positions);
  });

  it('stands at its ends for temperatures beyond them, and 1 has a place of its own', () => {
    expect([0, 1e-30, 1e6].map(temperaturePosition)).toEqual([0, 1, temperatureSteps]);
    expect(temperatureAt(temperaturePosition(1))).toBe(1);
  });
});
