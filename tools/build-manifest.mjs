// The Custom Elements Manifest of <attention-playground>, which editors and documentation tools read. It says what stands in the tables of
// docs/embedding.md and in the types of web/elements/playground-api.ts: no analyzer finds attributes that come from a table of settings.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const tagName = 'attention-playground';
const api = 'types/elements/playground-api.d.ts';

/** Throws where the tables and the types name different things. */
export function manifest() {
  const { accessors, methods, events } = readApi();
  const attributes = table('Attributes and properties').map(([attribute, property, description]) => ({
    name: code(attribute)[0],
    ...(property !== '' && { fieldName: code(property)[0] }),
    description,
  }));
  const told = table('Events').map(([name, when, detail]) => ({
    name: code(name)[0],
    description: `${when}; detail: ${detail}`,
    type: { text: typeOf(events, code(name)[0]) },
  }));
  const called = table('Methods').map(([name, description]) => ({
    kind: 'method',
    name: /^`(\w+)/.exec(name)[1],
    description,
  }));
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/embed/attention-playground.js',
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'AttentionPlayground',
            tagName,
            summary: 'A playground for the attention mechanism.',
            superclass: { name: 'HTMLElement' },
            attributes: attributes.map(({ fieldName, ...attribute }) => ({
              ...attribute,
              type: { text: fieldName && accessors.has(fieldName) ? accessors.get(fieldName) : 'string' },
              ...(fieldName && { fieldName }),
            })),
            members: [
              ...attributes
                // Of every element.
                .filter(({ fieldName }) => fieldName !== undefined && fieldName !== 'lang')
                .map(({ name, fieldName, description }) => ({
                  kind: 'field',
                  name: fieldName,
                  description,
                  type: { text: typeOf(accessors, fieldName) },
                  attribute: name,
                  reflects: true,
                })),
              ...called.map((method) => ({ ...method, ...signature(typeOf(methods, method.name)) })),
            ],
            events: told,
            slots: [{ name: '', description: 'Shown until the playground is ready, in print, and without scripts.' }],
            cssProperties: table('CSS custom properties').flatMap(([names, description]) =>
              customProperties(names).map((name) => ({ name, description })),
            ),
            cssParts: table('CSS parts').map(([part, description]) => ({ name: code(part)[0], description })),
          },
        ],
        exports: [
          {
            kind: 'custom-element-definition',
            name: tagName,
            declaration: { name: 'AttentionPlayground', module: 'dist/embed/attention-playground.js' },
          },
        ],
      },
    ],
  };
}

/** The rows of the first table under a heading of docs/embedding.md, without that of the titles. */
function table(heading) {
  const section = readFileSync(at('docs/embedding.md'), 'utf8').split(`### ${heading}\n`)[1]?.split(/\n##/)[0] ?? '';
  const [first = ''] = /^\|[^]*?(?=\n(?!\|))/m.exec(section) ?? [];
  const rows = first.split('\n');
  if (rows.length < 3) throw new Error(`docs/embedding.md has no table under "${heading}".`);
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

const code = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

/** `--query`, …; "with `-text` behind": each of them once more. */
function customProperties(cell) {
  const names = code(cell).filter((name) => name.startsWith('--'));
  return code(cell).includes('-text') ? names.flatMap((name) => [name, `${name}-text`]) : names;
}

function typeOf(known, name) {
  if (!known.has(name)) throw new Error(`docs/embedding.md has "${name}", and ${api} has not.`);
  return known.get(name);
}

/** Types of what the interfaces have, as they are written there. */
function readApi() {
  const path = at('web/elements/playground-api.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const membersOf = (name) =>
    source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name).members;
  const text = (node) => node.getText(source).replaceAll(/\s+/g, ' ');
  const members = [...membersOf('PlaygroundApi')];
  return {
    accessors: new Map(members.filter(ts.isGetAccessor).map(({ name, type }) => [name.text, text(type)])),
    methods: new Map(members.filter(ts.isMethodSignature).map((method) => [method.name.text, method])),
    events: new Map([...membersOf('PlaygroundEventMap')].map(({ name, type }) => [name.text, text(type)])),
  };
}

function signature({ parameters, type }) {
  return {
    parameters: parameters.map((each) => ({ name: each.name.text, type: { text: each.type.getText() } })),
    return: { type: { text: type.getText() } },
  };
}
