// Builds each of the pages here with the tools of its kind, around the package as `npm pack` makes it.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const here = at('.');
const output = at('../../build/hosts/');
const packed = at('node_modules/attention-playground/');
/** Debian's own, whatever else is on the PATH: its packages are known to no other. */
const python = '/usr/bin/python3';

const isolated = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', SOURCE_DATE_EPOCH: '0' };

/** Rejects with what the command said. */
async function run(command, args, cwd = here) {
  try {
    await promisify(execFile)(command, args, { cwd, env: isolated });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

const bin = (name, args, cwd) => run(at(`node_modules/.bin/${name}`), args, cwd);

/** Whether the packages of this folder are there; `npm test` installs them. */
export const isInstalled = existsSync(at('node_modules/webpack'));

/** Whether Debian's Python has a module. */
export function hasPython(module) {
  return existsSync(`/usr/lib/python3/dist-packages/${module}`);
}

/** The package as it would be published, where the pages' builds look for it. Gives the paths of its files. */
export async function installPacked() {
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  mkdirSync(output, { recursive: true });
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', output], {
    cwd: at('../../'),
    maxBuffer: 2 ** 24,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  await run('tar', ['-xzf', `${output}${filename}`, '--strip-components=1', '-C', packed]);
  return files.map(({ path }) => path);
}

/** A folder that is empty, or holds a copy of a page's source. */
function fresh(name, source) {
  const folder = `${output}${name}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (source !== undefined) cpSync(at(source), folder, { recursive: true });
  return folder;
}

/** The element's files as they are, for tools that build none. */
const layEmbed = (folder) => cpSync(`${packed}dist/embed`, `${folder}embed`, { recursive: true });

async function viteBuild(name, source, plugins = []) {
  const { build } = await import('vite');
  const folder = fresh(name);
  // What was minified is not minified again.
  const built = { outDir: folder, emptyOutDir: true, minify: false, reportCompressedSize: false };
  const jsx = { oxc: { jsx: { runtime: 'automatic' } } };
  await build({ root: at(source), base: './', configFile: false, logLevel: 'error', plugins, build: built, ...jsx });
  return folder;
}

/** Each builds one page and gives the folder to serve. */
export const hosts = {
  Vite: () => viteBuild('vite', 'bundlers'),

  async webpack() {
    const { default: webpack } = await import('webpack');
    const folder = fresh('webpack', 'bundlers');
    const configuration = {
      mode: 'production',
      context: at('bundlers'),
      entry: './main.js',
      experiments: { outputModule: true },
      output: { path: folder, filename: 'main.js', module: true },
      optimization: { minimize: false },
      performance: false,
    };
    const stats = await promisify(webpack)(configuration);
    const said = stats.toString({ all: false, errors: true, warnings: true });
    if (said !== '') throw new Error(`webpack complains:\n${said}`);
    return folder;
  },

  // The two leave the addresses of files as they are; so the element stays a file of its own.
  async esbuild() {
    const folder = fresh('esbuild', 'bundlers');
    const { build } = await import('esbuild');
    const embed = './embed/attention-playground.js';
    await build({
      entryPoints: [at('bundlers/main.js')],
      outfile: `${folder}main.js`,
      bundle: true,
      format: 'esm',
      allowOverwrite: true,
      alias: { 'attention-playground/embed': embed },
      external: [embed],
    });
    layEmbed(folder);
    return folder;
  },

  async Rollup() {
    const folder = fresh('rollup', 'bundlers');
    const { rollup } = await import('rollup');
    const name = 'attention-playground/embed';
    const bundle = await rollup({ input: at('bundlers/main.js'), external: [name] });
    await bundle.write({ dir: folder, format: 'es', paths: { [name]: './embed/attention-playground.js' } });
    layEmbed(folder);
    return folder;
  },

  React: () => viteBuild('react', 'react'),

  async Vue() {
    const { default: vue } = await import('@vitejs/plugin-vue');
    const isCustomElement = (tag) => tag === 'attention-playground';
    return viteBuild('vue', 'vue', [vue({ template: { compilerOptions: { isCustomElement } } })]);
  },

  async VitePress() {
    const folder = fresh('vitepress');
    await bin('vitepress', ['build', 'vitepress', '--outDir', folder]);
    return folder;
  },

  async Astro() {
    const folder = fresh('astro');
    await bin('astro', ['build', '--outDir', folder, '--silent'], at('astro'));
    return folder;
  },

  async 'reveal.js'() {
    const folder = fresh('reveal', 'reveal');
    cpSync(at('node_modules/reveal.js/dist'), `${folder}reveal`, { recursive: true });
    layEmbed(folder);
    return folder;
  },
};

/** The same with Debian's packages, by the name of their Python module. */
export const pythonHosts = {
  async sphinx() {
    const source = fresh('sphinx-source', 'sphinx');
    layEmbed(`${source}_static/`);
    const folder = fresh('sphinx');
    await run(python, ['-m', 'sphinx', '-q', '-W', '-E', source, folder]);
    return folder;
  },

  async mkdocs() {
    const source = fresh('mkdocs-source', 'mkdocs');
    layEmbed(`${source}docs/`);
    const folder = fresh('mkdocs');
    await run(python, [
      '-m',
      'mkdocs',
      'build',
      '--quiet',
      '--config-file',
      `${source}mkdocs.yml`,
      '--site-dir',
      folder,
    ]);
    return folder;
  },

  async nbconvert() {
    const folder = fresh('nbconvert', 'nbconvert');
    // Else the page loads these from elsewhere.
    const noRemote = ['--HTMLExporter.require_js_url=', '--HTMLExporter.mathjax_url='];
    await run(python, ['-m', 'nbconvert', '--log-level=ERROR', '--to=html', ...noRemote, `${folder}index.ipynb`]);
    layEmbed(folder);
    return folder;
  },
};

/** The types of a page's own code, as its own tools check them. */
export const checkTypes = {
  React: () => bin('tsc', ['--project', 'react']),
  Vue: () => bin('vue-tsc', ['--project', 'vue']),
};
