import type {
  FusedAttentionRequest,
  FusedAttentionResult,
  Tensor,
  WeightTileRequest,
  WeightTileResult,
} from '../contract/index.ts';
import type { EngineSelection } from '../engines/select.ts';

/** The two operations that a map is made of, on whichever engine runs. */
export interface MapEngine {
  attend(
    request: FusedAttentionRequest<Float32Array>,
    signal: AbortSignal,
  ): Promise<FusedAttentionResult<Float32Array>>;
  tile(request: WeightTileRequest<Float32Array>, signal: AbortSignal): Promise<WeightTileResult<Float32Array>>;
}

export function mapEngineOf(engines: EngineSelection): MapEngine {
  /** By what a call costs: as much as a trace of the same queries and keys. */
  const engineFor = ({ queries, keys }: Record<'queries' | 'keys', Tensor<Float32Array>>) => {
    const [[queryCount, queryDim], [keyCount, keyDim]] = [queries.shape, keys.shape];
    const score = { scoreFunction: 'dot', queryDim, keyDim, queries: queries.data, keys: keys.data } as const;
    return engines.engineFor({ queryCount, keyCount, valueDim: 1, values: new Float32Array(0), score });
  };
  return {
    attend: async (request, signal) => (await engineFor(request)).run('fusedAttention', request, { signal }),
    tile: async (request, signal) => (await engineFor(request)).run('weightTile', request, { signal }),
  };
}
