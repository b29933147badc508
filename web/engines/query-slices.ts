import {
  allocateLike,
  countOf,
  firstPositionInTile,
  fusedAttentionShapeOf,
  weightTileShapeOf,
  type FloatArray,
  type FusedAttentionRequest,
  type OperationName,
  type Tensor,
  type WeightTileRequest,
} from '../contract/index.ts';

const slicedOperations = ['fusedAttention', 'weightTile'] as const;
export type SlicedOperation = (typeof slicedOperations)[number];
export type SlicedRequest<A extends FloatArray = FloatArray> = FusedAttentionRequest<A> | WeightTileRequest<A>;

export function isSlicedOperation(name: OperationName): name is SlicedOperation {
  return (slicedOperations as readonly string[]).includes(name);
}

/** How an operation is cut along its queries. All its results are [...headShape, rowCount, ...]. */
export interface Slicing {
  readonly headShape: readonly number[];
  readonly rowCount: number;
  /** How many queries make a row of the results. */
  readonly queriesPerRow: number;
  readonly queryCount: number;
  /** The position of row 0. */
  readonly firstPosition: number;
}

export function slicingOf(name: SlicedOperation, request: SlicedRequest): Slicing {
  if (name === 'weightTile') {
    const tile = request as WeightTileRequest;
    const shape = weightTileShapeOf(tile);
    const { cellRowCount, queriesPerCell, queryCount } = shape;
    const firstPosition = (tile.firstKey ?? 0) + firstPositionInTile(tile, shape);
    return { headShape: [], rowCount: cellRowCount, queriesPerRow: queriesPerCell, queryCount, firstPosition };
  }
  const { headShape, queryCount, keyCount } = fusedAttentionShapeOf(request as FusedAttentionRequest);
  const byDefault = request.causal === 'bottomRight' ? keyCount - queryCount : 0;
  const firstPosition = request.firstPosition ?? byDefault;
  return { headShape, rowCount: queryCount, queriesPerRow: 1, queryCount, firstPosition };
}

/** What a slice has of its own; it shares all other fields of the request. */
export interface SliceFields<A extends FloatArray = FloatArray> {
  readonly queries: Tensor<A>;
  readonly logSumExp?: Tensor<A> | undefined;
  readonly keepMask?: Tensor<A> | undefined;
  readonly additiveMask?: Tensor<A> | undefined;
  readonly queryRows?: Tensor<A> | undefined;
  readonly firstPosition: number;
}

/** The fields of rows firstRow … firstRow + rowCount − 1 of the results. The same fields are there for every slice. */
export function sliceOf<A extends FloatArray>(
  request: SlicedRequest<A>,
  { queriesPerRow, queryCount, firstPosition }: Slicing,
  firstRow: number,
  rowCount: number,
): SliceFields<A> {
  const { queries, keepMask, additiveMask, queryRows } = request;
  const logSumExp = 'logSumExp' in request ? request.logSumExp : undefined;
  const first = firstRow * queriesPerRow;
  const count = Math.min(rowCount * queriesPerRow, queryCount - first);
  const numbersOf = ({ data }: Tensor<A>): Tensor<A> => ({
    shape: [count],
    data: data.slice(first, first + count) as A,
  });
  const hasRows = (mask: Tensor<A> | undefined): mask is Tensor<A> => (mask?.shape.at(-2) ?? 1) > 1;
  return {
    queries: rowsOf(queries, first, count),
    ...(logSumExp && { logSumExp: numbersOf(logSumExp) }),
    ...(queryRows && { queryRows: numbersOf(queryRows) }),
    ...(hasRows(keepMask) && { keepMask: rowsOf(keepMask, first, count) }),
    ...(hasRows(additiveMask) && { additiveMask: rowsOf(additiveMask, first, count) }),
    firstPosition: queryRows ? firstPosition : firstPosition + first,
  };
}

/** Rows first … first + count − 1 of each matrix in a tensor [..., rowCount, width]. */
function rowsOf<A extends FloatArray>({ shape, data }: Tensor<A>, first: number, count: number): Tensor<A> {
  const [rowCount, width] = shape.slice(-2);
  const outer = shape.slice(0, -2);
  const matrixCount = countOf(outer);
  const rows = allocateLike(data, matrixCount * count * width);
  for (let matrix = 0; matrix < matrixCount; matrix++) {
    const start = (matrix * rowCount + first) * width;
    rows.set(data.subarray(start, start + count * width), matrix * count * width);
  }
  return { shape: [...outer, count, width], data: rows };
}

/** The result of the whole, which grows slice by slice. */
export class SlicedResult {
  readonly tensors: Record<string, Tensor> = {};
  readonly #slicing: Slicing;

  constructor(slicing: Slicing) {
    this.#slicing = slicing;
  }

  /** Lays the result of a slice where its rows stand in the whole. */
  add(results: Readonly<Record<string, Tensor>>, first: number, count: number): void {
    const { headShape, rowCount } = this.#slicing;
    const headCount = countOf(headShape);
    for (const [name, { shape, data }] of Object.entries(results)) {
      const width = data.length / headCount / count;
      const whole = (this.tensors[name] ??= {
        shape: [...headShape, rowCount, ...shape.slice(headShape.length + 1)],
        data: allocateLike(data, headCount * rowCount * width),
      });
      for (let head = 0; head < headCount; head++) {
        const rows = data.subarray(head * count * width, (head + 1) * count * width);
        whole.data.set(rows, (head * rowCount + first) * width);
      }
    }
  }
}
