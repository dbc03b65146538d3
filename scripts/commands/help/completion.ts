import { packageRoot } from '#platform/server/config.ts';
import { type Command, folderCommand } from '#scripts/commands/command.ts';
import { oneOf } from '#scripts/commands/values.ts';
import { described } from './first-answer.ts';
import type { Described } from './help.ts';

/** Shells that can complete commands. */
const shells = ['bash', 'zsh'] as const;

/** zsh's emulation of bash's completion. */
const zshStart = `autoload -Uz compinit bashcompinit
typeset -f compdef >/dev/null || compinit
bashcompinit
`;

/** Words that a shape lists, such as `open|resolved`. */
const choices = (shape: string): string[] => (/^[a-z-]+(?:\|[a-z-]+)+$/.test(shape) ? shape.split('|') : []);

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`;

/**
 * The script that completes commands, their options and the words of closed lists, for a shell's start to read. It
 * makes a command `looproom` where there is none. zsh runs it by its own emulation of bash's completion.
 * @param root folder of the program
 */
function completionOf(shell: (typeof shells)[number], commands: readonly Described[], root: string): string {
  const topics = Map.groupBy(commands, ({ name }) => name.split(' ')[0]!);
  const ofCommands = commands.map(({ name, parameters, options }) => {
    const words = [
      ...parameters.flatMap(({ shape }) => choices(shape)),
      ...options.flatMap((option) => [option.name, ...choices(option.flag ? '' : option.shape)]),
    ];
    return `    '${name}'|'${name} '*) words=${quoted([...new Set(words), '--json', '--help'])} ;;`;
  });
  const ofTopics = [...topics].flatMap(([topic, some]) => {
    const verbs = some.flatMap(({ name }) => name.split(' ')[1] ?? []);
    return verbs.length > 0 ? [`    '${topic}') words=${quoted(verbs)} ;;`] : [];
  });
  return `${shell === 'zsh' ? zshStart : ''}command -v looproom >/dev/null || looproom() { npm run --silent --prefix '${root.replaceAll("'", String.raw`'\''`)}' looproom -- "$@"; }
_looproom() {
  local words='' at=1 typed=''
  while [ "$at" -lt "$COMP_CWORD" ]; do
    typed="$typed\${typed:+ }\${COMP_WORDS[$at]}"
    at=$((at + 1))
  done
  case "$typed" in
    '') words=${quoted([...topics.keys(), '--help'])} ;;
${ofTopics.join('\n')}
${ofCommands.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[$COMP_CWORD]}"))
}
complete -o default -F _looproom looproom
`;
}

/** Completion of what is typed in a shell. */
export const completionCommands: readonly Command[] = [
  folderCommand({
    name: 'completion',
    about: 'Prints a script for the start of a shell, which makes a command looproom and completes what is typed.',
    parameters: { shell: oneOf(shells, 'The shell.') },
    options: {},
    async run(_context, { shell }) {
      const script = completionOf(shell, described, packageRoot());
      return { data: { shell, script }, text: script };
    },
  }),
];
