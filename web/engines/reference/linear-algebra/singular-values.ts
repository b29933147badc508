/** A [rowCount, columnCount] = Σ_k values[k] · left[k] · right[k]ᵀ, with the values falling. */
export interface SingularValues {
  /** [min(rowCount, columnCount)] */
  readonly values: readonly number[];
  /** Unit vectors of length rowCount; zeros where the value is 0. */
  readonly left: readonly Float64Array[];
  /** Unit vectors of length columnCount; zeros where the value is 0. */
  readonly right: readonly Float64Array[];
}

/**
 * One-sided Jacobi (Hestenes 1958): turns pairs of columns until all are orthogonal; their lengths are the singular
 * values. Slow and accurate.
 */
export function singularValues(rows: readonly Float64Array[]): SingularValues {
  const columnCount = rows[0].length;
  if (columnCount > rows.length) {
    const { values, left, right } = singularValues(transposed(rows));
    return { values, left: right, right: left };
  }
  const columns = transposed(rows);
  const turned = Array.from({ length: columnCount }, (_, j) => unitVector(columnCount, j));
  for (let sweep = 0; sweep < 60; sweep++) {
    let isOrthogonal = true;
    for (let i = 0; i < columnCount; i++) {
      for (let j = i + 1; j < columnCount; j++) {
        const angle = angleBetween(columns[i], columns[j]);
        if (!angle) continue;
        isOrthogonal = false;
        turn(columns[i], columns[j], angle);
        turn(turned[i], turned[j], angle);
      }
    }
    if (isOrthogonal) break;
  }
  const lengths = columns.map((column) => Math.sqrt(dot(column, column)));
  const order = lengths.map((_, j) => j).sort((a, b) => lengths[b] - lengths[a]);
  return {
    values: order.map((j) => lengths[j]),
    left: order.map((j) => columns[j].map((x) => (lengths[j] === 0 ? 0 : x / lengths[j]))),
    right: order.map((j) => (lengths[j] === 0 ? new Float64Array(columnCount) : turned[j])),
  };
}

export function transposed(rows: readonly Float64Array[]): Float64Array[] {
  return Array.from(rows[0], (_, j) => Float64Array.from(rows, (row) => row[j]));
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

interface Rotation {
  readonly cosine: number;
  readonly sine: number;
}

/** The turn that makes two columns orthogonal; undefined where they are, up to rounding. */
function angleBetween(a: Float64Array, b: Float64Array): Rotation | undefined {
  const product = dot(a, b);
  const [normA, normB] = [dot(a, a), dot(b, b)];
  if (Math.abs(product) <= 1e-16 * Math.sqrt(normA * normB) || product === 0) return undefined;
  const ratio = (normB - normA) / (2 * product);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  return { cosine, sine: cosine * tangent };
}

function turn(a: Float64Array, b: Float64Array, { cosine, sine }: Rotation): void {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    a[i] = cosine * x - sine * y;
    b[i] = sine * x + cosine * y;
  }
}

function unitVector(length: number, index: number): Float64Array {
  const vector = new Float64Array(length);
  vector[index] = 1;
  return vector;
}
