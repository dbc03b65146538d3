import { commandLine } from '#platform/server/config/package-root.ts';
import { type Outcome, UsageError } from '#scripts/commands/command.ts';
import file from './described.json' with { type: 'json' };
import { type Described, helpOf, helpOfAll } from './help.ts';

/** The descriptions of all commands, which npm run operating-tables writes. */
export const described: readonly Described[] = file;

/** The command that words begin with. */
export const findCommand = <T extends { readonly name: string }>(
  commands: readonly T[],
  plain: readonly string[],
): T | undefined =>
  commands.find(({ name }) => name === plain.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === plain[0]);

/**
 * What can be answered without loading the commands, which takes seconds: help, and that there is no such command.
 * @returns null where a command must run
 * @throws {UsageError}
 */
export function firstAnswer(words: readonly string[]): Outcome | null {
  const plain = words.filter((word) => !word.startsWith('-'));
  const wantsHelp = words.some((word) => word === '--help' || word === '-h');
  const command = findCommand(described, plain);
  if (command) return wantsHelp ? helpOf(command) : null;
  const topic = plain[0];
  if (topic === undefined || (topic === 'help' && plain.length === 1)) return helpOfAll(described);
  const group = described.filter((candidate) => candidate.name.startsWith(`${topic} `));
  if (group.length > 0 && (wantsHelp || plain.length === 1)) return helpOfAll(group);
  throw new UsageError(`There is no command "${plain.slice(0, 2).join(' ')}". See: ${commandLine} --help`);
}
