// The same attention in native code, by Eigen, to see what the browser costs: compiled here, once for each instruction set.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { largestError } from './float64.mjs';
import { benchFolder, buildFolder, repository } from './places.mjs';

const source = `${repository}${benchFolder}native/eigen_attention.cpp`;
const kinds = [
  { name: 'native Eigen, SSE, 1 thread', program: 'eigen-sse', flags: ['-msse4.2'] },
  { name: 'native Eigen, AVX2, 1 thread', program: 'eigen-avx2', flags: ['-mavx2', '-mfma'] },
];

/** Those that match and compile; says which do not. */
export function nativeContestants(pattern) {
  mkdirSync(repository + buildFolder, { recursive: true });
  return kinds
    .filter(({ name }) => pattern?.test(name) ?? true)
    .flatMap(({ name, program, flags }) => {
      const path = `${repository}${buildFolder}${program}`;
      const contestant = { name, threadCount: 1, isNative: true, path };
      if (existsSync(path) && statSync(path).mtimeMs > statSync(source).mtimeMs) return [contestant];
      const fixed = ['-O3', '-DNDEBUG', '-std=c++17', '-I/usr/include/eigen3'];
      const compiler = spawnSync('g++', [...fixed, ...flags, source, '-o', path], { encoding: 'utf8' });
      if (compiler.status === 0) return [contestant];
      const reason = compiler.error?.message ?? compiler.stderr.split('\n').find((line) => line.includes('error'));
      console.log(`${name} could not be compiled and is left out: ${reason}`);
      return [];
    });
}

/** A player as in match.mjs. The program keeps its inputs, so that no file is read while it is timed. */
export async function startNative({ path }, work) {
  const { headCount, count, dim, folder } = work;
  const child = spawn(path, [repository + folder, headCount, count, dim].map(String), {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    child.stdin.write(`${question}\n`);
    const { value, done } = await lines.next();
    // An instruction that this processor lacks, most likely.
    if (done) throw new Error(`ended with ${child.signalCode ?? child.exitCode ?? 'no answer'}`);
    return Number(value);
  };
  // Writing to a program that has ended is an event, beside the end of its lines.
  child.stdin.on('error', () => undefined);
  return {
    processId: child.pid,
    async verify() {
      const output = `${repository}${folder}native.bin`;
      await ask(`write ${output}`);
      const bytes = readFileSync(output);
      return largestError(work, new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), work.expected);
    },
    sample: async (calls) => ({ milliseconds: await ask(`run ${calls}`) }),
    memoryBytes: () => undefined,
    end: () => child.kill(),
  };
}
