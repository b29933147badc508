/** What counts as 0 in a table whose entries start at 1 or less. */
export const zeroShare = 1e-10;

/**
 * A corner of the polytope { x ≥ 0, A x = b } in the form of the simplex method: each row of the table gives one basic
 * unknown, x[basis[row]] = value[row] − Σ cells[row][j] x[j] over the unknowns outside the basis, which are 0.
 */
export interface VertexTableau {
  readonly cells: Float64Array[];
  readonly basis: number[];
  readonly values: number[];
}

/**
 * From any point x ≥ 0 to a corner with the same A x: unknowns join the basis while their columns are independent; a
 * dependent one is driven to 0 along the direction that keeps A x, or until a basic one gets there first, whose place it
 * takes. Redundant rows are left out. columns: A, [rowCount, unknownCount], whose entries are 1 or less.
 */
export function vertexFrom(A: readonly Float64Array[], x: readonly number[]): VertexTableau {
  const cells = A.map((row) => row.slice());
  const basis = cells.map(() => -1);
  const values = cells.map(() => 0);
  const unknowns = x.map((_, j) => j);
  const order = [...unknowns.filter((j) => x[j] > 0), ...unknowns.filter((j) => x[j] === 0)];
  for (const j of order) {
    const free = largestFreeRow(cells, basis, j);
    if (free >= 0) {
      pivot(cells, free, j);
      basis[free] = j;
      values[free] = x[j];
    } else if (x[j] > 0) {
      driveToZero({ cells, basis, values }, j, x[j]);
    }
  }
  const used = basis.map((_, row) => row).filter((row) => basis[row] >= 0);
  return {
    cells: used.map((row) => cells[row]),
    basis: used.map((row) => basis[row]),
    values: used.map((row) => values[row]),
  };
}

function largestFreeRow(cells: readonly Float64Array[], basis: readonly number[], j: number): number {
  let best = -1;
  for (let row = 0; row < cells.length; row++) {
    if (basis[row] >= 0 || Math.abs(cells[row][j]) <= zeroShare) continue;
    if (best < 0 || Math.abs(cells[row][j]) > Math.abs(cells[best][j])) best = row;
  }
  return best;
}

function driveToZero({ cells, basis, values }: VertexTableau, j: number, start: number): void {
  let way = start;
  let leaving = -1;
  for (let row = 0; row < cells.length; row++) {
    if (basis[row] < 0 || cells[row][j] >= -zeroShare) continue;
    const wayOfRow = values[row] / -cells[row][j];
    if (wayOfRow < way) [way, leaving] = [wayOfRow, row];
  }
  for (let row = 0; row < cells.length; row++) {
    if (basis[row] >= 0) values[row] = Math.max(0, values[row] + way * cells[row][j]);
  }
  if (leaving < 0) return;
  pivot(cells, leaving, j);
  basis[leaving] = j;
  values[leaving] = start - way;
}

/** Makes column j a unit column with its 1 in this row. */
function pivot(cells: readonly Float64Array[], pivotRow: number, j: number): void {
  const chosen = cells[pivotRow];
  const divisor = chosen[j];
  for (let k = 0; k < chosen.length; k++) chosen[k] /= divisor;
  for (let row = 0; row < cells.length; row++) {
    const factor = cells[row][j];
    if (row === pivotRow || factor === 0) continue;
    for (let k = 0; k < chosen.length; k++) cells[row][k] -= factor * chosen[k];
    cells[row][j] = 0;
  }
}

/**
 * The corner where gain · x is largest, by the simplex method from the corner given: Bland, "New finite pivoting rules
 * for the simplex method", 1977, whose choice of the first unknown never goes in circles. The polytope is bounded.
 */
export function maximise(start: VertexTableau, gain: readonly number[]): number[] {
  const cells = start.cells.map((row) => row.slice());
  const [basis, values] = [[...start.basis], [...start.values]];
  // A limit that only rounding can reach.
  for (let step = 0; step < 50 * gain.length; step++) {
    const entering = gain.findIndex((_, j) => !basis.includes(j) && improvement(cells, basis, gain, j) > zeroShare);
    if (entering < 0) break;
    const leaving = firstToVanish(cells, basis, values, entering);
    if (leaving < 0) break;
    const way = values[leaving] / cells[leaving][entering];
    for (let row = 0; row < cells.length; row++) values[row] = Math.max(0, values[row] - way * cells[row][entering]);
    pivot(cells, leaving, entering);
    basis[leaving] = entering;
    values[leaving] = way;
  }
  const x = gain.map(() => 0);
  basis.forEach((j, row) => (x[j] = values[row]));
  return x;
}

function improvement(
  cells: readonly Float64Array[],
  basis: readonly number[],
  gain: readonly number[],
  j: number,
): number {
  let rate = gain[j];
  for (let row = 0; row < cells.length; row++) rate -= gain[basis[row]] * cells[row][j];
  return rate;
}

function firstToVanish(
  cells: readonly Float64Array[],
  basis: readonly number[],
  values: readonly number[],
  entering: number,
): number {
  let leaving = -1;
  let way = 0;
  for (let row = 0; row < cells.length; row++) {
    if (cells[row][entering] <= zeroShare) continue;
    const wayOfRow = values[row] / cells[row][entering];
    const isFirst = leaving < 0 || wayOfRow < way || (wayOfRow === way && basis[row] < basis[leaving]);
    if (isFirst) [way, leaving] = [wayOfRow, row];
  }
  return leaving;
}
