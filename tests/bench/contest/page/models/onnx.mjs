// Writes an ONNX model. The numbers of the fields are those of onnx.proto.
import { bytesField, intField, joined, messageField, textField } from './protobuf.mjs';

const float32 = 1;
const int64 = 7;
const irVersion = 8;
const opset = 17;

/** A node's `attributes` are whole numbers, or lists of them. */
export function node(operator, inputs, output, attributes = {}) {
  return joined([
    ...inputs.map((name) => textField(1, name)),
    textField(2, output),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => messageField(5, textField(1, name), ...attribute(value))),
  ]);
}

/** A constant; a BigInt64Array is a shape. */
export function constant(name, shape, numbers) {
  return joined([
    ...shape.map((size) => intField(1, size)),
    intField(2, numbers instanceof BigInt64Array ? int64 : float32),
    textField(8, name),
    bytesField(9, new Uint8Array(numbers.buffer)),
  ]);
}

/** `inputs` and `outputs` are shapes by name. */
export function model({ nodes, constants, inputs, outputs }) {
  const graph = [
    ...nodes.map((bytes) => bytesField(1, bytes)),
    textField(2, 'contest'),
    ...constants.map((bytes) => bytesField(5, bytes)),
    ...Object.entries(inputs).map(([name, shape]) => bytesField(11, valueInfo(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => bytesField(12, valueInfo(name, shape))),
  ];
  return joined([
    intField(1, irVersion),
    messageField(7, ...graph),
    messageField(8, textField(1, ''), intField(2, opset)),
  ]);
}

function attribute(value) {
  const [int, ints] = [2, 7];
  if (Array.isArray(value)) return [...value.map((number) => intField(8, number)), intField(20, ints)];
  return [intField(3, value), intField(20, int)];
}

function valueInfo(name, shape) {
  const dimensions = shape.map((size) => messageField(1, intField(1, size)));
  return joined([
    textField(1, name),
    messageField(2, messageField(1, intField(1, float32), messageField(2, ...dimensions))),
  ]);
}
