import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';

/** The package's folder: the nearest above this file that holds Looproom's package.json. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  for (;;) {
    try {
      const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: string };
      if (manifest.name === 'looproom') return folder;
    } catch {
      // No package here: try the parent folder.
    }
    const parent = path.dirname(folder);
    if (parent === folder) throw new ConfigError('Looproom cannot find its own package.json above the server.');
    folder = parent;
  }
}

/** How the operator starts a command, in words of ours: in a checkout through npm, in a release by its own program. */
export const commandLine = existsSync(path.join(packageRoot(), 'scripts/looproom.ts'))
  ? 'npm run looproom --'
  : 'looproom';
