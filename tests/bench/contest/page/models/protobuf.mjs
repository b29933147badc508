// The wire format of protocol buffers, as far as a model file needs it: fields are bytes, and a message is its fields.

function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}

/** Numbers from 0 on. */
export const intField = (number, value) => joined([varint(number * 8), varint(value)]);

export const bytesField = (number, bytes) => joined([varint(number * 8 + 2), varint(bytes.length), bytes]);

export const textField = (number, text) => bytesField(number, new TextEncoder().encode(text));

export const messageField = (number, ...fields) => bytesField(number, joined(fields));
