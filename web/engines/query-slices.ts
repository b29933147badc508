import {
  allocateLike,
  countOf,
  type FloatArray,
  type FusedAttentionRequest,
  type FusedAttentionShape,
  type Tensor,
} from '../contract/index.ts';

type Request<A extends FloatArray> = FusedAttentionRequest<A>;

/** What a slice has of its own; it shares all other fields of the request. */
export type SliceFields<A extends FloatArray> = Pick<
  Request<A>,
  'queries' | 'keepMask' | 'additiveMask' | 'firstPosition'
>;

/** The fields of queries first … first + count − 1. The same fields are there for every slice. */
export function sliceOf<A extends FloatArray>(
  request: Request<A>,
  { queryCount, keyCount }: FusedAttentionShape,
  first: number,
  count: number,
): SliceFields<A> {
  const { queries, keepMask, additiveMask, causal } = request;
  const start = request.firstPosition ?? (causal === 'bottomRight' ? keyCount - queryCount : 0);
  const hasRows = (mask: Tensor<A> | undefined): mask is Tensor<A> => (mask?.shape.at(-2) ?? 1) > 1;
  return {
    queries: rowsOf(queries, first, count),
    ...(hasRows(keepMask) && { keepMask: rowsOf(keepMask, first, count) }),
    ...(hasRows(additiveMask) && { additiveMask: rowsOf(additiveMask, first, count) }),
    firstPosition: start + first,
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

/** The result of the whole, which grows slice by slice. Its tensors are [...headShape, queryCount, ...]. */
export class SlicedResult<A extends FloatArray> {
  readonly tensors: Record<string, Tensor<A>> = {};
  readonly #shape: FusedAttentionShape;

  constructor(shape: FusedAttentionShape) {
    this.#shape = shape;
  }

  /** Lays the result of a slice where its queries stand in the whole. */
  add(results: Readonly<Record<string, Tensor<A>>>, first: number, count: number): void {
    const { headCount, headShape, queryCount } = this.#shape;
    for (const [name, { shape, data }] of Object.entries(results)) {
      const width = data.length / headCount / count;
      const whole = (this.tensors[name] ??= {
        shape: [...headShape, queryCount, ...shape.slice(headShape.length + 1)],
        data: allocateLike(data, headCount * queryCount * width),
      });
      for (let head = 0; head < headCount; head++) {
        const rows = data.subarray(head * count * width, (head + 1) * count * width);
        whole.data.set(rows, (head * queryCount + first) * width);
      }
    }
  }
}
