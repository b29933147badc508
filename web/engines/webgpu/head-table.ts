import { countOf, type FusedAttentionRequest, type FusedAttentionShape, type Tensor } from '../../contract/index.ts';

/** In place of −Infinity, which WGSL may assume not to exist; as in pair-scores.wgsl. */
export const hiddenScore = Math.fround(-3e38);

/** A mask as kernels read it: from `starts[head]` on, with these distances between queries and between keys. */
interface MaskPlace {
  readonly starts: readonly number[];
  readonly queryStride: number;
  readonly keyStride: number;
}

export interface HeadTable {
  /** [headCount, 4]: see Head in pair-scores.wgsl */
  readonly heads: Uint32Array;
  /** Both masks and queryRows, one behind the other. */
  readonly masks: Float32Array;
  readonly rowsStart: number;
  readonly keep: MaskPlace | undefined;
  readonly added: MaskPlace | undefined;
}

/** Which keys and which masks belong to a head of queries. Masks stay as small as they came. */
export function headTableOf(
  {
    keepMask,
    additiveMask,
    queryRows,
  }: Pick<FusedAttentionRequest<Float32Array>, 'keepMask' | 'additiveMask' | 'queryRows'>,
  shape: FusedAttentionShape,
): HeadTable {
  const { headCount, keyHeadCount } = shape;
  const keepCount = keepMask?.data.length ?? 0;
  const rowsStart = keepCount + (additiveMask?.data.length ?? 0);
  const masks = new Float32Array(rowsStart + (queryRows?.data.length ?? 0));
  if (keepMask) masks.set(keepMask.data);
  if (additiveMask) {
    masks.set(
      additiveMask.data.map((number) => (number === -Infinity ? hiddenScore : number)),
      keepCount,
    );
  }
  if (queryRows) masks.set(queryRows.data, rowsStart);
  const keep = keepMask && placeOf(keepMask, shape, 0);
  const added = additiveMask && placeOf(additiveMask, shape, keepCount);
  const heads = new Uint32Array(4 * headCount);
  for (let head = 0; head < headCount; head++) {
    const keyHead = Math.floor(head / (headCount / keyHeadCount));
    heads.set([keyHead, keep?.starts[head] ?? 0, added?.starts[head] ?? 0, 0], 4 * head);
  }
  return { heads, masks, rowsStart, keep, added };
}

/** A mask broadcasts to [...headShape, queryCount, keyCount] from its last axis on. */
function placeOf(mask: Tensor, { headShape, headCount }: FusedAttentionShape, start: number): MaskPlace {
  const shape = [...new Array<number>(headShape.length + 2 - mask.shape.length).fill(1), ...mask.shape];
  const strides = shape.map((size, axis) => (size === 1 ? 0 : countOf(shape.slice(axis + 1))));
  const [queryStride, keyStride] = strides.slice(-2);
  const starts = Array.from({ length: headCount }, (_, head) => {
    let [rest, offset] = [head, start];
    for (let axis = headShape.length - 1; axis >= 0; axis--) {
      offset += (rest % headShape[axis]) * strides[axis];
      rest = Math.floor(rest / headShape[axis]);
    }
    return offset;
  });
  return { starts, queryStride, keyStride };
}
