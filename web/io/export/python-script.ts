import type { AttentionMask } from '../../contract/index.ts';
import type { AttentionExport } from './attention-export.ts';
import { dialects, type Dialect, type PythonLibrary } from './python-dialect.ts';
import { pythonBooleans, pythonFloat, pythonMatrix, pythonRow, pythonText, pythonTexts } from './python-text.ts';

/**
 * A script that goes from these queries, keys and values, or given scores, to the scores, weights and context that are shown, and
 * asserts that they are the same. It holds only what this input needs: no mask where nothing is masked.
 */
export function toPython(exported: AttentionExport, library: PythonLibrary): string {
  const dialect = dialects[library];
  const body = [
    ...words(exported),
    ...scoreLines(exported, dialect),
    ...maskLines(exported, dialect),
    ...weightLines(exported, dialect),
    ...contextLines(exported, dialect),
    ...assertions(exported, dialect),
    ...printing,
  ];
  const names = (['inf', 'nan'] as const).filter((name) => body.some((line) => new RegExp(`\\b${name}\\b`).test(line)));
  return `${[
    '# One sentence of attention: scores, weights (rows add up to 1), context.',
    '# Rows are queries (target words), columns are keys (source words).',
    `state = ${pythonText(exported.state)}  # behind the # of a link to the playground`,
    '',
    ...dialect.imports,
    '',
    ...names.map((name) => `${name} = float("${name}")`),
    ...body,
  ].join('\n')}\n`;
}

function words({ queryTokens, keyTokens }: AttentionExport): string[] {
  return [`source = ${pythonTexts(keyTokens)}`, `target = ${pythonTexts(queryTokens)}`, ''];
}

function scoreLines(exported: AttentionExport, dialect: Dialect): string[] {
  const { input, trace, isTyped } = exported;
  const { score, queryCount, keyCount } = input;
  const floats = (name: string, numbers: Float64Array, rows: number, columns: number): string =>
    `${name} = ${dialect.floats(pythonMatrix({ rows, columns, numbers }))}`;
  const values = `${floats('values', input.values, keyCount, input.valueDim)}  # [keyCount, valueDim]`;
  if (score.scoreFunction === 'given') {
    return [values, '', `${floats('scores', trace.scores, queryCount, keyCount)}  # given, [queryCount, keyCount]`];
  }
  const lines = [
    `${floats('queries', score.queries, queryCount, score.queryDim)}  # [queryCount, queryDim]`,
    `${floats('keys', score.keys, keyCount, score.keyDim)}  # [keyCount, keyDim]`,
    values,
  ];
  if (score.scoreFunction === 'bilinear') {
    lines.push(`${floats('W', score.W, score.queryDim, score.keyDim)}  # [queryDim, keyDim]`);
  }
  if (score.scoreFunction === 'additive') {
    lines.push(`${floats('W_q', score.W_q, score.queryDim, score.attentionDim)}  # [queryDim, attentionDim]`);
    lines.push(`${floats('W_k', score.W_k, score.keyDim, score.attentionDim)}  # [keyDim, attentionDim]`);
    lines.push(`v = ${dialect.floats(pythonRow(score.v))}  # [attentionDim]`);
  }
  lines.push('', ...formula(exported, dialect));
  if (score.scale !== undefined) lines.push(`scores = ${pythonFloat(score.scale)} * scores`);
  for (let index = 0; index < trace.scores.length; index++) {
    const [row, column] = [Math.floor(index / keyCount), index % keyCount];
    if (!isTyped(row, column)) continue;
    lines.push(
      `${dialect.setEntry('scores', row, column, pythonFloat(trace.scores[index]))}  # typed over the formula's`,
    );
  }
  return lines;
}

/** `scores`, without a scale that was set. */
function formula({ input: { score, queryCount, keyCount } }: AttentionExport, dialect: Dialect): string[] {
  const { alias, rowSum, replaced } = dialect;
  switch (score.scoreFunction) {
    case 'given':
      return [];
    case 'dot':
      return ['scores = queries @ keys.T'];
    case 'scaledDot':
      return [`scores = queries @ keys.T${score.scale === undefined ? ' / keys.shape[1] ** 0.5' : ''}`];
    case 'bilinear':
      return ['scores = queries @ W @ keys.T'];
    case 'additive':
      return [
        `hidden = ${alias}.tanh((queries @ W_q)[:, None, :] + (keys @ W_k)[None, :, :])  # [${queryCount}, ${keyCount}, attentionDim]`,
        'scores = hidden @ v',
      ];
    case 'cosine': {
      const hasZero = [score.queries, score.keys].some((rows) => hasZeroRow(rows, score.keyDim));
      return [
        `query_norms = ${rowSum('(queries**2)')} ** 0.5`,
        `key_norms = ${rowSum('(keys**2)')} ** 0.5`,
        'norms = query_norms @ key_norms.T',
        ...(hasZero ? [`norms = ${replaced('norms', 'norms == 0', '1.0')}  # a vector of zeros scores 0`] : []),
        'scores = queries @ keys.T / norms',
      ];
    }
  }
}

