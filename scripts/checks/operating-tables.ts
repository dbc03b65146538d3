import { settings } from '#platform/server/config.ts';
import { siteMeasures } from '#platform/server/monitoring/measures.ts';
import { PREFIX, registry } from '#platform/server/monitoring/metrics.ts';
import { commands } from '#scripts/commands/all.ts';
import { usageOf } from '#scripts/commands/command.ts';
import { siteSettingShapes } from '#people/site-settings/server/rules.ts';
import { settingTexts } from '#people/site-settings/server/rules/texts.ts';
import { features } from '#site/server/app.ts';

const codeCell = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** Every metric of a site with its labels, but those of Node itself. */
export function siteMetrics(): { name: string; labels: readonly string[]; help: string }[] {
  const counted = registry
    .getMetricsAsArray()
    .map((metric) => ({ ...metric, labels: (metric as { labelNames?: readonly string[] }).labelNames ?? [] }))
    .filter(({ name }) => !/^looproom_(?:process|nodejs)_/.test(name));
  const measured = [...siteMeasures, ...features.flatMap((feature) => feature.measures ?? [])].map((measure) => ({
    name: PREFIX + measure.name,
    labels: measure.label === undefined ? [] : [measure.label],
    help: measure.help,
  }));
  const names = new Set(measured.map(({ name }) => name));
  return [...counted.filter(({ name }) => !names.has(name)), ...measured].map(({ name, labels, help }) => ({
    name,
    labels,
    help,
  }));
}

/** A default as its table shows it. */
const defaultCell = (value: string | number | boolean): string =>
  value === '' ? '(empty)' : String(value).includes(' ') ? '(text)' : `\`${value}\``;

/** The generated tables of docs/operating.md, by the name of their marks. */
const tables: Readonly<Record<string, readonly string[]>> = {
  settings: [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...settings.map(
      ({ name, fallback, about }) => `| \`${name}\` | ${fallback === '' ? '(empty)' : `\`${fallback}\``} | ${about} |`,
    ),
  ],
  choices: [
    '| name | default | meaning |',
    '|---|---|---|',
    ...Object.entries(siteSettingShapes.parse({})).map(([name, value]) => {
      const { label, hint, options } = settingTexts[name as keyof typeof settingTexts];
      const values = Object.entries(options ?? {}).map(([one, words]) => `\`${one}\`: ${words}.`);
      return `| \`${name}\` | ${defaultCell(value)} | ${[`${label}.`, hint, ...values].join(' ')} |`;
    }),
  ],
  metrics: [
    '| metric | meaning |',
    '|---|---|',
    ...siteMetrics().map(
      ({ name, labels, help }) => `| \`${name}${labels.length > 0 ? `{${labels.join(', ')}}` : ''}\` | ${help} |`,
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
