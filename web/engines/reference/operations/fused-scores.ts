import type { FusedAttentionRequest, Tensor } from '../../../contract/index.ts';
import { scoreTermsOf } from '../score-terms.ts';

/** What makes a score of fused attention, but for the masks. */
type ScoreFields = Pick<
  FusedAttentionRequest,
  'queries' | 'keys' | 'scoreFunction' | 'scale' | 'W' | 'W_q' | 'W_k' | 'v'
>;

interface ScoreSizes {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly queryDim: number;
  readonly keyDim: number;
  readonly attentionDim: number;
}

/** The scores [keyCount] of one query of one head, before masks. Heads are counted over all leading axes. */
export function scoreRowsOf(
  request: ScoreFields,
  shape: ScoreSizes,
  head = 0,
  keyHead = 0,
): (queryIndex: number) => Float64Array {
  const { termCount, scale, fillTerms } = scoreTermsOf(scoreSourceOf(request, shape, head, keyHead));
  const terms = new Float64Array(termCount);
  return (queryIndex) =>
    Float64Array.from({ length: shape.keyCount }, (_, i) => {
      fillTerms(queryIndex, i, terms);
      return scale * terms.reduce((sum, term) => sum + term, 0);
    });
}

type Formula = Parameters<typeof scoreTermsOf>[0];

/** One head's queries and keys with the parameters, which validation has seen to be there. */
function scoreSourceOf(
  request: ScoreFields,
  { queryCount, keyCount, queryDim, keyDim, attentionDim }: ScoreSizes,
  head: number,
  keyHead: number,
): Formula {
  const { scoreFunction = 'scaledDot', scale } = request;
  const vectors = {
    queryDim,
    keyDim,
    queries: headOf(request.queries, head, queryCount * queryDim),
    keys: headOf(request.keys, keyHead, keyCount * keyDim),
    scale,
  };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
      return { ...vectors, scoreFunction };
    case 'bilinear':
      return { ...vectors, scoreFunction, W: request.W!.data };
    case 'additive': {
      const [W_q, W_k, v] = [request.W_q!.data, request.W_k!.data, request.v!.data];
      return { ...vectors, scoreFunction, attentionDim, W_q, W_k, v };
    }
  }
}

/** The numbers of one head. */
export function headOf({ data }: Tensor, head: number, size: number): Float64Array {
  return Float64Array.from(data.subarray(head * size, (head + 1) * size));
}
