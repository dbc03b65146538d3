import { commandLine } from '#platform/server/config/package-root.ts';
import { type Command, type Outcome, optionName, usageOf } from '#scripts/commands/command.ts';

/** A command as the help knows it. */
export interface Described {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly parameters: readonly { readonly shape: string; readonly about: string }[];
  readonly options: readonly {
    readonly name: string;
    readonly shape: string;
    readonly about: string;
    readonly required: boolean;
    readonly flag: boolean;
  }[];
}

/** The description of a command. */
export function describeCommand(command: Command): Described {
  return {
    name: command.name,
    usage: usageOf(command),
    about: command.about,
    parameters: Object.values(command.parameters).map(({ shape, about }) => ({ shape, about })),
    options: Object.entries(command.options).map(([key, { shape, about, required, flag }]) => ({
      name: `--${optionName(key)}`,
      shape,
      about,
      required: required ?? false,
      flag: flag ?? false,
    })),
  };
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** The help of one command. */
export function helpOf(command: Described): Outcome {
  const parameters = command.parameters.map(({ shape, about }) => [shape, about] as const);
  const options = [
    ...command.options.map(
      ({ name, shape, about, required, flag }) =>
        [`${name}${flag ? '' : ` ${shape}`}`, `${about}${required ? ' Required.' : ''}`] as const,
    ),
    ['--json', 'Answers as JSON.'] as const,
  ];
  const parts = [
    `${commandLine} ${command.usage}`,
    command.about,
    ...(parameters.length > 0 ? [columns(parameters)] : []),
    columns(options),
  ];
  return { data: command, text: parts.join('\n\n') };
}

/** The help of several commands, one a line. */
export function helpOfAll(commands: readonly Described[]): Outcome {
  const text = [
    `${commandLine} COMMAND …    works on the site that DATA_DIR or DATABASE_URL names, with all its settings.`,
    columns(commands.map((command) => [command.name, command.about] as const)),
    'COMMAND --help has the details of one. --json answers for programs. Exit codes: 0 (done), 1 (refused or failed), 2 (wrong arguments).',
  ];
  return { data: { commands }, text: text.join('\n\n') };
}
