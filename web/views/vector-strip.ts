import { svg, type SVGTemplateResult } from 'lit';

export interface VectorStripInput {
  /** [count, dim] row-major: one vector under each column. */
  readonly values: Float64Array;
  readonly dim: number;
  /** The largest magnitude: a full bar. */
  readonly largest: number;
  /** [count] 0 … 1: how far each vector has grown. */
  readonly growth: ArrayLike<number>;
}

/**
 * Many vectors at once, where their cells have no room for numbers: the bars of vectorCells as two paths, in units of a
 * column and a cell, instead of hundreds of elements.
 */
export function vectorStrip({ values, dim, largest, growth }: VectorStripInput): SVGTemplateResult {
  const count = dim > 0 ? values.length / dim : 0;
  let positive = '';
  let negative = '';
  for (let column = 0; column < count; column += 1) {
    for (let cell = 0; cell < dim; cell += 1) {
      const value = values[column * dim + cell];
      const share = largest > 0 && Number.isFinite(value) ? Math.min(1, Math.abs(value) / largest) : 0;
      const length = share * 0.46 * growth[column];
      // Shorter than a fifth of a pixel: nothing to see.
      if (length < 0.004) continue;
      const bar = `M${column + 0.5} ${cell + 0.04}v0.92h${(value < 0 ? -length : length).toFixed(4)}v-0.92z`;
      if (value < 0) negative += bar;
      else positive += bar;
    }
  }
  return svg`<svg class="strip" viewBox="0 0 ${count} ${dim}" preserveAspectRatio="none" aria-hidden="true">
    <path class="positive" d=${positive}></path><path class="negative" d=${negative}></path>
  </svg>`;
}
