import type { Writable } from 'node:stream';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';

/** A command that was typed wrongly: exit code 2. The message is a sentence for the person who typed it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A command that was typed rightly and cannot be done: exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** A typed word of a command line. */
export interface Value<T> {
  /** How the help shows it, such as `USERNAME` or `open|resolved`. */
  readonly shape: string;
  /** One line for the help. */
  readonly about: string;
  /** @throws {UsageError} that ends the sentence "AMOUNT must be …" */
  read(text: string): T;
}

/** An option: with a value, or a flag that is there or not. */
export type Option<T = unknown> = Value<T> & { readonly flag?: true; readonly required?: true };

type Values = Readonly<Record<string, Value<unknown>>>;
type Options = Readonly<Record<string, Option>>;
type ReadAll<V> = { readonly [K in keyof V]: V[K] extends Value<infer T> ? T : never };
type ReadOptions<O> = {
  readonly [K in keyof O]: O[K] extends { flag: true }
    ? boolean
    : O[K] extends Value<infer T>
      ? O[K] extends { required: true }
        ? T
        : T | undefined
      : never;
};

/** The output of a command: `data` for programs (`--json`), `text` for persons. */
export interface Outcome {
  readonly data: unknown;
  readonly text: string;
  /** Standard output is taken by what the command has written: the text goes to the other one. */
  readonly isBesideOutput?: true;
  /** The exit code where it is not 0: the command was done, and found something wrong. */
  readonly exit?: 1;
}

/** What a command may use beside the site. */
export interface CommandContext {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Everything on standard input. Read only by the commands that ask for it. */
  readInput(): Promise<string>;
  /** Standard output, for commands that write bytes. */
  readonly output: Writable;
}

interface Declared<P, O> {
  /** `topic verb`, such as `account create`, or one word. */
  readonly name: string;
  /** One line for the help. */
  readonly about: string;
  /** Words that must follow, in order; the keys are the names in the input. */
  readonly parameters: P;
  /** Keys are the options' names: `dryRun` is `--dry-run`. */
  readonly options: O;
  /** False: runs also where the database was used with another secret. */
  readonly checkSecret?: false;
}

/** A command as the runner sees it. */
export type Command = Declared<Values, Options> &
  (
    | {
        readonly needs: 'site';
        run(ctx: Context, input: Record<string, unknown>, context: CommandContext): Promise<Outcome>;
      }
    | { readonly needs: 'folder'; run(context: CommandContext, input: Record<string, unknown>): Promise<Outcome> }
  );

/** Declares a command that works on an open site. */
export function siteCommand<const P extends Values, const O extends Options>(
  command: Declared<P, O> & {
    run(ctx: Context, input: ReadAll<P> & ReadOptions<O>, context: CommandContext): Promise<Outcome>;
  },
): Command {
  const { run, ...declared } = command;
  return { ...declared, needs: 'site', run: (ctx, input, context) => run(ctx, input as never, context) };
}

/** Declares a command that works on the data folder, with no database open. */
export function folderCommand<const P extends Values, const O extends Options>(
  command: Declared<P, O> & { run(context: CommandContext, input: ReadAll<P> & ReadOptions<O>): Promise<Outcome> },
): Command {
  const { run, ...declared } = command;
  return { ...declared, needs: 'folder', run: (context, input) => run(context, input as never) };
}

/** `dryRun` → `dry-run`. */
export function optionName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The usage line of a command: `account suspend USERNAME --reason TEXT [--until WHEN]`. */
export function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([key, option]) => {
    const text = `--${optionName(key)}${option.flag ? '' : ` ${option.shape}`}`;
    return option.required ? text : `[${text}]`;
  });
  const parameters = Object.values(command.parameters).map((parameter) => parameter.shape);
  return [command.name, ...parameters, ...options].join(' ');
}
