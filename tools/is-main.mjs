import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** True where the module at `moduleUrl` is what `node` was started with, not an import of another. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === moduleUrl;
}
