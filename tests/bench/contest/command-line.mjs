// What `npm run bench -- …` takes.

export const usage = `npm run bench -- [options]
  --only RE     contestants whose names match, such as ours, "LiteRT|ours" or "1 thread"
  --works RE    works whose names match, such as "T = 1024, d = 64$" or softmax
  --longest N   leaves out works of more than N keys (default 16384)
  --rounds N    at most so many samples of each (default 9, with --quick 3)
  --gpu         WebGPU too: ours and ONNX Runtime Web, on the GPU that Chromium finds, or on one in software
  --quick       fewer works, shorter: three minutes
  --write       writes docs/performance.md, as a run without --only, --works, --gpu and --quick does anyway
  --no-write    does not`;

const withValue = ['--only', '--works', '--longest', '--rounds'];
const withoutValue = ['--gpu', '--quick', '--write', '--no-write', '--help'];

/** Throws an Error whose sentence is for the terminal. */
export function parseCommandLine(words) {
  const given = new Map();
  for (let index = 0; index < words.length; index += 1) {
    const [name, ...rest] = words[index].split('=');
    if (withoutValue.includes(name)) {
      given.set(name, true);
    } else if (withValue.includes(name)) {
      const value = rest.length > 0 ? rest.join('=') : words[(index += 1)];
      if (value === undefined) throw new Error(`${name} needs a value.`);
      given.set(name, value);
    } else {
      throw new Error(`There is no option ${name}.\n${usage}`);
    }
  }
  const isQuick = given.has('--quick');
  const isWithGpu = given.has('--gpu');
  const isPartial = isQuick || isWithGpu || given.has('--only') || given.has('--works') || given.has('--longest');
  return {
    contestantPattern: patternOf(given, '--only'),
    workPattern: patternOf(given, '--works'),
    longest: countOf(given, '--longest', 16_384),
    rounds: countOf(given, '--rounds', isQuick ? 3 : 9),
    isQuick,
    isWithGpu,
    isWriting: given.has('--write') || (!isPartial && !given.has('--no-write')),
    isHelp: given.has('--help'),
  };
}

function patternOf(given, name) {
  return given.has(name) ? new RegExp(given.get(name)) : null;
}

function countOf(given, name, otherwise) {
  const value = Number(given.get(name) ?? otherwise);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} takes a whole number from 1, not "${given.get(name)}".`);
  return value;
}
