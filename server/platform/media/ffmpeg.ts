import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { processLimits, findProgram } from './process-limits.ts';
import { MediaUnreadable } from './errors.ts';

/** The programs that read sound and video. */
export interface Decoder {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

const known = new Map<string, Decoder>();

/**
 * Finds ffmpeg, and ffprobe beside it or in the search path. What is found is cached; what is missing is
 * searched again, so that a decoder can be installed while the site runs.
 * @param command a path, or a name in the search path
 */
export function findDecoder(command = 'ffmpeg'): Decoder | null {
  const before = known.get(command);
  if (before) return before;
  const ffmpeg = findProgram(command);
  if (ffmpeg === null) return null;
  const ffprobe = findProgram(path.join(path.dirname(ffmpeg), 'ffprobe')) ?? findProgram('ffprobe');
  if (ffprobe === null) return null;
  const decoder = { ffmpeg, ffprobe };
  known.set(command, decoder);
  return decoder;
}

/** One run of a program. */
export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** After so long it is ended. */
  readonly seconds: number;
  /** Takes what the program writes to its output. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** What stands before the program's name, where it is known already. */
  readonly limits?: readonly string[];
}

/** A program ended in failure; `cause` of the message that people get. */
export class DecoderFailed extends Error {
  override name = 'DecoderFailed';
}

/** Below the site's own work, so that pages do not wait for waveforms. */
const PRIORITY = 10;
/** Characters of a program's error output that are kept. */
const MAX_COMPLAINTS = 4000;

/** For every run: quiet, waiting for no key, and never reading anything but files and pipes. */
export const guarded = ['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe'] as const;

/** A path that is never taken for an option, an address or a pattern. */
export function fileArgument(file: string): string {
  return `file:${path.resolve(file)}`;
}

/**
 * Runs ffmpeg or ffprobe, at low priority and with bounded time and memory, until it ends. When the signal aborts, or
 * `onOutput` throws, the program is killed.
 * @throws {DecoderFailed} when it fails
 * @throws {MediaUnreadable} `too-long` when its time is over
 * @throws the signal's reason, or what `onOutput` throws
 */
export async function runDecoder(run: Run): Promise<void> {
  const { program, args, signal, seconds, onOutput, limits = processLimits() } = run;
  signal.throwIfAborted();
  const [command, ...rest] = [...limits, program, ...args];
  const child = spawn(command!, rest, {
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // Nothing of ours: neither secrets nor proxies.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    windowsHide: true,
  });
  let failure: { readonly error: unknown } | null = null;
  const stop = (error: unknown): void => {
    failure ??= { error };
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(new MediaUnreadable('too-long')), seconds * 1000);
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(0, MAX_COMPLAINTS);
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    if (failure) return;
    try {
      onOutput?.(chunk);
    } catch (error) {
      stop(error);
    }
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
      lower(child.pid);
    });
    const stopped = failure as { readonly error: unknown } | null;
    if (stopped) throw stopped.error;
    if (code !== 0) throw new DecoderFailed(`${path.basename(program)} ended with ${code}: ${complaints}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It has ended already, or the system does not allow it: then it runs as it is.
  }
}
