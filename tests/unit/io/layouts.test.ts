import { describe, expect, it } from 'vitest';
import { parseFile } from '../../../web/io/detect.ts';
import { npyFile, npyWith, safetensorsFile, zipFile } from './arrays/write-files.ts';
import { bytesOf, choiceOf, numbersIn, opened, parsed, taken } from './open.ts';
import { hasRealFiles, realFile } from './real-files.ts';

const tokens = ['[CLS]', 'the', '##m'];
/** [layer 2][head 2][query 3][key 3], every matrix another. */
const attn = [0, 1].map((layer) =>
  [0, 1].map((head) => [
    [1, 0, 0],
    [0.5, 0.5, 0],
    [0.25, 0.5 - 0.125 * layer, 0.25 + 0.125 * layer].map((weight) => (head === 0 ? weight : 1 / 3)),
  ]),
);

describe('BertViz', () => {
  const entry = { name: null, attn, left_text: tokens, right_text: tokens };
  const params = {
    attention: [entry],
    default_filter: '0',
    root_div_id: 'bertviz-1',
    layer: null,
    include_layers: [0, 1],
  };

  it.each([
    ['the parameters alone', JSON.stringify(params)],
    ['a saved page', `<div id='vis'></div>\n<script>\nconst params = ${JSON.stringify(params)}; // HACK\n</script>`],
    ['an older notebook', `<script>window.params = ${JSON.stringify({ attention: { all: entry } })}</script>`],
  ])('%s: layers, heads and words', (_, text) => {
    const file = opened({ 'view.html': bytesOf(text) });
    expect(file.outline.format).toBe('bertviz');
    expect(file.outline.tensors[0]).toMatchObject({
      shape: [2, 2, 3, 3],
      axes: ['layer', 'head', 'query', 'key'],
      kind: 'weights',
    });
    const { attention } = taken(file, choiceOf(file.outline, { at: { batch: 0, layer: 1, head: 0 } }));
    expect(attention).toMatchObject({ kind: 'weights', queryTokens: tokens, keyTokens: tokens });
    expect(attention.kind === 'weights' && Array.from(attention.weights)).toEqual(attn[1][0].flat());
  });

  it('with an encoder and a decoder: three arrays, each with its words', () => {
    const cross = { name: 'Cross', attn: [[[[0.5, 0.5, 0]]]], left_text: ['die'], right_text: tokens };
    const { tensors } = parsed(bytesOf(JSON.stringify({ attention: [{ ...entry, name: 'Encoder' }, cross] })));
    expect(tensors.map(({ name, words }) => [name, words.query?.length, words.key?.length])).toEqual([
      ['attention.Encoder.attn', 3, 3],
      ['attention.Cross.attn', 1, 3],
    ]);
  });

  it('the neuron view: queries and keys too', () => {
    const vectors = attn.map((layer) => layer.map((head) => head.map((row) => row.slice(0, 2))));
    const all = { ...entry, queries: vectors, keys: vectors };
    const file = opened({ 'neurons.json': bytesOf(JSON.stringify({ attention: { all } })) });
    expect(file.outline.tensors.map(({ kind, axes }) => [kind, axes])).toEqual([
      ['weights', ['layer', 'head', 'query', 'key']],
      ['queries', ['layer', 'head', 'query', 'width']],
      ['keys', ['layer', 'head', 'key', 'width']],
    ]);
  });
});

it('CircuitsVis: a saved page of patterns, heads and words', () => {
  const props = JSON.stringify({ tokens: ['<|endoftext|>', ' a', '</script>'], attention: attn[0] });
  const page = `<div id="circuits-vis-1" style="margin: 15px 0;"/>\n<script crossorigin type="module">\n  import { render, AttentionPatterns } from "x";\n  render(\n "circuits-vis-1",\n AttentionPatterns,\n ${props}\n )\n</script>`;
  const file = opened({ 'patterns.html': bytesOf(page) });
  expect(file.outline).toMatchObject({
    format: 'circuitsvis',
    tensors: [
      { shape: [2, 3, 3], axes: ['head', 'query', 'key'], words: { key: ['<|endoftext|>', ' a', '</script>'] } },
    ],
  });
});

