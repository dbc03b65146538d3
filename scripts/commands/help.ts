import { commandLine } from '#platform/server/config.ts';
import { type Command, type Outcome, optionName, usageOf } from './command.ts';

/** The description of a command for programs. */
function describe(command: Command) {
  return {
    name: command.name,
    usage: usageOf(command),
    about: command.about,
    parameters: Object.values(command.parameters).map(({ shape, about }) => ({ shape, about })),
    options: Object.entries(command.options).map(([key, { shape, about, required }]) => ({
      name: `--${optionName(key)}`,
      shape,
      about,
      required: required ?? false,
    })),
  };
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** The help of one command. */
export function helpOf(command: Command): Outcome {
  const parameters = Object.values(command.parameters).map(({ shape, about }) => [shape, about] as const);
  const options = [
    ...Object.entries(command.options).map(
      ([key, option]) =>
        [
          `--${optionName(key)}${option.flag ? '' : ` ${option.shape}`}`,
          `${option.about}${option.required ? ' Required.' : ''}`,
        ] as const,
    ),
    ['--json', 'Answers as JSON.'] as const,
  ];
  const parts = [
    `${commandLine} ${usageOf(command)}`,
    command.about,
    ...(parameters.length > 0 ? [columns(parameters)] : []),
    columns(options),
  ];
  return { data: describe(command), text: parts.join('\n\n') };
}

/** The help of several commands, one a line. */
export function helpOfAll(commands: readonly Command[]): Outcome {
  const text = [
    `${commandLine} COMMAND …    works on the site that DATA_DIR or DATABASE_URL names, with all its settings.`,
    columns(commands.map((command) => [command.name, command.about] as const)),
    'COMMAND --help has the details of one. --json answers for programs. Exit codes: 0 (done), 1 (refused or failed), 2 (wrong arguments).',
  ];
  return { data: { commands: commands.map(describe) }, text: text.join('\n\n') };
}
