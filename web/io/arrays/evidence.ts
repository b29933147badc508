import { numberTypeOf, takeNumbers, type FileTensor, type Range } from './file-tensor.ts';

/** What the numbers of an array look like. Of a large one a sample is taken, evenly over all of it. */
export interface Evidence {
  /** Of the finite numbers; both are NaN where there are none. */
  readonly smallest: number;
  readonly largest: number;
  readonly hasNaN: boolean;
  readonly hasMinusInfinity: boolean;
  /** The largest of the finite numbers that only a mask can mean, such as −65504 or −1e9; null where there are none. */
  readonly maskNumber: number | null;
  /** Nothing but 0 and 1. */
  readonly isZeroOne: boolean;
  /** Lines along each axis. */
  readonly sums: readonly LineSums[];
}

/** Sums along one axis, of those lines that are not all zeros: padding and rows that see nothing say nothing. */
export interface LineSums {
  readonly axis: number;
  /** How many lines of the sample have a sum within `sumTolerance` of 1, 0 to 1. */
  readonly share: number;
  readonly smallest: number;
  readonly largest: number;
}

/** Rounded weights still sum to 1 within this: two decimals, or bfloat16's eight bits. */
export const sumTolerance = 0.02;

/** No score of a trained model is as low as this, and every finite mask is lower. */
export const maskThreshold = -9_000;

const linesPerAxis = 64;
const numbersPerAxis = 1 << 20;

export function evidenceOf(tensor: FileTensor): Evidence {
  const seen = { smallest: Infinity, largest: -Infinity, hasNaN: false, hasMinusInfinity: false };
  let maskNumber = -Infinity;
  let isZeroOne = true;
  const look = (number: number): void => {
    if (Number.isNaN(number)) seen.hasNaN = true;
    else if (number === -Infinity) seen.hasMinusInfinity = true;
    else if (number !== Infinity) {
      if (number < seen.smallest) seen.smallest = number;
      if (number > seen.largest) seen.largest = number;
      if (number <= maskThreshold && number > maskNumber) maskNumber = number;
    }
    isZeroOne &&= number === 0 || number === 1;
  };
  const sums = [...tensor.shape.keys()].map((axis) => sumsAlong(tensor, axis, look));
  const isEmpty = seen.smallest > seen.largest;
  return {
    ...seen,
    smallest: isEmpty ? NaN : seen.smallest,
    largest: isEmpty ? NaN : seen.largest,
    maskNumber: maskNumber === -Infinity ? null : maskNumber,
    isZeroOne: isZeroOne && !isEmpty,
    sums,
  };
}

function sumsAlong(tensor: FileTensor, axis: number, look: (number: number) => void): LineSums {
  const { shape } = tensor;
  const length = shape[axis];
  const lineCount = shape.reduce((product, size, other) => (other === axis ? product : product * size), 1);
  const wanted = Math.max(1, Math.min(linesPerAxis, Math.floor(numbersPerAxis / Math.max(1, length))));
  const sampled = length === 0 ? 0 : Math.min(lineCount, wanted);
  const line = new Float64Array(sampled === 0 ? 0 : length);
  const [found, close] = [[] as number[], [] as number[]];
  for (let turn = 0; turn < sampled; turn++) {
    takeNumbers(tensor, lineAt(shape, axis, Math.floor((turn * lineCount) / sampled)), [...shape.keys()], line);
    let sum = 0;
    let isZero = true;
    for (const number of line) {
      look(number);
      sum += number;
      isZero &&= number === 0;
    }
    if (isZero) continue;
    found.push(sum);
    if (Math.abs(sum - 1) <= sumTolerance) close.push(sum);
  }
  return {
    axis,
    share: found.length === 0 ? 0 : close.length / found.length,
    smallest: Math.min(...found),
    largest: Math.max(...found),
  };
}

/** The ranges of the line with this number among all lines along an axis. */
function lineAt(shape: readonly number[], axis: number, lineIndex: number): Range[] {
  const ranges: Range[] = shape.map(() => [0, 0]);
  let rest = lineIndex;
  for (let other = shape.length - 1; other >= 0; other--) {
    if (other === axis) {
      ranges[other] = [0, shape[other]];
      continue;
    }
    const index = rest % shape[other];
    rest = Math.floor(rest / shape[other]);
    ranges[other] = [index, index + 1];
  }
  return ranges;
}

/** Along which axis these are weights: not negative, and their sums are 1. The last such axis; null where there is none. */
export function weightAxis(tensor: FileTensor, evidence: Evidence): number | null {
  const { smallest, largest, hasNaN, hasMinusInfinity, sums } = evidence;
  if (numberTypeOf(tensor) === 'bool' || hasNaN || hasMinusInfinity) return null;
  if (!(smallest >= 0 && largest <= 1 + sumTolerance)) return null;
  const along = sums.filter(({ axis, share }) => share > 0.98 && tensor.shape[axis] > 1);
  return along.at(-1)?.axis ?? null;
}