describe('Transformer Explainer', () => {
  it('an example file, a script: every block and head is an array, and they become one', () => {
    const blocks = [0, 1].flatMap((layer) =>
      [0, 1].map(
        (head) =>
          `block_${layer}_attn_head_${head}_attn_softmax: {\n\t\t\tdata: ${JSON.stringify(attn[layer][head])}\n\t\t}`,
      ),
    );
    const script = `export const ex = {\n\tprompt: 'As the',\n\ttokens: ['As', ' the', ' ship'],\n\ttokenIds: [1722, 262, 40663],\n\toutputs: {\n\t\t${blocks.join(',\n\t\t')}\n\t}\n};\n`;
    const file = opened({ 'ex.js': bytesOf(script) });
    const softmax = file.outline.tensors.find(({ name }) => name.includes('softmax'));
    expect(softmax).toMatchObject({
      name: 'outputs.block_*_attn_head_*_attn_softmax',
      shape: [2, 2, 3, 3],
      axes: ['layer', 'head', 'query', 'key'],
      words: { query: ['As', ' the', ' ship'] },
    });
    const { attention } = taken(file, choiceOf(file.outline, { at: { batch: 0, layer: 1, head: 1 } }));
    expect(attention.kind === 'weights' && Array.from(attention.weights)).toEqual(attn[1][1].flat());
  });

  it('tensors as ONNX Runtime prints them', () => {
    const text = JSON.stringify({
      scores: { type: 'float32', data: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6 }, dims: [1, 2, 3] },
    });
    const [tensor] = parsed(bytesOf(text)).tensors;
    expect([tensor.shape, numbersIn(tensor)]).toEqual([
      [1, 2, 3],
      [1, 2, 3, 4, 5, 6],
    ]);
  });

  it.skipIf(!hasRealFiles)('GPT-2 as it is: 12 layers of 12 heads, rows that sum to 1, masked scores with null', () => {
    const file = opened({ 'ex2.json': bytesOf(realFile('transformer_explainer_gpt2_ex2.json')) });
    expect(file.outline.format).toBe('transformerExplainer');
    expect(file.outline.tensors).toMatchObject([
      {
        name: 'attention',
        shape: [12, 12, 6, 6],
        axes: ['layer', 'head', 'query', 'key'],
        kind: 'weights',
        weightAxis: 3,
      },
      { name: 'block_0_masked_scores', shape: [12, 6, 6], axes: ['head', 'query', 'key'], kind: 'scores' },
    ]);
    expect(file.outline.notes).toEqual([{ code: 'nullsAsMinusInfinity', count: 12 * 15 }]);
    for (const layer of [0, 11]) {
      for (const head of [0, 7]) {
        const { attention, rowSums } = taken(file, choiceOf(file.outline, { at: { batch: 0, layer, head } }));
        expect(attention.keyTokens).toEqual(['As', ' the', ' spaceship', ' was', ' approaching', ' the']);
        for (const sum of rowSums ?? []) expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
      }
    }
    // The weights of block 0 are the softmax of its masked scores.
    const scores = taken(file, choiceOf(file.outline, { numbers: { kind: 'scores', matrix: 1 } })).attention;
    const weights = taken(file, choiceOf(file.outline)).attention;
    if (scores.kind !== 'scores' || weights.kind !== 'weights') return expect.fail();
    const exponentials = Array.from(scores.scores, Math.exp);
    for (let query = 0; query < 6; query++) {
      const row = exponentials.slice(query * 6, query * 6 + 6);
      const sum = row.reduce((a, b) => a + b, 0);
      for (let key = 0; key < 6; key++) expect(row[key] / sum).toBeCloseTo(weights.weights[query * 6 + key], 6);
    }
  });
});

