import type { DecoderRequest, DecoderResult } from '../../../contract/index.ts';
import { decoderShapeOf } from '../../../contract/operations/decoder-shape.ts';
import { decodeBatch } from '../recurrence/decoder-batch.ts';
import { zeros } from '../recurrence/float64-tensor.ts';

export function decoder(request: DecoderRequest): DecoderResult<Float64Array> {
  const shape = decoderShapeOf(request);
  const { batchCount, stepCount, sourceCount, encoderDim, stateDim, gateRows, attentionalDim, outputDim } = shape;
  const each = (width: number) => zeros([batchCount, stepCount, width]);
  const [scores, weights] = [each(sourceCount), each(sourceCount)];
  const context = each(encoderDim);
  const [states, cells] = [each(stateDim), each(stateDim)];
  const gates = each(gateRows);
  const attentionalStates = each(attentionalDim);
  const [logits, outputs] = [each(outputDim), each(outputDim)];
  for (const { batchIndex, steps } of decodeBatch(request)) {
    steps.forEach((step, t) => {
      const index = batchIndex * stepCount + t;
      scores.data.set(step.alignment.scores, index * sourceCount);
      weights.data.set(step.alignment.weights, index * sourceCount);
      context.data.set(step.alignment.context, index * encoderDim);
      states.data.set(step.cellStep.after.state, index * stateDim);
      cells.data.set(step.cellStep.after.cell, index * stateDim);
      gates.data.set(step.cellStep.gates, index * gateRows);
      attentionalStates.data.set(step.attentional, index * attentionalDim);
      logits.data.set(step.logits, index * outputDim);
      outputs.data.set(step.outputs, index * outputDim);
    });
  }
  return {
    scores,
    weights,
    context,
    states,
    ...(request.cell === 'lstm' ? { cells } : {}),
    gates,
    ...(request.W_c ? { attentionalStates } : {}),
    ...(request.W_o ? { logits, outputs } : {}),
  };
}
