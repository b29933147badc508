import type { Call } from '../../../wasm/bindings/module.d.ts';
import {
  EngineError,
  engineStatuses,
  isTensor,
  type FloatArray,
  type RequestField,
  type Tensor,
} from '../../contract/index.ts';
import { copyInto, type SpentResult } from '../reuse.ts';

export type Results<A extends FloatArray> = Readonly<Record<string, Tensor<A>>>;

/** Runs one operation in a call of the core: the request copied in by its fields' names, the results copied out. */
export function runCall<A extends FloatArray>(
  call: Call<A>,
  operation: string,
  request: object,
  reuse: SpentResult = {},
): Results<A> {
  const views = runOnce(call, operation, request);
  return Object.fromEntries(
    Object.entries(views).map(([name, { shape, data }]) => [name, { shape, data: copyInto(reuse[name]?.data, data) }]),
  );
}

/** As runCall, but the results are views of the core's memory, to be read before it computes anything else. */
export function runOnce<A extends FloatArray>(call: Call<A>, operation: string, request: object): Results<A> {
  const refuse = (code: number): void => refuseUnlessOk(code, operation);
  call.clear();
  for (const [name, field] of Object.entries(request) as [string, RequestField][]) {
    if (field === undefined) continue;
    if (isTensor(field)) {
      refuse(call.addTensor(name, field.shape));
      call.tensor(name).set(field.data);
    } else if (typeof field === 'string') {
      refuse(call.addText(name, field));
    } else {
      refuse(call.addNumber(name, Number(field)));
    }
  }
  return viewsOf(call, operation);
}

/** Runs it once more after runOnce, with other numbers in some fields, of the same sizes as before. */
export function runAgain<A extends FloatArray>(call: Call<A>, operation: string, fields: object): Results<A> {
  for (const [name, field] of Object.entries(fields) as [string, RequestField][]) {
    if (isTensor(field)) call.tensor(name).set(field.data);
    else if (field !== undefined) refuseUnlessOk(call.addNumber(name, Number(field)), operation);
  }
  return viewsOf(call, operation);
}

function viewsOf<A extends FloatArray>(call: Call<A>, operation: string): Results<A> {
  refuseUnlessOk(call.run(operation), operation);
  const indices = Array.from({ length: call.resultCount() }, (_, index) => index);
  // First all that may take memory of the core: once that grows, earlier views are of nothing.
  const names = indices.map((index) => call.resultName(index));
  const shapes = indices.map((index) => Array.from(call.resultShape(index)));
  return Object.fromEntries(indices.map((index) => [names[index], { shape: shapes[index], data: call.result(index) }]));
}

/** TypeScript has validated before, so that only memory is left to run out; the other sentences name a disagreement. */
function refuseUnlessOk(code: number, operation: string): void {
  const status = engineStatuses[code] ?? 'unavailable';
  if (status === 'ok') return;
  throw new EngineError(
    status,
    status === 'outOfMemory'
      ? `The WebAssembly engine has no memory left for ${operation}.`
      : `The WebAssembly core refused a request of ${operation} with "${status}", although it passed validation.`,
  );
}
