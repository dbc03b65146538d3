import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { processLimits, findProgram } from './process-limits.ts';
import { NoDecoder, ProcessingInterrupted } from './errors.ts';

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
  // By the search path too, which an operator or a test may change.
  const key = `${command}\0${process.env['PATH'] ?? ''}`;
  const before = known.get(key);
  if (before) return before;
  const ffmpeg = findProgram(command);
  if (ffmpeg === null) return null;
  const ffprobe = findProgram(path.join(path.dirname(ffmpeg), 'ffprobe')) ?? findProgram('ffprobe');
  if (ffprobe === null) return null;
  const decoder = { ffmpeg, ffprobe };
  known.set(key, decoder);
  return decoder;
}

/** What ffmpeg lists. */
const filters = new WeakMap<Decoder, string>();

/** Whether this ffmpeg was built with a filter. Asked once. @throws as `runDecoder` */
export async function hasFilter(decoder: Decoder, name: string, signal: AbortSignal): Promise<boolean> {
  if (!filters.has(decoder)) {
    let list = '';
    const onOutput = (chunk: Buffer): void => {
      list += chunk.toString('latin1');
    };
    await runDecoder({ program: decoder.ffmpeg, args: ['-hide_banner', '-filters'], signal, seconds: 60, onOutput });
    filters.set(decoder, list);
  }
  return filters.get(decoder)!.includes(` ${name} `);
}

/** One run of a program. */
export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Timeout. */
  readonly seconds: number;
  /** Takes what the program writes to its output. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** The wrapper command, where it is known already. */
  readonly limits?: readonly string[];
}

/** A program ended in failure because of what it read: its verdict on the file. `cause` of the message that people get. */
export class DecoderFailed extends Error {
  override name = 'DecoderFailed';
}

/** What programs say when the machine fails them; input and output errors are not among it: decoders say so of damaged files. */
const machineWords =
  /Cannot allocate memory|No space left on device|Disk quota exceeded|Read-only file system|Too many open files|Permission denied|Resource temporarily unavailable|received signal|failed to execute/i;
/** Exit codes of a program before ours that could not start it (POSIX), and of one that a shell saw killed. */
const isFromOutside = (code: number): boolean => code === 126 || code === 127 || code === 137 || code === 143;

/** Why a program failed: its verdict on the file, or the machine. */
function failureOf(name: string, code: number | null, killedBy: string | null, complaints: string): Error {
  if (killedBy !== null) return new ProcessingInterrupted(`${name} was ended by ${killedBy}: ${complaints}`);
  const message = `${name} ended with ${code}: ${complaints}`;
  return (code !== null && isFromOutside(code)) || machineWords.test(complaints)
    ? new ProcessingInterrupted(message)
    : new DecoderFailed(message);
}

/** A lower priority (nice) than the site's, so that pages do not wait for waveforms. */
const PRIORITY = 10;
/** Characters of a program's error output that are kept. */
const MAX_COMPLAINTS = 4000;

/** For every run: quiet, waiting for no key, and never reading anything but files and pipes. */
export const guarded = ['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe,subfile'] as const;

/** A path that is never taken for an option, an address or a pattern. */
export function fileArgument(file: string): string {
  return `file:${path.resolve(file)}`;
}

/**
 * Runs ffmpeg or ffprobe, at low priority and with bounded time and memory, until it ends. When the signal aborts, or
 * `onOutput` throws, the program is killed.
 * @throws {DecoderFailed} when it cannot read the file
 * @throws {ProcessingInterrupted} when its time is over, it was killed, or the machine failed it
 * @throws {NoDecoder} when it is not there any more
 * @throws the signal's reason, or what `onOutput` throws
 */
export async function runDecoder(run: Run): Promise<void> {
  const { program, args, signal, seconds, onOutput, limits = processLimits() } = run;
  signal.throwIfAborted();
  const [command, ...rest] = [...limits, program, ...args];
  const child = spawn(command!, rest, {
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'pipe'],
    // Without the site's environment: neither secrets nor proxies.
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
  const timer = setTimeout(
    () => stop(new ProcessingInterrupted(`${path.basename(program)} took more than ${seconds} s`)),
    seconds * 1000,
  );
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
    const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.on('error', (error) => reject(notStarted(error, program)));
      child.on('close', (...how) => resolve(how));
      lower(child.pid);
    });
    const stopped = failure as { readonly error: unknown } | null;
    if (stopped) throw stopped.error;
    if (code !== 0) throw failureOf(path.basename(program), code, killedBy, complaints);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Why a program was not started: it has been taken away, or there is no room for a process. */
function notStarted(error: Error, program: string): Error {
  if (!('code' in error && error.code === 'ENOENT')) return new ProcessingInterrupted(error.message, { cause: error });
  for (const [key, { ffmpeg, ffprobe }] of known) if (program === ffmpeg || program === ffprobe) known.delete(key);
  return new NoDecoder();
}

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It has ended already, or the system does not allow it: then it runs as it is.
  }
}
