// Keys and values in half the memory, where float16 holds each of them exactly. No device needs shader-f16 for it: they are
// unpacked, and all that is computed is float32.

/// Four float16, the first in the lower half of x.
alias Stored = vec2u;

fn vec4Of(stored: Stored) -> vec4f {
  return vec4f(unpack2x16float(stored.x), unpack2x16float(stored.y));
}
