import { type AttemptRate, type Rate, attemptRates, rates } from '#platform/contract/rate-limits.ts';
import { settings } from '#platform/server/config.ts';
import { maintenance } from '#platform/server/maintenance.ts';
import { siteMeasures } from '#platform/server/monitoring/measures.ts';
import { PREFIX, registry } from '#platform/server/monitoring/metrics.ts';
import { commands } from '#scripts/commands/all.ts';
import { usageOf } from '#scripts/commands/command.ts';
import { siteSettingShapes } from '#people/site-settings/server/rules.ts';
import { settingTexts } from '#people/site-settings/server/rules/texts.ts';
import { features } from '#site/server/app.ts';

/** What each rate counts. */
const rateTexts: Readonly<Record<keyof typeof rates | keyof typeof attemptRates, string>> = {
  read: 'Pages, and reading calls of the API.',
  write: 'Calls that change something.',
  preview: 'Previews of a text.',
  rendering: 'Milliseconds of a core that previews of a text take.',
  signIn: 'Tries to sign in with a password, and starts at an outside provider.',
  signUp: 'Sign-ups.',
  mailRequest: 'Asking for a mail.',
  takedown: 'Copyright complaints.',
  codeEntry: 'Codes, mailed links, and questions for the password.',
  friendRequest: 'Friend requests.',
  search: 'Searches, also while typing.',
  wordTrial: 'Trials of a banned word by staff: each reads the latest 10,000 texts.',
  showcase: 'Artists connected or updated in the showcase.',
  file: 'Requests for files.',
  drawing: 'Preview pictures of shared addresses.',
  transfer: 'File transfers that start.',
  transferChunk: 'Parts of file transfers.',
  heavy: 'Data exports, and processing a file again.',
  checkout: 'Calls that ask the payment provider.',
  paymentEvent: 'Events of the payment provider.',
  mailEvent: 'Bounces that a mail provider reports.',
  pay: 'Tips, unlocks and purchases with credits.',
  secretLink: 'Secret links that are opened.',
  chat: 'Messages of a chat.',
  presence: 'Signs of presence, typing and reactions of a room.',
  play: 'Plays that begin or were heard.',
  password: 'Wrong passwords.',
  passwordAccount: 'Wrong passwords from all unknown networks; beyond, they wait for their turn.',
  code: 'Wrong codes.',
  codeAccount: 'Wrong codes from all unknown networks; beyond, they wait for their turn.',
  mail: 'Mails that one network asks for.',
  mailAccount: 'Mails of one purpose that all unknown networks ask for; beyond, the one before counts.',
  signUpNetwork:
    'Accounts that one network makes, on all processes together; the /56 and /48 around it may make twice and four times as many.',
  reportNew: 'Reports of one account in its first day.',
  signUpHost:
    'Accounts with addresses of one mail host; of a large provider, ten times as many. Beyond, what an account writes in its first hours waits for staff.',
};

const rateRows = (limits: Readonly<Record<string, AttemptRate & Partial<Rate>>>): string[] => [
  '| name | default | counts |',
  '|---|---|---|',
  ...Object.entries(limits).map(
    ([name, { max, windowSeconds, by }]) =>
      `| \`${name}\` | ${max}/${windowSeconds} | ${rateTexts[name as keyof typeof rateTexts]}${by === 'address' ? ' (network)' : ''} |`,
  ),
];

/** What each scheduled job does. */
const jobTexts: Readonly<Record<string, string>> = {
  'community.count-statistics': 'counts members, posts, replies and XP; more seldom where counting is slow',
  'notifications.mail-replies': 'mails replies to new members who are away',
  'mail.read-mailbox': 'reads the mailbox for bounces',
  'parties.reward': 'rewards presence in listening parties',
  'parties.end-idle': 'ends parties without listeners',
  'rights.clock': 'complaints: reminders, restores, expiry after 3 days without confirmation',
  'accounts.purge': 'deletes expired sessions, links, codes and exports',
  'realtime.remove-old-events': 'deletes live events older than 24 hours',
  'attempts.remove-old': 'deletes attempts that no longer count',
  'backup.run': 'makes the backup, at `BACKUP_HOUR`',
  'moderation.forget-texts': 'deletes text prints older than `sameTextHours`',
  'staff.test-restore':
    'restores the newest backup for a test as often as `restoreTest` says, two hours behind `BACKUP_HOUR`',
  'media.clean': 'deletes unfinished transfers, unused and removed files',
  'notifications.digest': 'mails daily and weekly digests',
  'staff.count-days': 'counts today and yesterday for the Overview',
  'staff.measure-storage': 'measures the storage for `/admin/storage`',
  'ledger.forget-periods': 'deletes leaderboard sums of older months and weeks',
  'payments.reconcile': "reads every customer's state from the payment provider",
  'content.purge': 'purges what was removed or rejected more than 30 days ago, unless in dispute',
  'parties.forget-presence': 'deletes old minutes of presence',
  'feed.forget-unheard': 'deletes plays that were started and never counted',
  'media.clean-orphans': 'deletes stored files that the database does not know',
  'notifications.clear-read': 'deletes notifications read more than 90 days ago',
  'search.recount': 'counts likes and answers for the order of results',
  'secret-links.delete-expired': 'deletes secret links that expired more than 30 days ago',
  'showcase.refresh-all': 'asks Spotify about every artist',
};

/** A schedule in words. */
function scheduleWords(schedule: string): string {
  const [minute, hour] = schedule.split(' ') as [string, string];
  const two = (value: string): string => value.padStart(2, '0');
  if (minute === '*') return 'every minute';
  if (minute.startsWith('*/')) return `every ${minute.slice(2)} minutes`;
  if (hour === '*') return `hourly, at :${two(minute)}`;
  if (hour.startsWith('*/')) return `every ${hour.slice(2)} hours, at :${two(minute)}`;
  return `daily, ${two(hour)}:${two(minute)}`;
}

const ranks = [/minute$/, /minutes$/, /^hourly/, /hours/, /^daily/];

/** Scheduled jobs, the most frequent first. @throws where one has no text here */
const jobRows = (): string[] =>
  [...maintenance().crons, ...features.flatMap((feature) => feature.crons ?? [])]
    .map(({ schedule, job }) => {
      const [when, text] = [scheduleWords(schedule), jobTexts[job.name]];
      if (text === undefined) throw new Error(`jobTexts of scripts/checks/operating-tables.ts lacks ${job.name}.`);
      return { rank: ranks.findIndex((rank) => rank.test(when)), row: `| ${when} | \`${job.name}\` | ${text} |` };
    })
    .toSorted((one, other) => one.rank - other.rank || one.row.localeCompare(other.row, 'en', { numeric: true }))
    .map(({ row }) => row);

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
  rates: rateRows(rates),
  attempts: rateRows(attemptRates),
  jobs: ['| schedule (UTC) | job | does |', '|---|---|---|', ...jobRows()],
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