function hasZeroRow(rows: Float64Array, width: number): boolean {
  for (let start = 0; start < rows.length; start += width) {
    if (rows.subarray(start, start + width).every((value) => value === 0)) return true;
  }
  return false;
}

/** `visible`: True may be attended to. Nothing where all may. */
function maskLines({ input, trace }: AttentionExport, { alias, booleans, ones }: Dialect): string[] {
  if (trace.visible.every((byte) => byte === 1)) return [];
  const { queryCount, keyCount } = input;
  const mask: AttentionMask = input.mask ?? {};
  const isPlain =
    mask.pairMask === undefined &&
    mask.leftWindow === undefined &&
    mask.rightWindow === undefined &&
    !input.additiveMask;
  if (!isPlain) {
    const rows = Array.from({ length: queryCount }, (_, row) =>
      pythonBooleans(trace.visible.subarray(row * keyCount, (row + 1) * keyCount)),
    );
    return [
      '',
      `visible = ${booleans(`[\n${rows.map((row) => `    ${row},\n`).join('')}]`)}  # [queryCount, keyCount]`,
    ];
  }
  const lines = ['', `visible = ${ones(queryCount, keyCount)}`];
  if (mask.keyMask) {
    lines.push(
      `key_mask = ${booleans(pythonBooleans(mask.keyMask))}  # False: padding`,
      'visible = visible & key_mask',
    );
  }
  if (mask.causal) {
    const shift = mask.causal === 'bottomRight' ? keyCount - queryCount : 0;
    lines.push(`visible = ${alias}.tril(visible, ${shift})  # causal: a query sees keys up to its own position`);
  }
  return lines;
}

function weightLines({ input, trace }: AttentionExport, dialect: Dialect): string[] {
  const { alias, rowMax, rowSum, replaced, asFloats, floats } = dialect;
  const temperature = input.temperature ?? 1;
  const isMasked = trace.visible.includes(0);
  const hasEmptyRow = trace.isEmpty.includes(1);
  const added = input.additiveMask;
  const isAdded = temperature !== 0 && added !== undefined;
  const lines = ['', `temperature = ${pythonFloat(temperature)}`];
  if (isAdded) {
    const { queryCount: rows, keyCount: columns } = input;
    lines.push(`additive_mask = ${floats(pythonMatrix({ rows, columns, numbers: added }))}`);
    lines.push('logits = scores / temperature + additive_mask');
  }
  const unmasked = isAdded ? 'logits' : 'scores';
  const masked = isMasked ? 'masked' : unmasked;
  if (isMasked) lines.push(`masked = ${replaced(unmasked, '~visible', '-inf')}`);
  lines.push(`largest = ${rowMax(masked)}  # subtracted first, so that exp cannot overflow`);
  if (temperature === 0) {
    const winners = `((${masked} == largest) & (${masked} > -inf))`;
    lines.push(`exponentials = ${asFloats(winners)}  # temperature 0: the largest score takes all`);
  } else {
    if (hasEmptyRow) lines.push(`largest = ${replaced('largest', 'largest == -inf', '0.0')}`);
    const difference = `${masked} - largest`;
    lines.push(`exponentials = ${alias}.exp(${isAdded ? difference : `(${difference}) / temperature`})`);
  }
  lines.push(`sums = ${rowSum('exponentials')}`);
  if (hasEmptyRow) lines.push(`sums = ${replaced('sums', 'sums == 0', '1.0')}  # a query that sees nothing gets zeros`);
  lines.push('weights = exponentials / sums');
  return lines;
}

function contextLines({ input }: AttentionExport, { booleans, replaced }: Dialect): string[] {
  const lines = ['context = weights @ values'];
  const queryMask = input.mask?.queryMask;
  if (queryMask) {
    lines.push(
      `query_mask = ${booleans(pythonBooleans(queryMask))}  # False: padding, whose context is zeros`,
      `context = ${replaced('context', '~query_mask[:, None]', '0.0')}`,
    );
  }
  return lines;
}

function assertions({ trace }: AttentionExport, { alias, floats }: Dialect): string[] {
  const shown = (['weights', 'context'] as const).map((name) => {
    const columns = name === 'weights' ? trace.keyCount : trace.valueDim;
    return `${name}_shown = ${floats(pythonMatrix({ rows: trace.queryCount, columns, numbers: trace[name] }))}`;
  });
  return [
    '',
    '# The numbers on screen.',
    ...shown,
    `assert ${alias}.allclose(weights, weights_shown, rtol=1e-7, atol=1e-9), "other weights than on screen"`,
    `assert ${alias}.allclose(context, context_shown, rtol=1e-7, atol=1e-9), "another context than on screen"`,
  ];
}

const printing = [
  '',
  'for word, row in zip(target, weights.tolist()):',
  '    print(f"{word!r}:", ", ".join(f"{key!r} {weight:.3f}" for key, weight in zip(source, row)))',
];
