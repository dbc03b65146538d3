import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Where a program is; null where it is not. @param name a path, or a name in the search path */
export function findProgram(name: string): string | null {
  const folders = name.includes(path.sep) ? [''] : (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.resolve(folder, name + ending);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

/** Bytes of address space: video encoders take 1.5 GB of it for 4K; a file that wants more gets an error. */
const MAX_ADDRESS_SPACE = 6 * 1024 ** 3;

let prefix: readonly string[] | null = null;

/**
 * What stands before a program's name so that the system holds it within bounds: it gets no further rights, ends with the
 * thread that started it (a site that is killed leaves nothing running), and has bounded memory. Programs of util-linux,
 * which every common Linux has; elsewhere the program runs without, and its time alone is bounded.
 */
export function processLimits(): readonly string[] {
  prefix ??= [...endsWithUs(), ...boundedMemory()];
  return prefix;
}

function endsWithUs(): string[] {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : null;
  // BusyBox has a program of the same name that knows less.
  if (setpriv === null || !spawnSync(setpriv, ['--help']).stdout?.includes('--pdeathsig')) return [];
  return [setpriv, '--no-new-privs', '--pdeathsig=KILL', '--'];
}

function boundedMemory(): string[] {
  const prlimit = process.platform === 'linux' ? findProgram('prlimit') : null;
  return prlimit === null ? [] : [prlimit, `--as=${MAX_ADDRESS_SPACE}`, '--core=0', '--'];
}
