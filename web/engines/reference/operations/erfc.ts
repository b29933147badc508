/**
 * The complementary error function 1 − erf(x), to about 1e-15 relative below 27, where it underflows: the series of
 * erf (Abramowitz, Stegun 7.1.6) for small x, the continued fraction (7.1.14) for large.
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (Number.isNaN(x)) return NaN;
  return x < 2.5 ? 1 - erfBySeries(x) : erfcByFraction(x);
}

/** 2/√π e^(−x²) Σ 2ⁿ x^(2n+1) / (1 · 3 · … · (2n+1)): all terms have one sign. */
function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** e^(−x²)/√π / (x + ½/(x + 1/(x + 3/2/(x + …)))), from the inside out. */
function erfcByFraction(x: number): number {
  if (x > 27) return 0;
  let fraction = x;
  for (let k = 120; k > 0; k--) fraction = x + k / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
