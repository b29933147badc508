// `npm run bench:attention`: the fused attention beside the operation that keeps every stage, on one thread in Chromium.
// After `npm run build`. Contestants take turns, so that a busy machine is busy for all of them; the share of the peak is
// taken within a round. What is timed is a whole call of the core: queries, keys and values copied in, the context copied out.
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../tools/chromium.mjs';
import { serveSite } from '../../tools/serve-site.mjs';

const counts = [64, 256, 1024];
const dim = 64;
const rounds = 15;
/** A sample is at least this long: clocks of browsers are coarse. */
const sampleMilliseconds = 20;
/** Of the context, whose numbers are at most 2: far above rounding, far below a fault. */
const tolerance = 1e-5;

/** In the page: everything to be timed, as window.contestants, each a function that gives its floating point operations. */
async function prepare({ counts, dim, tolerance }) {
  const load = async (name) => (await import(`./wasm/simd/${name}.mjs`)).default();
  const [fusedModule, module] = await Promise.all(['fused', 'attention'].map(load));
  const calls = { fusedAttention: new fusedModule.Float32Call(), attention: new module.Float32Call() };
  const run = (operation, shape, tensors) => {
    const call = calls[operation];
    call.clear();
    for (const [name, numbers] of Object.entries(tensors)) {
      call.addTensor(name, shape);
      call.tensor(name).set(numbers);
    }
    if (call.run(operation) !== 0) throw new Error(`${operation} was refused.`);
    for (let i = 0; i < call.resultCount(); i += 1) if (call.resultName(i) === 'context') return call.result(i).slice();
    throw new Error(`${operation} has no context.`);
  };

  window.contestants = { peak: () => module.multiplyAndAdd(100_000) };
  for (const count of counts) {
    const random = () => Float32Array.from({ length: count * dim }, () => 4 * Math.random() - 2);
    const tensors = { queries: random(), keys: random(), values: random() };
    const fused = () => run('fusedAttention', [count, dim], tensors);
    const staged = () => run('attention', [1, 1, count, dim], tensors);
    const expected = staged();
    const error = fused().reduce((most, x, i) => Math.max(most, Math.abs(x - expected[i])), 0);
    if (!(error <= tolerance)) throw new Error(`At ${count} keys the contexts are ${error} apart.`);
    const operations = 4 * count * count * dim;
    window.contestants[`fused ${count}`] = () => (fused(), operations);
    window.contestants[`staged ${count}`] = () => (staged(), operations);
  }
}

/** In the page: one contestant again and again. */
function sample({ name, milliseconds }) {
  const run = window.contestants[name];
  let operations = 0;
  let runs = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < milliseconds) {
    operations += run();
    runs += 1;
    elapsed = performance.now() - start;
  }
  return { milliseconds: elapsed / runs, speed: operations / elapsed / 1e6 };
}

function quantile(numbers, share) {
  return numbers.toSorted((a, b) => a - b)[Math.round((numbers.length - 1) * share)];
}

const site = await serveSite({ folder: fileURLToPath(new URL('../../dist/', import.meta.url)) });
const browser = await launchChromium();
const samples = new Map();
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(prepare, { counts, dim, tolerance });
  const names = await page.evaluate(() => Object.keys(window.contestants));
  // The first round is for the compiler.
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const measured = await page.evaluate(sample, { name, milliseconds: sampleMilliseconds });
      if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), measured]);
    }
  }
} finally {
  await browser.close();
  await site.close();
}

const speeds = (name) => samples.get(name).map(({ speed }) => speed);
const peaks = speeds('peak');
console.log(`| one thread, float32, d = ${dim} | ms | GFLOP/s | quartiles | share of the peak |`);
console.log('| --- | --- | --- | --- | --- |');
for (const [name, measured] of samples) {
  const own = speeds(name);
  console.log(
    `| ${[
      name,
      quantile(
        measured.map(({ milliseconds }) => milliseconds),
        0.5,
      ).toFixed(3),
      quantile(own, 0.5).toFixed(1),
      [0.25, 0.75].map((share) => quantile(own, share).toFixed(1)).join(' – '),
      `${quantile(
        own.map((speed, round) => (100 * speed) / peaks[round]),
        0.5,
      ).toFixed(0)} %`,
    ].join(' | ')} |`,
  );
}
