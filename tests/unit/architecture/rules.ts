import { posix } from 'node:path';
import { entries, layers, pageEntry, type Layer } from './layers.ts';
import { importsOf, withoutComments, type Import, type SourceFile } from './source-file.ts';

/** Each violation is one sentence that starts with the file's path. */
export type Rule = (files: readonly SourceFile[]) => string[];

/** `web/views/heatmap.ts` -> `views`; null for an entry at the top of web/. */
function layerNameOf(path: string): string | null {
  const [, folder, rest] = path.split('/');
  return rest === undefined || folder === undefined ? null : folder;
}

function layerOf(path: string): Layer | undefined {
  const name = layerNameOf(path);
  return name === null ? (entries[posix.basename(path)] ?? pageEntry) : layers[name];
}

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** The folders of web/ import each other only as layers.ts says. */
export const layering: Rule = (files) =>
  files.flatMap((file) => {
    const layer = layerOf(file.path);
    const ownName = layerNameOf(file.path);
    if (!layer) return [`${file.path} lies in a folder that layers.ts does not know.`];
    return importsOf(file).flatMap(({ specifier, isTypeOnly }) => {
      if (!isRelative(specifier)) return [];
      const target = posix.join(posix.dirname(file.path), specifier);
      if (!target.startsWith('web/')) return [];
      const targetName = layerNameOf(target);
      if (targetName === ownName) return [];
      if (targetName === null) return [`${file.path} imports the entry ${target}; entries are imported by no one.`];
      if (layer.imports.includes(targetName)) return [];
      if (layer.types?.includes(targetName)) {
        return isTypeOnly ? [] : [`${file.path} imports ${specifier}, but only types may come from ${targetName}.`];
      }
      return [`${file.path} imports ${specifier}, but ${ownName ?? 'this entry'} may not import ${targetName}.`];
    });
  });

/** Relative imports name the file, as browsers and Node do. */
export const extensions: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => isRelative(specifier) && posix.extname(specifier.split('?')[0]) === '')
      .map(({ specifier }) => `${file.path} imports ${specifier} without an extension.`),
  );

/** Lit's tags and directives that make a template from values and do nothing else. */
const pureLit = new Set(['html', 'svg', 'mathml', 'nothing']);
const pureDirectives = /^lit\/directives\/(class-map|style-map|repeat|if-defined|map|range|join|when|choose)\.js$/;

const isLit = (specifier: string): boolean => /^(lit|lit-html|lit-element|@lit|@lit-labs)(\/|$)/.test(specifier);

function isPureLit({ specifier, isTypeOnly, names }: Import): boolean {
  if (isTypeOnly || pureDirectives.test(specifier)) return true;
  return specifier === 'lit' && names.every((name) => pureLit.has(name));
}

/** Lit draws in elements; views are functions that return its templates; nothing else knows it. */
export const lit: Rule = (files) =>
  files.flatMap((file) => {
    const layer = layerNameOf(file.path);
    if (layer === 'elements') return [];
    return importsOf(file)
      .filter((each) => isLit(each.specifier) && !(layer === 'views' && isPureLit(each)))
      .map(({ specifier, names }) => `${file.path} imports ${names.join(', ') || 'types'} from ${specifier}.`);
  });

/** Signals live in state and the player; one file of elements watches them for all the others. */
export const signals: Rule = (files) => {
  const users = files.filter((file) =>
    importsOf(file).some(({ specifier, isTypeOnly }) => specifier.startsWith('@preact/signals') && !isTypeOnly),
  );
  const watchers = users.filter(({ path }) => layerNameOf(path) === 'elements');
  const strangers = users.filter(
    ({ path }) => !['state', 'elements'].includes(layerNameOf(path) ?? '') && path !== 'web/timeline/player.ts',
  );
  return [
    ...strangers.map(({ path }) => `${path} imports signals.`),
    ...(watchers.length > 1 ? [`${watchers.map(({ path }) => path).join(', ')} import signals; one watcher may.`] : []),
  ];
};

/** A word of the platform that only one place may use. */
function onlyIn(pattern: RegExp, isAllowed: (path: string) => boolean): Rule {
  return (files) =>
    files
      .filter((file) => !isAllowed(file.path))
      .flatMap((file) => {
        const found = pattern.exec(withoutComments(file));
        return found ? [`${file.path} uses ${found[0]}.`] : [];
      });
}

const nowhere = (): boolean => false;

export const webGpu = onlyIn(/navigator\s*\.\s*gpu|\.wgsl\b/, (path) => path.startsWith('web/engines/webgpu/'));
export const animationFrames = onlyIn(/\brequestAnimationFrame\b/, (path) => path.startsWith('web/timeline/'));
/** Text from outside is never HTML. */
export const markupFromText = onlyIn(
  /\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|unsafeHTML|unsafeSVG|unsafeMathML|document\s*\.\s*write|createContextualFragment)\b/,
  nowhere,
);
/** A strict content security policy forbids it, and so do we. */
export const codeFromText = onlyIn(/\beval\s*\(|\bnew\s+Function\b/, nowhere);

/** Everything the page needs comes with it. Links to follow are no loading; the names of XML are no addresses. */
export const remoteAddresses: Rule = (files) =>
  files
    .filter(({ path }) => !['lessons', 'locales'].includes(layerNameOf(path) ?? ''))
    .flatMap((file) => {
      const code = file.path.endsWith('.ts') ? withoutComments(file) : file.text;
      const withoutLinks = code.replace(/<a\b[^>]*\bhref=(["'])https?:[^"']*\1/g, '');
      return [...withoutLinks.matchAll(/https?:\/\/[^\s"'`)>]*/g)]
        .map(([address]) => address)
        .filter((address) => !address.startsWith('http://www.w3.org/'))
        .map((address) => `${file.path} names the remote address ${address}.`);
    });

/** C++ headers that only one place may include. */
function includeOnlyIn(pattern: RegExp, isAllowed: (path: string) => boolean): Rule {
  return (files) =>
    files
      .filter(({ path }) => !isAllowed(path))
      .flatMap(({ path, text }) => {
        const found = pattern.exec(text);
        return found ? [`${path} has ${found[0].trim()}.`] : [];
      });
}

export const emscriptenHeaders = includeOnlyIn(/^\s*#\s*include\s*<emscripten[^>]*>/m, (path) =>
  path.startsWith('wasm/bindings/'),
);
export const threadHeaders = includeOnlyIn(
  /^\s*#\s*include\s*<(thread|mutex|condition_variable|future)>/m,
  (path) => posix.basename(path) === 'parallel_threads.cpp',
);
/** It lets the compiler assume that there is no infinity, and a mask is made of them. */
export const fastMath = includeOnlyIn(/-ffast-math|-Ofast|--fast-math|-ffinite-math-only/, nowhere);
