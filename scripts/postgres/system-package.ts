import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** The file of a command in the search path, or null. */
export function findCommand(name: string): string | null {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (folder !== '' && isExecutable(file)) return file;
    }
  }
  return null;
}

/** True for a file that may be run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True where `apt-get install` works as it is: Debian and its kin, as root. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findCommand('apt-get') !== null;
}

/** Installs the first of these packages of Debian that can be had. @throws when apt-get fails for each */
export function installPackage(...names: readonly string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet: ExecFileSyncOptions = { env: environment, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('apt-get', ['update', '-qq'], quiet);
  for (const [at, name] of names.entries()) {
    console.log(`Installing ${name}…`);
    try {
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
      return;
    } catch (error) {
      if (at === names.length - 1) throw error;
    }
  }
}
