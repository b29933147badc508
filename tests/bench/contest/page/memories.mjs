// Keeps every WebAssembly memory that this realm makes, or that a module brings, so that their sizes can be read later. To be
// imported before any module is.
const memories = new Set();

WebAssembly.Memory = recording(WebAssembly.Memory, (memory) => memories.add(memory));
WebAssembly.Instance = recording(WebAssembly.Instance, keepExported);
for (const name of ['instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const result = await original.apply(WebAssembly, args);
    keepExported(result.instance ?? result);
    return result;
  };
}

export function memoryBytes() {
  return [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

function recording(original, record) {
  return new Proxy(original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget);
      record(made);
      return made;
    },
  });
}

function keepExported({ exports }) {
  for (const value of Object.values(exports)) {
    if (Object.prototype.toString.call(value) === '[object WebAssembly.Memory]') memories.add(value);
  }
}
