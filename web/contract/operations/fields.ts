import { EngineError } from '../engine-error.ts';
import { precisionOf, type Precision } from '../float-array.ts';
import { limits } from '../limits.ts';
import { countOf, shapeText, type Tensor } from '../tensor.ts';
import { expectedKind, type FieldKind } from './field-kinds.ts';

/** What a field of a request may be. Booleans travel as 0 and 1, texts choose among named ways. */
export type RequestField = Tensor | number | boolean | string | undefined;

/** The class of the request's arrays: that of its tensors. Without tensors its field `precision`, by default float64. */
export function precisionOfRequest(request: object): Precision {
  for (const field of Object.values(request) as RequestField[]) if (isTensor(field)) return precisionOf(field.data);
  return 'precision' in request && request.precision === 'float32' ? 'float32' : 'float64';
}

export function isTensor(field: unknown): field is Tensor {
  return typeof field === 'object' && field !== null;
}

/**
 * What holds for every operation, before its own validator: each field is the tensor, number, boolean or text that its
 * name stands for; a tensor's sizes are whole and positive and give as many numbers as there are, within the limits; and
 * all are of one precision.
 */
export function checkFields(request: unknown): void {
  if (typeof request !== 'object' || request === null) {
    throw new EngineError('badValue', `The request is ${String(request)}, but an object was expected.`);
  }
  let first: { name: string; precision: Precision } | undefined;
  for (const [name, field] of Object.entries(request) as [string, unknown][]) {
    if (field === undefined) continue;
    checkKind(name, field);
    if (!isTensor(field)) continue;
    checkTensor(name, field);
    const precision = precisionOf(field.data);
    first ??= { name, precision };
    if (precision !== first.precision) {
      throw new EngineError(
        'badShape',
        `${name} is ${precision}, but ${first.name} is ${first.precision}; all tensors of a request have one precision.`,
      );
    }
  }
}

function checkKind(name: string, field: unknown): void {
  const kind = kindOf(field);
  if (!kind) throw new EngineError('badValue', `${name} is neither a tensor nor a number, boolean or text.`);
  const expected = expectedKind(name);
  if (kind === expected) return;
  const said = kind === 'tensor' ? 'a tensor' : kind === 'text' ? JSON.stringify(field) : String(field);
  throw new EngineError('badValue', `${name} is ${said}, but a ${expected} was expected.`);
}

function kindOf(field: unknown): FieldKind | undefined {
  if (isTensor(field)) return 'tensor';
  if (typeof field === 'string') return 'text';
  return typeof field === 'number' || typeof field === 'boolean' ? (typeof field as FieldKind) : undefined;
}

function checkTensor(name: string, { shape, data }: { readonly shape?: unknown; readonly data?: unknown }): void {
  if (!(data instanceof Float32Array || data instanceof Float64Array)) {
    throw new EngineError('badShape', `${name}.data is not a Float32Array or Float64Array.`);
  }
  if (!Array.isArray(shape)) throw new EngineError('badShape', `${name}.shape is not an array of sizes.`);
  if (shape.length > limits.maxRank) {
    throw new EngineError('tooLarge', `${name} has ${shape.length} axes, but at most ${limits.maxRank} are supported.`);
  }
  const sizes = shape as readonly number[];
  const culprit = sizes.findIndex((size) => !Number.isInteger(size) || size < 1);
  if (culprit >= 0) {
    throw new EngineError(
      'badShape',
      `${name} has size ${sizes[culprit]} along axis ${culprit}, but a whole number, 1 or more, was expected.`,
    );
  }
  const count = countOf(sizes);
  if (count > limits.maxTensorNumbers) {
    throw new EngineError(
      'tooLarge',
      `${name} of shape ${shapeText(sizes)} holds ${count} numbers, but at most ${limits.maxTensorNumbers} are supported.`,
    );
  }
  if (count !== data.length) {
    throw new EngineError(
      'badShape',
      `${name} holds ${data.length} numbers, but its shape ${shapeText(sizes)} needs ${count}.`,
    );
  }
}
