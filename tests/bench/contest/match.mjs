// One work: everyone computes it in one page, in turns. Those whose numbers are wrong do not get a turn.
import { reasonToSkip } from './contestants.mjs';
import { startNative } from './native.mjs';
import { pageFolder } from './places.mjs';
import { orderOf, planFor } from './rounds.mjs';
import { processOf, untilQuiet, withWaitedShare } from './waiting.mjs';

/** Compilers of browsers finish a module while it runs. */
const warmUp = { calls: 4, milliseconds: 300 };
const startLimitMilliseconds = 90_000;

/**
 * Results in the order of `contestants`: { contestant, samples, operations, error, memoryBytes } with samples as in
 * statistics.mjs, by round; or { contestant, refusal }.
 */
export async function playMatch({ browser, siteUrl, work, contestants, settings, report }) {
  const context = await browser.newContext();
  const players = [];
  const refusals = new Map();
  try {
    const page = await context.newPage();
    await page.goto(`${siteUrl}${pageFolder}index.html`);
    const pageProcess = await processOf(browser, page);
    for (const contestant of contestants) {
      const skip = reasonToSkip(contestant, work);
      if (skip !== undefined) {
        refusals.set(contestant, skip);
        continue;
      }
      try {
        players.push(await prepared(contestant, { page, pageProcess, siteUrl, work, settings }));
      } catch (error) {
        refusals.set(contestant, sentenceOf(error));
        report(`refused ${contestant.name}: ${sentenceOf(error)}`);
      }
    }
    await playRounds(players);
  } finally {
    for (const { instance } of players) instance.end();
    await context.close();
  }
  return contestants.map((contestant) => {
    const player = players.find((one) => one.contestant === contestant);
    const refusal = refusals.get(contestant) ?? player.refusal;
    if (refusal !== undefined) return { contestant, refusal };
    const { samples, operations, error, memoryBytes } = player;
    return { contestant, samples, operations, error, memoryBytes };
  });
}

/** Verified, warm, and with a plan of its rounds. Rejects with the reason for a refusal. */
async function prepared(contestant, { page, pageProcess, siteUrl, work, settings }) {
  const inFrame = { page, pageProcess, siteUrl, work };
  const start = contestant.isNative ? startNative(contestant, work) : startInFrame(contestant, inFrame);
  const instance = await within(startLimitMilliseconds, start, 'did not start');
  try {
    const error = contestant.isPeak ? 0 : await within(startLimitMilliseconds, instance.verify(), 'gave no result');
    if (!(error <= work.tolerance)) throw new Error(`is wrong: ${error.toExponential(1)} away from float64`);
    const rounds = contestant.isPeak ? settings.rounds : Math.min(settings.rounds, work.mostRounds ?? Infinity);
    const { fastest, operations } = await warm(instance, rounds);
    const plan = planFor(fastest, { rounds, budgetMilliseconds: settings.budgetMilliseconds });
    return { contestant, instance, error, plan, operations: operations ?? work.operations, samples: [] };
  } catch (error) {
    instance.end();
    throw error;
  }
}

/** Where one round has to do, verifying was warming. */
async function warm(instance, rounds) {
  let spent = 0;
  let fastest = Infinity;
  let operations;
  for (let call = 0; rounds > 1 && (call < warmUp.calls || spent < warmUp.milliseconds); call += 1) {
    const sample = await instance.sample(1);
    spent += sample.milliseconds;
    fastest = Math.min(fastest, sample.milliseconds);
    operations = sample.operations;
    if (spent > 10 * warmUp.milliseconds) break;
  }
  return { fastest, operations };
}

async function startInFrame({ name, url, options, isPeak }, { page, pageProcess, siteUrl, work }) {
  const address = `${siteUrl}${pageFolder}frame.html`;
  await page.evaluate(
    ([address, name]) =>
      new Promise((resolve) => {
        const element = document.createElement('iframe');
        element.name = name;
        element.onload = resolve;
        element.src = address;
        document.body.append(element);
      }),
    [address, name],
  );
  const frame = page.frame({ name });
  await frame.evaluate(([url, options]) => window.contest.load(url, options), [url, options]);
  // What is expected is a file: the page need not be sent it.
  const size = isPeak ? { kind: 'peak', inputNames: [] } : { ...work, expected: undefined };
  const folder = siteUrl + work.folder;
  await frame.evaluate(([size, folder]) => window.contest.prepare(size, folder), [size, folder]);
  return {
    processId: pageProcess,
    verify: () => frame.evaluate(([size, folder]) => window.contest.verify(size, folder), [size, folder]),
    sample: (calls) => frame.evaluate((calls) => window.contest.sample(calls), calls),
    memoryBytes: () => frame.evaluate(() => window.contest.memoryBytes()),
    end: () => undefined,
  };
}

/** Whoever fails in a round has played: the others go on. */
async function playRounds(players) {
  for (let round = 0; ; round += 1) {
    const order = orderOf(players, round).filter(({ refusal }) => refusal === undefined);
    if (order.length === 0) break;
    for (const player of order) await guarded(player, () => playOnce(player));
  }
  for (const player of players) {
    await guarded(player, async () => {
      player.memoryBytes = await player.instance.memoryBytes();
    });
  }
}

async function playOnce({ instance, plan, contestant, samples }) {
  await untilQuiet();
  const { processId } = instance;
  const { threadCount } = contestant;
  const sample = await withWaitedShare(() => instance.sample(plan.calls), { processId, threadCount });
  samples.push({ milliseconds: sample.milliseconds, waitedShare: sample.waitedShare });
}

async function guarded(player, step) {
  try {
    await step();
  } catch (error) {
    player.refusal = `failed while it was measured: ${sentenceOf(error)}`;
  }
}

async function within(milliseconds, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function sentenceOf(error) {
  const [line] = String(error?.message ?? error).split('\n');
  return line.replace(/^frame\.evaluate: (Error: )?/, '').slice(0, 200);
}
