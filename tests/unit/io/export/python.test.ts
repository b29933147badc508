import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonLibraries } from '../../../../web/io/export/python-dialect.ts';
import { toPython } from '../../../../web/io/export/python-script.ts';
import { pythonText, pythonTexts } from '../../../../web/io/export/python-text.ts';
import { anyWord } from '../../model/any-alignment.ts';
import { pythonWith, runPython } from '../python.ts';
import { anyModerateExport, smallExport } from './any-export.ts';

const hasPython = runPython('') !== null;
const numpy = pythonWith('numpy');
if (numpy === null) console.warn('Skipped: no exported script was run, since no python3 here has numpy.');
const torch = pythonWith('torch');
const jax = pythonWith('jax');

/** Many scripts in one process, each in a namespace of its own. Says which of them failed. */
function runAll(scripts: readonly string[], command: string): string {
  const code = [
    'import contextlib, io, json, sys',
    `scripts = json.loads(${pythonText(JSON.stringify(scripts))})`,
    'for number, script in enumerate(scripts):',
    '    try:',
    '        with contextlib.redirect_stdout(io.StringIO()):',
    '            exec(compile(script, f"script {number}", "exec"), {})',
    '    except BaseException as error:',
    '        print(number, repr(error))',
  ].join('\n');
  return runPython(code, undefined, command) ?? 'no Python';
}

describe('words in Python', () => {
  it('cannot end the text or the line, and nothing unseen stands in the code', () => {
    expect(pythonText('a"b\\c\n\u202E\0')).toBe(String.raw`"a\"b\\c\u000a\u202e\u0000"`);
    fc.assert(
      fc.property(fc.oneof(anyWord, fc.string({ unit: 'binary' })), (word) => {
        expect(pythonText(word)).toMatch(/^"(?:[^"\\\p{C}\p{Zl}\p{Zp}]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*"$/u);
      }),
    );
  });

  it.skipIf(!hasPython)('are the same words for Python', () => {
    const words = fc.sample(fc.oneof(anyWord, fc.string({ unit: 'binary' })), 300);
    const printed = runPython(`import json; print(json.dumps(${pythonTexts(words)}))`);
    expect(JSON.parse(printed ?? '')).toEqual(words);
  });
});

describe('the script', () => {
  it('holds what this input needs and no more', () => {
    const script = toPython(smallExport, 'numpy');
    expect(script).toContain('source = ["Je", "suis", "e,f\\u000ag"]');
    expect(script).toContain('[1.0, -inf, 1.0]');
    expect(script).not.toMatch(/visible|queries =|mask/);
  });

  it('a script that runs could also fail: other weights are refused', ({ skip }) => {
    if (numpy === null) skip();
    const script = toPython(smallExport, 'numpy').replace('[0.3, 2.1, 0.5]', '[0.3, 2.2, 0.5]');
    expect(runAll([script], numpy!)).toMatch(/^0 AssertionError\('other weights than on screen'\)/);
  });

  it.skipIf(!hasPython).each(pythonLibraries)('is Python, for %s', (library) => {
    const scripts = fc.sample(anyModerateExport(), 40).map((exported) => toPython(exported, library));
    const code = `import ast, json\nfor script in json.loads(${pythonText(JSON.stringify(scripts))}): ast.parse(script)`;
    expect(runPython(code)).toBe('');
  });

  const runnable = [
    ['numpy', numpy],
    ['pytorch', torch],
    ['jax', jax],
  ] as const;
  for (const [library, command] of runnable) {
    it.skipIf(command === null)(`comes to the weights and context that are shown, in ${library}`, () => {
      const exports = fc.sample(anyModerateExport(), library === 'jax' ? 15 : 150);
      const scripts = exports.map((exported) => toPython(exported, library));
      expect(runAll(scripts, command!)).toBe('');
    });
  }
});
