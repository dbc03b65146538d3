import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ZodError } from 'zod';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { type Config, ConfigError, commandLine, readConfig } from '#platform/server/config.ts';
import { OwnServerError } from '#platform/server/db/child/programs.ts';
import { DiskFullError } from '#platform/server/db/child/disk-watch.ts';
import { MigrationError } from '#platform/server/db/migrate.ts';
import { nothingSaved } from '#platform/server/db/outage.ts';
import { DatabaseUnreachable } from '#platform/server/db/connect.ts';
import { Refusal, problemOf } from '#platform/server/http/refusal.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { commands } from './all.ts';
import { type Command, CommandError, type CommandContext, type Outcome, UsageError, optionName } from './command.ts';
import { findCommand, firstAnswer } from './help/first-answer.ts';
import { harmless } from './output.ts';

/** The outside of a command line: what it is given and where it speaks. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readInput(): Promise<string>;
  /** Bytes to standard output; that of the process when not given. */
  readonly output?: Writable;
  out(text: string): void;
  error(text: string): void;
}

/** 0: done. 1: refused, or it failed. 2: typed wrongly. */
export type ExitCode = 0 | 1 | 2;

/** The refusals of endpoints whose texts address a member, in words for the operator. */
const operatorWords: Readonly<Partial<Record<ErrorCode, string>>> = {
  last_admin: 'That would leave the site without an admin. Make somebody else admin first.',
  not_found: 'There is nothing of this id.',
  already_decided: 'That has been decided already.',
  username_taken: 'That username is taken.',
  two_factor_off: 'This member does not use two-factor sign-in.',
};

type OpenedSite = Pick<Site, 'ctx' | 'close'>;
type OpenSite = (config: Config, shell: Shell, command: Command) => Promise<OpenedSite>;

/**
 * Runs one command line.
 * @param words without the program's own name
 * @param open how the site is opened; tests have one open already
 */
export async function runCommandLine(
  words: readonly string[],
  shell: Shell,
  open: OpenSite = openForCommand,
): Promise<ExitCode> {
  const json = words.includes('--json');
  const fail = (exit: ExitCode, code: string, message: string): ExitCode => {
    shell.error(json ? JSON.stringify({ error: { code, message } }) : harmless(message));
    return exit;
  };
  try {
    const outcome = await perform(words, shell, open);
    const say = outcome.isBesideOutput ? shell.error : shell.out;
    say(json ? JSON.stringify(outcome.data, null, 2) : harmless(outcome.text));
    return outcome.exit ?? 0;
  } catch (error) {
    if (error instanceof UsageError) return fail(2, 'usage', error.message);
    const known = plainFailure(error, shell.environment['DATABASE_URL']);
    if (known) return fail(1, known.code, known.message);
    return fail(1, 'internal', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Opens the configured site for one command: no pages, no work, nothing of a start. */
async function openForCommand(config: Config, shell: Shell, command: Command): Promise<OpenedSite> {
  requireSite(config);
  const log = pino(
    { level: shell.environment['LOG_LEVEL'] ? config.logLevel : 'error', base: null },
    pino.destination({ dest: 2, sync: true }),
  );
  const options = { pages: false, work: false, start: false, patienceMs: 0 };
  return await openSite(config, log, { ...options, checkSecret: command.checkSecret ?? true });
}

async function perform(words: readonly string[], shell: Shell, open: OpenSite): Promise<Outcome> {
  const answer = firstAnswer(words);
  if (answer) return answer;
  const command = findCommand(
    commands,
    words.filter((word) => !word.startsWith('-')),
  )!;
  const input = readInput(command, words);
  const config = readConfig(shell.environment);
  const context: CommandContext = {
    config,
    environment: shell.environment,
    readInput: () => shell.readInput(),
    output: shell.output ?? process.stdout,
  };
  if (command.needs === 'folder') return await command.run(context, input);
  const site = await open(config, shell, command);
  try {
    return await command.run(site.ctx, input, context);
  } finally {
    await site.close();
  }
}

/** Negative numbers are words, not options. */
const NEGATIVE = '\u0000';

/** Reads the words after a command's name. @throws {UsageError} */
function readInput(command: Command, words: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, option]) => [
      optionName(key),
      { type: option.flag ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  let parsed;
  try {
    parsed = parseArgs({
      args: words.map((word) => (/^-\d+$/.test(word) ? NEGATIVE + word : word)),
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : String(error)}. ${seeHelp(command)}`,
    );
  }
  const typed = parsed.positionals.slice(command.name.split(' ').length).map((word) => word.replace(NEGATIVE, ''));
  const parameters = Object.entries(command.parameters);
  const missing = parameters[typed.length];
  if (missing) throw new UsageError(`${missing[1].shape} is missing. ${seeHelp(command)}`);
  if (typed.length > parameters.length)
    throw new UsageError(`"${typed[parameters.length]}" is one word too many. ${seeHelp(command)}`);
  const input: Record<string, unknown> = {};
  parameters.forEach(([key, parameter], at) => {
    input[key] = readOne(parameter.shape, () => parameter.read(typed[at]!));
  });
  for (const [key, option] of Object.entries(command.options)) {
    const name = optionName(key);
    const value = (parsed.values as Readonly<Record<string, string | boolean | undefined>>)[name];
    if (option.flag) input[key] = value === true;
    else if (typeof value === 'string')
      input[key] = readOne(`--${name}`, () => option.read(value.replace(NEGATIVE, '')));
    else if (option.required) throw new UsageError(`--${name} ${option.shape} is missing. ${seeHelp(command)}`);
  }
  return input;
}

function readOne<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${name} ${error.message}.`);
    throw error;
  }
}

const seeHelp = (command: Command): string => `See: ${commandLine} ${command.name} --help`;

/** A wrong DATA_DIR would otherwise make a new, empty site and change that. */
function requireSite(config: Config): void {
  if (config.databaseUrl || existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new CommandError(
    `There is no site in ${config.dataDir}. Set DATA_DIR (or DATABASE_URL) as the site has it, or start the site once.`,
  );
}

/** Failures that an operator can repair are one sentence. */
function plainFailure(error: unknown, url: string | undefined): { code: string; message: string } | null {
  if (error instanceof Refusal) {
    const fields = Object.entries(error.fields ?? {}).map(([name, text]) => `${name}: ${text}`);
    const words = operatorWords[error.code] ?? problemOf(error, '').detail;
    return { code: error.code, message: fields.length > 0 ? fields.join('\n') : words };
  }
  if (error instanceof ZodError)
    return {
      code: 'invalid',
      message: error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('\n'),
    };
  if (error instanceof CommandError) return { code: 'refused', message: error.message };
  if (error instanceof ConfigError) return { code: 'config', message: error.message };
  if (error instanceof MigrationError) return { code: 'migration', message: error.message };
  if (error instanceof OwnServerError) return { code: 'database', message: error.message };
  if (error instanceof DatabaseUnreachable) return { code: 'database', message: error.message };
  if (error instanceof DiskFullError) return { code: 'disk_full', message: error.message };
  const unsaved = nothingSaved(error, url);
  return unsaved === null ? null : { code: 'disk_full', message: unsaved };
}
