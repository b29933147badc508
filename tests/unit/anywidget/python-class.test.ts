import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traits } from '../../../web/anywidget/traits.ts';
import { embeddingWays } from '../../../web/io/embedding/ways.ts';
import { pythonText } from '../../../web/io/export/python-text.ts';
import { pythonWith, runPython } from '../io/python.ts';

const python = pythonWith('traitlets');
if (python === null) console.warn('Skipped: the class for notebooks, since no Python here has traitlets.');

/** As little of anywidget as the class needs. */
const standIn = 'import traitlets\n\nclass AnyWidget(traitlets.HasTraits):\n    pass\n';
const outcomes = ['source', 'target', 'weights', 'context', 'entropy', 'error', '_shown'];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notebook-class-'));
  const source = fileURLToPath(new URL('../../../web/anywidget/attention_playground.py', import.meta.url));
  copyFileSync(source, join(folder, 'attention_playground.py'));
  writeFileSync(join(folder, 'anywidget.py'), standIn);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the script prints as JSON. */
const answerOf = (script: string): unknown =>
  JSON.parse(runPython(`import sys, json\nsys.path.insert(0, '.')\n${script}`, folder, python!)!);

describe.skipIf(python === null)('AttentionPlayground in Python', () => {
  it('has the traits that the module knows, all of them synced', () => {
    const script = `
from attention_playground import AttentionPlayground
print(json.dumps([AttentionPlayground.class_trait_names(sync=True), str(AttentionPlayground._esm)]))`;
    const [names, module] = answerOf(script) as [string[], string];
    expect(names.sort()).toEqual([...traits.map(({ name }) => name), ...outcomes].sort());
    expect(module).toMatch(/attention-playground\.js$/);
  });

  it('takes what the module writes, and refuses what is of another kind', () => {
    const script = `
from attention_playground import AttentionPlayground
from traitlets import TraitError
playground = AttentionPlayground()
before = [playground.state, playground.step, playground.scores, playground.weights, playground.error, playground.readonly]
playground.set_trait("temperature", 2)
playground.weights = json.loads("[[0.12, 0.73, 0.15], [0, 1, null]]")
playground.scores = [[1.0, 2.0]]
playground.error = json.loads('{"code": "attributeRefused", "message": "…", "attribute": null, "given": null}')
refused = []
for name, value in dict(step="two", hide=5, readonly="yes", example=3).items():
    try:
        setattr(playground, name, value)
    except TraitError:
        refused.append(name)
print(json.dumps([before, playground.weights, playground.temperature, refused]))`;
    expect(answerOf(script)).toEqual([
      ['', null, null, [], null, false],
      [
        [0.12, 0.73, 0.15],
        [0, 1, null],
      ],
      2,
      ['step', 'hide', 'readonly', 'example'],
    ]);
  });

  it('the snippet of the dialog makes one with this very state', () => {
    const state = 'v=1&source="); print(1) #\\" \n\u2028 \u202e🙂&target=x';
    const snippet = embeddingWays
      .find(({ name }) => name === 'notebook')!
      .snippet({ ...{ base: '', state, address: '', hide: ['map', 'plane'], theme: 'dark' }, ...rest });
    const script = `
names = {}
exec(${pythonText(snippet)}, names)
made = names["playground"]
print(json.dumps([made.state, made.hide, made.theme, made.readonly]))`;
    expect(answerOf(script)).toEqual([state, ['map', 'plane'], 'dark', true]);
  });

  it('the snippet of docs/embedding.md makes one', () => {
    const docs = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
    const snippet = /<!-- snippet: notebook -->\s*```python\n(.*?)```/s.exec(docs)![1];
    const script = `${snippet}
print(json.dumps([playground.example, playground.step, playground.hide]))`;
    expect(answerOf(script)).toEqual(['student', 2, ['engine', 'patterns', 'map', 'profile']]);
  });
});

const rest = { isReadonly: true, height: null, title: '', still: null };
