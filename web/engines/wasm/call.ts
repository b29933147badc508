import type { Call } from '../../../wasm/bindings/module.d.ts';
import {
  EngineError,
  engineStatuses,
  isTensor,
  type FloatArray,
  type RequestField,
  type Tensor,
} from '../../contract/index.ts';

export type Results<A extends FloatArray> = Readonly<Record<string, Tensor<A>>>;

/** Runs one operation in a call of the core: the request copied in by its fields' names, the results copied out. */
export function runCall<A extends FloatArray>(call: Call<A>, operation: string, request: object): Results<A> {
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
  return resultsOf(call, operation);
}

/** Runs it once more after runCall, with other numbers in some fields, of the same sizes as before. */
export function runAgain<A extends FloatArray>(call: Call<A>, operation: string, fields: object): Results<A> {
  for (const [name, field] of Object.entries(fields) as [string, RequestField][]) {
    if (isTensor(field)) call.tensor(name).set(field.data);
    else if (field !== undefined) refuseUnlessOk(call.addNumber(name, Number(field)), operation);
  }
  return resultsOf(call, operation);
}

function resultsOf<A extends FloatArray>(call: Call<A>, operation: string): Results<A> {
  refuseUnlessOk(call.run(operation), operation);
  const results: Record<string, Tensor<A>> = {};
  for (let index = 0; index < call.resultCount(); index++) {
    results[call.resultName(index)] = {
      shape: Array.from(call.resultShape(index)),
      // `slice` also leaves shared memory behind.
      data: call.result(index).slice() as A,
    };
  }
  return results;
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
