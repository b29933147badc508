import {
  countOf,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { floats } from '../inputs.ts';

type Requests = { readonly [N in OperationName]: OperationRequest<N> };

/** One small request of every operation, with as many of its fields as go together. Its numbers are waves. */
export function sampleRequests(precision: Precision): Requests {
  const wave = (...shape: number[]): Tensor => ({
    shape,
    data: floats(
      precision,
      Float64Array.from({ length: countOf(shape) }, (_, index) => Math.sin(1 + 2.3 * index)),
    ),
  });
  const exact = (shape: readonly number[], ...numbers: number[]): Tensor => ({
    shape,
    data: floats(precision, numbers),
  });
  const ones = (...shape: number[]): Tensor => exact(shape, ...new Array<number>(countOf(shape)).fill(1));
  const uniform = (...shape: number[]): Tensor => {
    const data: FloatArray = ones(...shape).data;
    return { shape, data: data.map(() => 1 / shape[shape.length - 1]) };
  };

  const attention = {
    queries: wave(2, 4, 3, 2),
    keys: wave(2, 2, 5, 2),
    values: wave(2, 2, 5, 3),
    pastKeys: wave(2, 2, 2, 2),
    pastValues: wave(2, 2, 2, 3),
    queryHeadCount: 4,
    keyHeadCount: 2,
    scoreFunction: 'dot',
    scale: 0.5,
    softcap: 2,
    temperature: 0.7,
    keepMask: exact([7], 1, 1, 0, 1, 1, 1, 1),
    additiveMask: wave(3, 7),
    keyLengths: exact([2], 6, 7),
    causal: 'bottomRight',
    leftWindow: 4,
    rightWindow: 1,
    fullyMasked: 'zeros',
  } as const;
  const projectedAttention = {
    queryInputs: wave(2, 3, 4),
    keyInputs: wave(2, 5, 3),
    valueInputs: wave(2, 5, 2),
    queryHeadCount: 4,
    keyHeadCount: 2,
    queryProjection: wave(4, 8),
    keyProjection: wave(3, 4),
    valueProjection: wave(2, 6),
    outputProjection: wave(12, 5),
    queryBias: wave(8),
    keyBias: wave(4),
    valueBias: wave(6),
    outputBias: wave(5),
  };
  const recurrent = {
    cell: 'lstm',
    direction: 'bidirectional',
    inputs: wave(2, 4, 3),
    W: wave(2, 8, 3),
    R: wave(2, 8, 2),
    inputBias: wave(2, 8),
    recurrentBias: wave(2, 8),
    lengths: exact([2], 1, 4),
    stepMask: ones(2, 4),
    initialStates: wave(2, 2, 2),
    initialCells: wave(2, 2, 2),
  } as const;
  const decoderStep = {
    order: 'luong',
    cell: 'gru',
    reset: 'before',
    gateOrder: 'zrh',
    inputs: wave(2, 2),
    encoderStates: wave(2, 4, 3),
    encoderMask: exact([2, 4], 1, 1, 1, 0, 1, 1, 1, 1),
    W: wave(6, 5),
    R: wave(6, 2),
    inputBias: wave(6),
    recurrentBias: wave(6),
    initialStates: wave(2, 2),
    scoreFunction: 'bilinear',
    W_a: wave(2, 3),
    scale: 0.5,
    temperature: 2,
    W_c: wave(3, 5),
    feedsInput: true,
    initialAttentional: wave(2, 3),
    W_o: wave(4, 3),
    b_o: wave(4),
  } as const;
  const decoder = { ...decoderStep, inputs: wave(2, 3, 2) };
  const softmax = {
    scores: wave(2, 3),
    keepMask: exact([2, 3], 1, 1, 0, 1, 1, 1),
    additiveMask: wave(2, 3),
    temperature: 2,
    fullyMasked: 'uniform',
  } as const;
  const score = {
    scoreFunction: 'additive',
    queries: wave(3, 2),
    keys: wave(4, 3),
    W_q: wave(2, 3),
    W_k: wave(3, 3),
    v: wave(3),
    scale: 0.5,
  } as const;
  const layerNorm = { x: wave(2, 3), gain: wave(3), bias: wave(3), axis: -1, epsilon: 1e-3 };
  const rmsNorm = { x: wave(2, 3), gain: wave(3), axis: 1, epsilon: 1e-3 };
  const unary = { x: wave(3), function: 'gelu' } as const;

  return {
    attention,
    attentionGradient: { ...attention, contextGradient: wave(2, 4, 3, 3), weightsGradient: wave(2, 4, 3, 7) },
    fusedAttention: {
      scoreFunction: 'additive',
      queries: wave(2, 3, 4),
      keys: wave(1, 5, 2),
      values: wave(1, 5, 3),
      W_q: wave(4, 3),
      W_k: wave(2, 3),
      v: wave(3),
      scale: 0.5,
      keepMask: exact([5], 1, 1, 0, 1, 1),
      additiveMask: wave(2, 1, 5),
      firstPosition: 1,
      causal: 'bottomRight',
      leftWindow: 2,
      rightWindow: 1,
    },
    projectedAttention,
    projectedAttentionGradient: {
      ...projectedAttention,
      outputGradient: wave(2, 3, 5),
      weightsGradient: wave(2, 4, 3, 5),
    },
    recurrent,
    recurrentGradient: {
      ...recurrent,
      statesGradient: wave(2, 4, 2, 2),
      lastStatesGradient: wave(2, 2, 2),
      lastCellsGradient: wave(2, 2, 2),
    },
    decoder,
    decoderStep,
    decoderGradient: {
      ...decoder,
      scoresGradient: wave(2, 3, 4),
      weightsGradient: wave(2, 3, 4),
      contextGradient: wave(2, 3, 3),
      statesGradient: wave(2, 3, 2),
      attentionalStatesGradient: wave(2, 3, 3),
      logitsGradient: wave(2, 3, 4),
      outputsGradient: wave(2, 3, 4),
    },
    softmax,
    softmaxJacobian: softmax,
    softmaxGradient: { ...softmax, probabilitiesGradient: wave(2, 3) },
    scoreGradient: { ...score, scoresGradient: wave(3, 4) },
    traceGradient: {
      ...score,
      values: wave(4, 2),
      keyMask: exact([4], 1, 1, 1, 0),
      pairMask: ones(3, 4),
      queryMask: exact([3], 1, 0, 1),
      causal: 'topLeft',
      leftWindow: 2,
      rightWindow: 1,
      additiveMask: wave(3, 4),
      temperature: 1.5,
      contextGradient: wave(3, 2),
      weightsGradient: wave(3, 4),
    },
    entropy: { weights: uniform(2, 3), base: 2, normalize: true },
    divergence: { p: uniform(2, 3), q: uniform(2, 3), base: 2, normalize: true },
    hull: { points: wave(5, 3), targets: wave(2, 3), tolerance: 1e-6 },
    hullCorners: { points: wave(6, 2) },
    projection: { points: wave(6, 3), axisCount: 2, others: wave(2, 3) },
    backProjection: { coordinates: wave(4, 2), axes: wave(2, 3), mean: wave(3) },
    jacobianProducts: { states: wave(3, 2), R: wave(2, 2) },
    sinusoidalEncoding: { positions: wave(4), dim: 5, base: 100, interleaved: false },
    learnedEncoding: { table: wave(5, 3), positions: exact([2], 0, 4) },
    rotaryTable: { positions: wave(3), rotaryDim: 4, base: 100 },
    rotaryEncoding: {
      vectors: wave(2, 4, 18),
      cosines: wave(5, 2),
      sines: wave(5, 2),
      positions: exact([2, 4], 0, 1, 2, 3, 4, 0, 1, 2),
      rotaryDim: 4,
      headCount: 3,
      interleaved: true,
    },
    layerNorm,
    layerNormGradient: { ...layerNorm, normalizedGradient: wave(2, 3) },
    rmsNorm,
    rmsNormGradient: { ...rmsNorm, normalizedGradient: wave(2, 3) },
    unary,
    unaryGradient: { ...unary, yGradient: wave(3) },
    scoresForWeights: {
      wishes: exact([3], 0.41, NaN, NaN),
      scores: wave(3),
      temperature: 2,
      smallestWeight: 1e-5,
    },
    queryForWeights: {
      keys: wave(3, 2),
      wishes: exact([3], 0.41, NaN, NaN),
      scoreFunction: 'bilinear',
      W: wave(4, 2),
      scale: 0.5,
      temperature: 2,
      query: wave(4),
      smallestWeight: 1e-5,
    },
    sameContextWeights: { weights: uniform(5), values: wave(5, 2) },
    leaveOneOut: {
      weights: uniform(2, 4),
      values: wave(4, 3),
      states: wave(2, 2),
      W: wave(5, 3),
      b: wave(3),
      softmaxOutput: true,
    },
  };
}
