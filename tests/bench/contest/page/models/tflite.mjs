// Writes a .tflite model of float32 operators and fixed shapes. The order of slots is that of TensorFlow Lite's schema.fbs.
import { Builder } from 'flatbuffers';

/** The operator's code, and of its options the number in the union and the slots. */
const operators = {
  ADD: { code: 0, options: 11, slots: () => [] },
  MUL: { code: 18, options: 21, slots: () => [] },
  RESHAPE: { code: 22, options: 17, slots: (builder, { shape }) => [offset(ints(builder, shape))] },
  SOFTMAX: { code: 25, options: 9, slots: () => [float32(1)] },
  TANH: { code: 28, options: 0, slots: () => [] },
  BATCH_MATMUL: { code: 126, options: 101, slots: (_, { isSecondTurned }) => [int8(0), int8(isSecondTurned ? 1 : 0)] },
};
const int32Type = 2;
const float32Type = 0;

/**
 * `tensors` by name: { shape, numbers? }, a constant where there are numbers; `operations`: { operator, inputs, output } and the
 * operator's options; `inputs` and `outputs`: names.
 */
export function model({ tensors, operations, inputs, outputs }) {
  const builder = new Builder(1024);
  const names = Object.keys(tensors);
  const indices = (wanted) =>
    ints(
      builder,
      wanted.map((name) => names.indexOf(name)),
    );
  const constants = names.filter((name) => tensors[name].numbers);
  const codes = [...new Set(operations.map(({ operator }) => operator))];

  const graph = table(builder, [
    offset(
      tables(
        builder,
        names.map((name) => tensorTable(builder, name, tensors[name], constants.indexOf(name) + 1)),
      ),
    ),
    offset(indices(inputs)),
    offset(indices(outputs)),
    offset(
      tables(
        builder,
        operations.map((operation) => operationTable(builder, operation, codes, indices)),
      ),
    ),
  ]);
  const named = (wanted) =>
    tables(
      builder,
      wanted.map((name) => table(builder, [offset(builder.createString(name)), int32(names.indexOf(name))])),
    );
  const signature = table(builder, [
    offset(named(inputs)),
    offset(named(outputs)),
    offset(builder.createString('serving_default')),
  ]);
  const codeTables = codes.map((name) => {
    const { code } = operators[name];
    return table(builder, [int8(code), nothing, int32(1), int32(code)]);
  });
  // By convention the first buffer is empty: tensors that are no constants name it.
  const buffers = [
    table(builder, []),
    ...constants.map((name) => {
      const { buffer } = tensors[name].numbers;
      return table(builder, [offset(builder.createByteVector(new Uint8Array(buffer)))]);
    }),
  ];
  const root = table(builder, [
    int32(3),
    offset(tables(builder, codeTables)),
    offset(tables(builder, [graph])),
    nothing,
    offset(tables(builder, buffers)),
    nothing,
    nothing,
    offset(tables(builder, [signature])),
  ]);
  builder.finish(root, 'TFL3');
  return builder.asUint8Array().slice();
}

function tensorTable(builder, name, { shape, numbers }, buffer) {
  const type = numbers instanceof Int32Array ? int32Type : float32Type;
  return table(builder, [offset(ints(builder, shape)), int8(type), int32(buffer), offset(builder.createString(name))]);
}

function operationTable(builder, operation, codes, indices) {
  const { options, slots } = operators[operation.operator];
  return table(builder, [
    int32(codes.indexOf(operation.operator)),
    offset(indices(operation.inputs)),
    offset(indices([operation.output])),
    ...(options === 0 ? [] : [int8(options), offset(table(builder, slots(builder, operation)))]),
  ]);
}

// A slot writes itself into the table that is being built. What it refers to must be there before: arguments are.
const nothing = () => undefined;
const offset = (target) => (builder, slot) => builder.addFieldOffset(slot, target, 0);
const int8 = (value) => (builder, slot) => builder.addFieldInt8(slot, value, 0);
const int32 = (value) => (builder, slot) => builder.addFieldInt32(slot, value, 0);
const float32 = (value) => (builder, slot) => builder.addFieldFloat32(slot, value, 0);

function table(builder, slots) {
  builder.startObject(slots.length);
  slots.forEach((write, slot) => write(builder, slot));
  return builder.endObject();
}

const ints = (builder, values) => vector(builder, values, (value) => builder.addInt32(value));
const tables = (builder, offsets) => vector(builder, offsets, (value) => builder.addOffset(value));

/** Built from its end, as everything in this format. */
function vector(builder, values, add) {
  builder.startVector(4, values.length, 4);
  for (const value of values.toReversed()) add(value);
  return builder.endVector();
}
