import type { FusedAttentionRequest, FusedAttentionShape, Tensor } from '../../../contract/index.ts';

/** What one query sees of the keys, and what is added to its scores. Both [keyCount]. */
export interface RowMask {
  readonly visible: Uint8Array;
  readonly added: Float64Array | undefined;
}

type Masks = Pick<
  FusedAttentionRequest,
  'causal' | 'leftWindow' | 'rightWindow' | 'firstPosition' | 'queryRows' | 'keepMask' | 'additiveMask'
>;
type PairShape = Pick<FusedAttentionShape, 'headShape' | 'queryCount' | 'keyCount'>;

/** For each query of each head; heads are counted over all leading axes. */
export function rowMasksOf(request: Masks, shape: PairShape): (head: number, queryIndex: number) => RowMask {
  const { queryCount, keyCount } = shape;
  const { causal, leftWindow = Infinity, rightWindow = Infinity } = request;
  const firstPosition = request.firstPosition ?? (causal === 'bottomRight' ? keyCount - queryCount : 0);
  const keep = request.keepMask && pairReader(request.keepMask, shape);
  const added = request.additiveMask && pairReader(request.additiveMask, shape);
  return (head, queryIndex) => {
    const position = firstPosition + (request.queryRows?.data[queryIndex] ?? queryIndex);
    const last = causal === undefined ? position + rightWindow : Math.min(position, position + rightWindow);
    const isVisible = (i: number): boolean =>
      i >= position - leftWindow &&
      i <= last &&
      keep?.(head, queryIndex, i) !== 0 &&
      added?.(head, queryIndex, i) !== -Infinity;
    return {
      visible: Uint8Array.from({ length: keyCount }, (_, i) => (isVisible(i) ? 1 : 0)),
      added: added && Float64Array.from({ length: keyCount }, (_, i) => added(head, queryIndex, i)),
    };
  };
}

/** Reads a tensor as if it had the shape [...headShape, queryCount, keyCount]: missing axes and those of size 1 are repeated. */
function pairReader(
  { shape, data }: Tensor,
  { headShape, queryCount, keyCount }: PairShape,
): (head: number, queryIndex: number, keyIndex: number) => number {
  const sizes = [...headShape, queryCount, keyCount];
  return (head, queryIndex, keyIndex) => {
    // The place in the whole shape, axis by axis from the last.
    let rest = (head * queryCount + queryIndex) * keyCount + keyIndex;
    let [index, stride] = [0, 1];
    for (let axis = 1; axis <= shape.length; axis++) {
      const [full, size] = [sizes[sizes.length - axis], shape[shape.length - axis]];
      if (size !== 1) index += (rest % full) * stride;
      rest = Math.floor(rest / full);
      stride *= size;
    }
    return data[index];
  };
}