describe('Neural Monkey', () => {
  /** [sentence 2][source 3][target 2], padded with zeros: columns sum to 1. */
  const numbers = [0.75, 0.25, 0.25, 0.5, 0, 0.25, 1, 0, 0, 0, 0, 0];
  const file = opened({
    'alignment.npy': npyFile({ shape: [2, 3, 2], numbers, type: 'float32' }),
    'test.src.en.bpe': bytesOf('a b@@ c\nx\n'),
    'test.out.lv.bpe': bytesOf('A B\nX\n'),
  });

  it('sentences of one array stand with the source down, and are turned', () => {
    expect(file.outline.tensors).toMatchObject([{ axes: ['batch', 'key', 'query'], weightAxis: 1, kind: 'weights' }]);
    const choice = choiceOf(file.outline);
    expect(choice).toMatchObject({ keyWords: ['a', 'b@@', 'c'], queryWords: ['A', 'B'] });
    const { attention, rowSums } = taken(file, choice);
    expect(attention.kind === 'weights' && Array.from(attention.weights)).toEqual([0.75, 0.25, 0, 0.25, 0.5, 0.25]);
    expect(rowSums).toEqual([1, 1]);
  });
});

describe('arrays by name', () => {
  const matrix = { shape: [2, 3], numbers: [1, 2, 3, 4, 5, 6] };

  it('layers in arrays of their own become one, in the order of their numbers', () => {
    const entries = [10, 2, 0, 1].map(
      (layer) => [`layer${layer}.npy`, npyFile({ shape: [2], numbers: [layer, 0.5] })] as const,
    );
    const { outline } = opened({ 'a.npz': zipFile(Object.fromEntries(entries)) });
    expect(outline.tensors).toMatchObject([{ name: 'layer*', shape: [4, 2] }]);
    const parsedFile = parsed(zipFile(Object.fromEntries(entries)));
    expect(parsedFile.tensors).toHaveLength(4);
  });

  it('arrays without numbers are left out of an archive and named, and refused where there is nothing else', () => {
    const others = {
      'model.npy': npyWith('<U4', false, [], new Uint8Array(16)),
      'tokens.npy': npyWith('<U2', false, [1, 2], new Uint8Array(16)),
      'short.npy': npyWith('|S2', false, [2], new Uint8Array(4)),
      'config.npy': npyWith('|O', false, [1], new Uint8Array(8)),
    };
    const { tensors, notes } = parsed(zipFile({ ...others, 'attn.npy': npyFile(matrix) }));
    expect(tensors.map(({ name }) => name)).toEqual(['attn']);
    expect(notes).toEqual([{ code: 'entriesSkipped', names: ['model', 'tokens', 'short', 'config'] }]);
    expect(parseFile(zipFile(others))).toEqual({ code: 'numberTypeRefused', name: 'model', numberType: 'text' });
  });

  it('unlike arrays, and those that numpy numbered, stay apart', () => {
    const { outline } = opened({
      'a.npz': zipFile({
        'arr_0.npy': npyFile(matrix),
        'arr_1.npy': npyFile(matrix),
        'x1.npy': npyFile({ shape: [1], numbers: [1] }),
      }),
    });
    expect(outline.tensors.map(({ name }) => name)).toEqual(['arr_0', 'arr_1', 'x1']);
  });

  it.each([
    ['Q', 'queries'],
    ['layers.3.self_attn.k', 'keys'],
    ['value_states', 'values'],
    ['attention_mask', 'mask'],
    ['qk_scores', 'scores'],
    ['layer_norm.bias', 'other'],
  ])('%s is taken for %s', (name, kind) => {
    const { outline } = opened({ 'a.safetensors': safetensorsFile({ [name]: matrix }) });
    expect(outline.tensors[0].kind).toBe(kind);
  });

  it('files of one array each are one file', () => {
    const { outline } = opened({ 'q.npy': npyFile(matrix), 'k.npy': npyFile(matrix), 'v.npy': npyFile(matrix) });
    expect(outline.tensors.map(({ name, kind }) => [name, kind])).toEqual([
      ['q', 'queries'],
      ['k', 'keys'],
      ['v', 'values'],
    ]);
    expect(choiceOf(outline).numbers).toEqual({ kind: 'vectors', queries: 0, keys: 1, values: 2 });
  });
});
