import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What Vite makes of `import text from './kernel.wgsl?raw'`, for builds by Rolldown alone. */
export const filesAsText = {
  name: 'files-as-text',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : null),
  load: (id) =>
    id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))};` : null,
};
