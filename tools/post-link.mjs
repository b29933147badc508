// Two modules out of a linked one. Where its source says multiplyAdd (wasm/src/simd.hpp), the linker leaves a call of an
// imported function; here each call becomes instructions: a product and a sum, or relaxed SIMD's fused relaxed_madd,
// which compilers and optimisers of older toolchains cannot write. The import goes, so that one glue serves both.
import binaryen from 'binaryen';

const features =
  binaryen.Features.MVP |
  binaryen.Features.Atomics |
  binaryen.Features.BulkMemory |
  binaryen.Features.BulkMemoryOpt |
  binaryen.Features.MutableGlobals |
  binaryen.Features.SIMD128 |
  binaryen.Features.SignExt |
  binaryen.Features.NontrappingFPToInt;

/** The only import that takes and gives vectors; the linker has shortened its name. */
const importPattern =
  /^ *\(import "[^"]*" "[^"]*" \(func (\S+)(?: \(type \S+\))? \(param v128 v128 v128\) \(result v128\)\)\)\n/m;

/**
 * The two modules of a linked one. One without the import comes back as it is, twice.
 *
 * @param {Uint8Array} linked
 * @returns {{ plain: Uint8Array, relaxed: Uint8Array }}
 */
export function postLink(linked) {
  const text = textOf(linked);
  const found = importPattern.exec(text);
  if (!found) return { plain: linked, relaxed: linked };
  const rest = text.replace(found[0], '');
  const write = (instructions, allowed) => moduleOf(replaceCalls(rest, found[1], instructions), allowed);
  return {
    plain: write((a, b, c) => `(f32x4.add (f32x4.mul ${a} ${b}) ${c})`, features),
    relaxed: write((a, b, c) => `(f32x4.relaxed_madd ${a} ${b} ${c})`, features | binaryen.Features.RelaxedSIMD),
  };
}

/** Every call of `name`, function by function. */
function replaceCalls(text, name, instructions) {
  return text
    .split(/^ (?=\(func )/m)
    .map((part) => replaceCallsIn(part, name, instructions))
    .join(' ');
}

/** Every call of `name` in one function: its three operands are written anew. */
function replaceCallsIn(text, name, instructions) {
  const call = `(call ${name}\n`;
  let result = text;
  // From the last one on: what stands within its operands has been replaced already.
  for (let at = text.lastIndexOf(call); at >= 0; at = text.lastIndexOf(call, at - 1)) {
    const operands = [];
    let end = at + call.length;
    while (operands.length < 3) {
      const start = result.indexOf('(', end);
      end = endOf(result, start);
      operands.push(result.slice(start, end));
    }
    result = result.slice(0, at) + instructions(...operands) + result.slice(result.indexOf(')', end) + 1);
  }
  return result;
}

/** Where the expression that opens at `start` has closed. There are no strings in functions, whose brackets would count. */
function endOf(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i + 1;
  }
  throw new Error('The module’s text ends within an expression.');
}

function textOf(bytes) {
  const module = binaryen.readBinary(bytes);
  try {
    return module.emitText();
  } finally {
    module.dispose();
  }
}

function moduleOf(text, allowed) {
  const module = binaryen.parseText(text);
  try {
    module.setFeatures(allowed);
    if (!module.validate()) throw new Error('The rewritten module is not valid.');
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
