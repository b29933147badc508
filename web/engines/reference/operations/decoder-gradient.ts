import type { DecoderGradientRequest, DecoderGradientResult, FloatArray, Tensor } from '../../../contract/index.ts';
import { decoderShapeOf } from '../../../contract/operations/decoder-shape.ts';
import { decodeBatch, entryOf, type DecodedSequence } from '../recurrence/decoder-batch.ts';
import { stepDecoderBack, type DecoderGradient } from '../recurrence/decoder-sequence-back.ts';
import type { DecoderState } from '../recurrence/decoder-sequence.ts';
import { zeros } from '../recurrence/float64-tensor.ts';

export function decoderGradient(request: DecoderGradientRequest): DecoderGradientResult<Float64Array> {
  const { batchCount, stepCount, sourceCount, inputDim, encoderDim, stateDim, gateRows, attentionalDim } =
    decoderShapeOf(request);
  const likeGiven = (tensor: Tensor | undefined) => tensor && zeros(tensor.shape);
  const hasInitialAttentional = request.feedsInput ?? false;
  const result = {
    inputsGradient: zeros([batchCount, stepCount, inputDim]),
    encoderStatesGradient: zeros([batchCount, sourceCount, encoderDim]),
    WGradient: zeros(request.W.shape),
    RGradient: zeros(request.R.shape),
    inputBiasGradient: zeros([gateRows]),
    recurrentBiasGradient: zeros([gateRows]),
    initialStatesGradient: zeros([batchCount, stateDim]),
    initialCellsGradient: request.cell === 'lstm' ? zeros([batchCount, stateDim]) : undefined,
    initialAttentionalGradient: hasInitialAttentional ? zeros([batchCount, attentionalDim]) : undefined,
    givenScoresGradient: request.scoreFunction === 'given' ? likeGiven(request.scores) : undefined,
    W_aGradient: likeGiven(request.W_a),
    W_qGradient: likeGiven(request.W_q),
    W_kGradient: likeGiven(request.W_k),
    vGradient: likeGiven(request.v),
    scaleGradient: zeros([]),
    temperatureGradient: zeros([]),
    W_cGradient: likeGiven(request.W_c),
    W_oGradient: likeGiven(request.W_o),
    b_oGradient: request.W_o && zeros([request.W_o.shape[0]]),
  };
  for (const sequence of decodeBatch(request)) {
    const { batchIndex, steps } = sequence;
    const initial = decodeBack(request, sequence, gradientsOf(result, batchIndex, sourceCount * encoderDim), {
      input: (t, gradient) => result.inputsGradient.data.set(gradient, (batchIndex * stepCount + t) * inputDim),
      given: (t, gradient) =>
        result.givenScoresGradient?.data.set(gradient, (batchIndex * steps.length + t) * sourceCount),
    });
    result.initialStatesGradient.data.set(initial.recurrent.state, batchIndex * stateDim);
    result.initialCellsGradient?.data.set(initial.recurrent.cell, batchIndex * stateDim);
    result.initialAttentionalGradient?.data.set(initial.attentional, batchIndex * attentionalDim);
  }
  return present(result);
}

/** Without the fields that the decoder does not have. */
function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as T;
}

/** Where each step writes what is its own. */
interface StepOutlets {
  readonly input: (stepIndex: number, gradient: Float64Array) => void;
  readonly given: (stepIndex: number, gradient: Float64Array) => void;
}

/** Back through one sequence; gives the gradient of what it started from. */
function decodeBack(
  request: DecoderGradientRequest,
  { batchIndex, decoder, steps, initial }: DecodedSequence,
  gradient: DecoderGradient,
  outlets: StepOutlets,
): DecoderState {
  const last: DecoderState = {
    recurrent: {
      state: new Float64Array(initial.recurrent.state.length),
      cell: entryOf(request.lastCellsGradient, batchIndex, initial.recurrent.cell.length),
    },
    attentional: new Float64Array(initial.attentional.length),
  };
  return steps.reduceRight((after, step, t) => {
    const shown = (tensor: Tensor | undefined, { length }: FloatArray) =>
      entryOf(tensor, batchIndex * steps.length + t, length);
    const back = stepDecoderBack(
      decoder,
      step,
      {
        scores: shown(request.scoresGradient, step.alignment.scores),
        weights: shown(request.weightsGradient, step.alignment.weights),
        context: shown(request.contextGradient, step.alignment.context),
        state: shown(request.statesGradient, step.cellStep.after.state),
        attentional: shown(request.attentionalStatesGradient, step.attentional),
        logits: shown(request.logitsGradient, step.logits),
        outputs: shown(request.outputsGradient, step.outputs),
      },
      after,
      gradient,
    );
    outlets.input(t, back.input);
    outlets.given(t, back.given);
    return back.before;
  }, last);
}

/** The arrays to which the steps of one sequence add; empty where the decoder has no such parameter. */
function gradientsOf(
  result: DecoderGradientResult<Float64Array>,
  batchIndex: number,
  encoderLength: number,
): DecoderGradient {
  const dataOf = (tensor: Tensor<Float64Array> | undefined) => tensor?.data ?? new Float64Array(0);
  return {
    cell: {
      W: result.WGradient.data,
      R: result.RGradient.data,
      inputBias: result.inputBiasGradient.data,
      recurrentBias: result.recurrentBiasGradient.data,
    },
    source: {
      encoderStates: result.encoderStatesGradient.data.subarray(
        batchIndex * encoderLength,
        (batchIndex + 1) * encoderLength,
      ),
      W_a: dataOf(result.W_aGradient),
      W_q: dataOf(result.W_qGradient),
      W_k: dataOf(result.W_kGradient),
      v: dataOf(result.vGradient),
      scale: result.scaleGradient.data,
      temperature: result.temperatureGradient.data,
    },
    W_c: dataOf(result.W_cGradient),
    W_o: dataOf(result.W_oGradient),
    b_o: dataOf(result.b_oGradient),
  };
}
