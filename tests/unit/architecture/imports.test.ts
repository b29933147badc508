import { describe, expect, it } from 'vitest';
import * as rules from './rules.ts';
import { readSource, readSources } from './source-file.ts';

const web = readSources('web', ['.ts']);
const webPages = readSources('web', ['.ts', '.html', '.css']);
const cpp = readSources('wasm', ['.cpp', '.hpp', '.h']);
const builds = [...cpp, readSource('CMakeLists.txt'), readSource('CMakePresets.json')];

/** Each rule over the whole of the source, and one sample which it must refuse. */
const cases: [name: string, rule: rules.Rule, files: typeof web, path: string, bad: string][] = [
  ['folders import as layers.ts says', rules.layering, web, 'web/views/a.ts', `import { x } from '../state/store.ts';`],
  ['views take only types from the model', rules.layering, web, 'web/views/a.ts', `import { x } from '../model/a.ts';`],
  ['the contract imports nothing', rules.layering, web, 'web/contract/a.ts', `export * from '../model/scene.ts';`],
  ['every folder is known', rules.layering, web, 'web/helpers/a.ts', ``],
  ['no one imports an entry', rules.layering, web, 'web/elements/a.ts', `import '../lib.ts';`],
  ['the site brings elements only', rules.layering, web, 'web/main.ts', `import '../web/state/store.ts';`],
  ['dynamic imports count', rules.layering, web, 'web/io/a.ts', `export const f = () => import('../state/a.ts');`],
  ['imports have extensions', rules.extensions, web, 'web/io/a.ts', `import { x } from './csv';`],
  ['no Lit outside elements and views', rules.lit, web, 'web/state/a.ts', `import { html } from 'lit';`],
  ['no Lit elements in views', rules.lit, web, 'web/views/a.ts', `import { html, LitElement } from 'lit';`],
  ['no signals in views', rules.signals, web, 'web/views/a.ts', `import { signal } from '@preact/signals-core';`],
  ['WebGPU in its engine only', rules.webGpu, web, 'web/views/a.ts', `const gpu = navigator.gpu;`],
  ['frames in the player only', rules.animationFrames, web, 'web/elements/a.ts', `requestAnimationFrame(draw);`],
  ['text is never HTML', rules.markupFromText, web, 'web/elements/a.ts', `node.innerHTML = token;`],
  ['text is never code', rules.codeFromText, web, 'web/elements/a.ts', `new Function('return 1')();`],
  ['nothing remote', rules.remoteAddresses, webPages, 'web/index.html', `<link href="https://cdn.example/a.css">`],
  ['Emscripten in bindings only', rules.emscriptenHeaders, cpp, 'wasm/src/a.cpp', `#include <emscripten/bind.h>`],
  ['threads in one file', rules.threadHeaders, cpp, 'wasm/src/a.cpp', `#include <thread>`],
  ['no fast maths', rules.fastMath, builds, 'CMakeLists.txt', `add_compile_options(-ffast-math)`],
];

describe.each(cases)('%s', (_name, rule, files, path, bad) => {
  it('holds', () => {
    expect(rule(files)).toEqual([]);
  });

  it('is seen where it is broken', () => {
    const violations = rule([{ path, text: bad }]);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(path);
  });
});

describe('what the rules let through', () => {
  it.each([
    [
      'types of the model in views',
      rules.layering,
      'web/views/a.ts',
      `import type { Scene } from '../model/scene.ts';`,
    ],
    ['a type among values', rules.layering, 'web/views/a.ts', `import { type Scene } from '../model/scene.ts';`],
    ['templates in views', rules.lit, 'web/views/a.ts', `import { html, svg, type TemplateResult } from 'lit';`],
    [
      'a word in a comment',
      rules.animationFrames,
      'web/views/a.ts',
      `// requestAnimationFrame is the player's\nlet x;`,
    ],
    ['the name of XML', rules.remoteAddresses, 'web/io/a.ts', `const svg = 'http://www.w3.org/2000/svg';`],
    [
      'a link to follow',
      rules.remoteAddresses,
      'web/elements/a.ts',
      'html`<a href="https://arxiv.org/abs/1">paper</a>`',
    ],
  ])('%s', (_name, rule, path, text) => {
    expect(rule([{ path, text }])).toEqual([]);
  });

  it('one watcher of signals in elements, not two', () => {
    const watcher = (path: string) => ({ path, text: `import { effect } from '@preact/signals-core';` });
    expect(rules.signals([watcher('web/elements/a.ts')])).toEqual([]);
    expect(rules.signals([watcher('web/elements/a.ts'), watcher('web/elements/b.ts')])).toHaveLength(1);
  });
});
