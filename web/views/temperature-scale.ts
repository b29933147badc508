/** The temperature slider: 0 at the left end, then 0.05 … 20 by equal ratios. */
const smallest = 0.05;
const largest = 20;
/** Few enough that each keeps a temperature of its own when rounded to two digits; 1 stands in the middle. */
export const temperatureSteps = 61;

export function temperatureAt(position: number): number {
  if (position <= 0) return 0;
  const exact = smallest * (largest / smallest) ** ((position - 1) / (temperatureSteps - 1));
  return Number(exact.toPrecision(2));
}

/** The nearest position; temperatures beyond either end stand at it. */
export function temperaturePosition(temperature: number): number {
  if (temperature <= 0) return 0;
  const share = Math.log(temperature / smallest) / Math.log(largest / smallest);
  return Math.round(1 + Math.max(0, Math.min(1, share)) * (temperatureSteps - 1));
}
