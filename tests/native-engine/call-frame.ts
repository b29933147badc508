import { isTensor, type FloatArray, type Precision, type RequestField, type Tensor } from '../../web/contract/index.ts';

/** The bytes of tests/native/call_frame.hpp, where their order is written down. */
export function encodeRequest(operation: string, request: object, precision: Precision): Buffer {
  const fields = (Object.entries(request) as [string, RequestField][]).filter(([, field]) => field !== undefined);
  const frame = Buffer.concat([
    Buffer.of(precision === 'float64' ? 8 : 4),
    nameBytes(operation),
    numbers('writeUInt16LE', 2, [fields.length]),
    ...fields.flatMap(([name, field]) => encodeField(name, field)),
  ]);
  return Buffer.concat([numbers('writeUInt32LE', 4, [frame.length]), frame]);
}

export interface Answer {
  /** Index into engineStatuses. */
  readonly status: number;
  readonly results: Readonly<Record<string, Tensor>>;
}

export function decodeAnswer(frame: Buffer, precision: Precision): Answer {
  let offset = 0;
  const take = (size: number): Buffer => frame.subarray(offset, (offset += size));
  const status = take(1).readUInt8();
  const count = take(2).readUInt16LE();
  const results: Record<string, Tensor> = {};
  for (let index = 0; index < count; index++) {
    const name = take(take(1).readUInt8()).toString('latin1');
    const shape = Array.from({ length: take(1).readUInt8() }, () => take(4).readInt32LE());
    const length = shape.reduce((product, size) => product * size, 1);
    // A copy begins where an array of floats may begin.
    const memory = Uint8Array.from(take(length * (precision === 'float64' ? 8 : 4))).buffer;
    const data: FloatArray = precision === 'float64' ? new Float64Array(memory) : new Float32Array(memory);
    results[name] = { shape, data };
  }
  return { status, results };
}

function encodeField(name: string, field: RequestField): Buffer[] {
  if (isTensor(field)) {
    const { shape, data } = field;
    return [
      Buffer.of(0),
      nameBytes(name),
      Buffer.of(shape.length),
      numbers('writeInt32LE', 4, shape),
      Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
    ];
  }
  if (typeof field === 'string') return [Buffer.of(2), nameBytes(name), nameBytes(field)];
  return [Buffer.of(1), nameBytes(name), numbers('writeDoubleLE', 8, [Number(field)])];
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'latin1')]);
}

function numbers(
  method: 'writeUInt16LE' | 'writeUInt32LE' | 'writeInt32LE' | 'writeDoubleLE',
  bytes: number,
  list: readonly number[],
): Buffer {
  const buffer = Buffer.alloc(bytes * list.length);
  list.forEach((number, index) => buffer[method](number, bytes * index));
  return buffer;
}
