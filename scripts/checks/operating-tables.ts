import { settings } from '#platform/server/config.ts';
import { commands } from '#scripts/commands/all.ts';
import { usageOf } from '#scripts/commands/command.ts';

const codeCell = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** The generated tables of docs/operating.md, by the name of their marks. */
const tables: Readonly<Record<string, readonly string[]>> = {
  settings: [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...settings.map(
      ({ name, fallback, about }) => `| \`${name}\` | ${fallback === '' ? '(empty)' : `\`${fallback}\``} | ${about} |`,
    ),
  ],
  commands: [
    '| command | does |',
    '|---|---|',
    ...commands.map((command) => `| ${codeCell(usageOf(command))} | ${command.about} |`),
  ],
};

/** docs/operating.md with the tables as the code has them. @throws when the marks of one are missing */
export function withOperatingTables(document: string): string {
  let text = document;
  for (const [name, lines] of Object.entries(tables)) {
    const begin = `<!-- ${name}: npm run operating-tables -->`;
    const end = `<!-- /${name} -->`;
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/operating.md lacks ${begin} … ${end}.`);
    text = `${text.slice(0, from + begin.length)}\n${lines.join('\n')}\n${text.slice(to)}`;
  }
  return text;
}
