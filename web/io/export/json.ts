import { matrixOf, rowsOf, type AttentionExport, type Matrix } from './attention-export.ts';
import { numberText } from './number-text.ts';

/**
 * Everything, one row of a matrix a line. JSON knows no NaN and no Infinity: they are texts, "-Infinity", which Python's float and
 * JavaScript's Number read.
 */
export function toJson(exported: AttentionExport): string {
  const { queryTokens, keyTokens, stateDim, queries, keys, input, trace, state } = exported;
  const { queryCount, keyCount, valueDim } = trace;
  const { score } = input;
  const matrix = (numbers: Float64Array, rows: number, columns: number): string =>
    matrixText({ rows, columns, numbers });
  const parts: (readonly [name: string, text: string])[] = [
    ['state', JSON.stringify(state)],
    ['scoreFunction', JSON.stringify(score.scoreFunction)],
    ['temperature', numberText(input.temperature ?? 1)],
    ['source', JSON.stringify(keyTokens)],
    ['target', JSON.stringify(queryTokens)],
    ['weights', matrixText(matrixOf(exported, 'weights'))],
    ['scores', matrixText(matrixOf(exported, 'scores'))],
    ['mask', matrix(Float64Array.from(trace.visible), queryCount, keyCount)],
    ['context', matrixText(matrixOf(exported, 'context'))],
    ['queries', matrix(queries, queryCount, stateDim)],
    ['keys', matrix(keys, keyCount, stateDim)],
    ['values', matrix(input.values, keyCount, valueDim)],
  ];
  if (score.scoreFunction === 'bilinear') parts.push(['W', matrix(score.W, score.queryDim, score.keyDim)]);
  if (score.scoreFunction === 'additive') {
    parts.push(['W_q', matrix(score.W_q, score.queryDim, score.attentionDim)]);
    parts.push(['W_k', matrix(score.W_k, score.keyDim, score.attentionDim)]);
    parts.push(['v', rowText(score.v)]);
  }
  return `{\n${parts.map(([name, text]) => `  "${name}": ${text}`).join(',\n')}\n}\n`;
}

function matrixText(matrix: Matrix): string {
  return `[\n    ${rowsOf(matrix).map(rowText).join(',\n    ')}\n  ]`;
}

function rowText(row: Float64Array): string {
  return `[${Array.from(row, (value) => (Number.isFinite(value) ? numberText(value) : `"${value}"`)).join(', ')}]`;
}
