// Ours on WebGPU, as the library gives it to anybody.
export async function createContestant({ libraryUrl }) {
  const { createEngine } = await import(libraryUrl);
  const engine = await createEngine({ prefer: 'webgpu' });
  if (engine.name !== 'webgpu') throw new Error(`The library starts ${engine.name} instead of webgpu.`);
  return {
    prepare({ kind, headCount, count, dim, isCausal }, inputs) {
      const tensor = (name, ...shape) => ({ shape, data: inputs[name] });
      const vectors = (name) => tensor(name, ...(headCount > 1 ? [headCount] : []), count, dim);
      const isAdditive = kind === 'additive';
      const request = {
        ...{ queries: vectors('queries'), keys: vectors('keys'), values: vectors('values') },
        ...(isAdditive && {
          scoreFunction: 'additive',
          W_q: tensor('W_q', dim, dim),
          W_k: tensor('W_k', dim, dim),
          v: tensor('v', dim),
        }),
        ...(isCausal && { causal: 'topLeft' }),
      };
      return {
        async run() {
          return (await engine.run('fusedAttention', request)).context.data;
        },
      };
    },
  };
}
