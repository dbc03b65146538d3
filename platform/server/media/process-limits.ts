import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { totalmem } from 'node:os';
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

const GIGABYTE = 1024 ** 3;

/**
 * Bytes of address space: video encoders take 1.5 GB of it for 4K; a program that wants more gets an error. As much as the
 * machine or its container has, between 2 and 6 GB.
 */
function maxAddressSpace(): number {
  const allowed = process.constrainedMemory();
  // Without a limit of its own the kernel answers 0 or a number beyond every machine.
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return Math.round(Math.min(6 * GIGABYTE, Math.max(2 * GIGABYTE, memory)));
}

/** Bytes of the thriftiest second of sound that is taken (4 kbit/s): heads may declare any length. */
const LEAST_BYTES_PER_SECOND = 500;

/**
 * Seconds that a program may take for a recording, by its length: a minute, and `perSecond` for each second of it, at most
 * `most`.
 * @param recording `seconds` as its head declares, and its bytes, which bound that
 */
export function secondsFor(
  recording: { readonly seconds: number | undefined; readonly bytes: number },
  perSecond: number,
  most: number,
): number {
  const length = Math.min(recording.seconds ?? Infinity, recording.bytes / LEAST_BYTES_PER_SECOND);
  return Math.min(most, 60 + length * perSecond);
}

let prefix: readonly string[] | null = null;

/**
 * What stands before a program's name so that the system holds it within bounds: it gets no further rights, ends with the
 * thread that started it (a site that is killed leaves nothing running), is the first that the kernel ends where memory is
 * short, and has bounded memory. Programs of util-linux,
 * which every common Linux has; elsewhere the program runs without, and its time alone is bounded.
 */
export function processLimits(): readonly string[] {
  prefix ??= [...endsWithUs(), ...firstToGo(), ...boundedMemory()];
  return prefix;
}

function endsWithUs(): string[] {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : null;
  // BusyBox has a program of the same name that knows less.
  if (setpriv === null || !spawnSync(setpriv, ['--help']).stdout?.includes('--pdeathsig')) return [];
  return [setpriv, '--no-new-privs', '--pdeathsig=KILL', '--'];
}

function firstToGo(): string[] {
  const choom = process.platform === 'linux' ? findProgram('choom') : null;
  return choom === null ? [] : [choom, '-n', '1000', '--'];
}

function boundedMemory(): string[] {
  const prlimit = process.platform === 'linux' ? findProgram('prlimit') : null;
  return prlimit === null ? [] : [prlimit, `--as=${maxAddressSpace()}`, '--core=0', '--'];
}
