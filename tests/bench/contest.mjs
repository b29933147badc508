// `npm run bench`, after `npm run build`: the core beside other libraries, in one page of Chromium, in turns. What is measured
// and how is said in docs/performance.md, whose tables this writes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { launchChromium } from '../../tools/chromium.mjs';
import { serveSite } from '../../tools/serve-site.mjs';
import { parseCommandLine, usage } from './contest/command-line.mjs';
import { pageContestants, peaks, takesPart } from './contest/contestants.mjs';
import { gpuContestants, gpuNameIn } from './contest/gpu.mjs';
import { playMatch } from './contest/match.mjs';
import { nativeContestants } from './contest/native.mjs';
import { writePerformancePage } from './contest/performance-page.mjs';
import { buildFolder, performancePagePath, repository, resultsPath } from './contest/places.mjs';
import { measureStartUp } from './contest/start-up.mjs';
import { matchTable, startUpTable } from './contest/tables.mjs';
import { writeWorkFiles } from './contest/work-files.mjs';
import { selectWorks } from './contest/works.mjs';

const options = readCommandLine();
const settings = { rounds: options.rounds, budgetMilliseconds: options.isQuick ? 500 : 1500 };
const startRounds = options.isQuick ? 2 : 7;

const site = await serveSite({ folder: repository });
const browser = await launchChromium({ hasGpu: options.isWithGpu });
try {
  await runContest();
} finally {
  await browser.close();
  await site.close();
}

async function runContest() {
  const start = performance.now();
  const run = {
    date: new Date().toISOString().slice(0, 10),
    machine: { processor: cpus()[0].model, coreCount: cpus().length, chromium: browser.version() },
    settings,
    matches: [],
    startUp: [],
  };
  const contestants = [
    ...(await pageContestants({ pattern: options.contestantPattern, siteUrl: site.url })),
    ...(options.isWithGpu ? await withGpu() : []),
    ...nativeContestants(options.contestantPattern),
    ...peaks(site.url),
  ];
  for (const work of selectWorks({ ...options, pattern: options.workPattern })) {
    const match = await playWork(work, contestants);
    run.matches.push(match);
    console.log(`${matchTable(match)}\n`);
    save(run);
  }
  run.startUp = await measureStartUp({ browser, siteUrl: site.url, rounds: startRounds });
  console.log(`${startUpTable(run.startUp)}\n`);
  save(run);
  if (options.isWriting) await writePerformancePage(performancePagePath, run);
  const written = options.isWriting ? `, and docs/performance.md` : '';
  console.log(
    `${((performance.now() - start) / 1000).toFixed(0)} s; all samples are in ${buildFolder}results.json${written}.`,
  );
}

/** With a line that says which GPU it is. */
async function withGpu() {
  const name = await gpuNameIn(browser, site.url);
  console.log(name === null ? 'Chromium finds no GPU, not even one in software.' : `GPU: ${name}`);
  return name === null ? [] : gpuContestants({ pattern: options.contestantPattern, siteUrl: site.url });
}

async function playWork(work, contestants) {
  const withFiles = writeWorkFiles(work);
  const report = (line) => console.log(`${work.name}: ${line}`);
  const participants = contestants.filter((contestant) => takesPart(contestant, work));
  const results = await playMatch({
    ...{ browser, siteUrl: site.url, work: withFiles, contestants: participants, settings, report },
  });
  return {
    work,
    results: results.map(({ contestant, ...result }) => {
      const { name, threadCount, isOurs, isStaged, isPeak, isNative } = contestant;
      return { name, threadCount, isOurs, isStaged, isPeak, isNative, ...result };
    }),
  };
}

function save(run) {
  mkdirSync(`${repository}${buildFolder}`, { recursive: true });
  writeFileSync(resultsPath, JSON.stringify(run, null, 1));
}

function readCommandLine() {
  try {
    const parsed = parseCommandLine(process.argv.slice(2));
    if (!parsed.isHelp) return parsed;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
