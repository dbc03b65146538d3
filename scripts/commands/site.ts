import { type SiteSettingName, siteSettingShapes } from '#people/site-settings/server/rules.ts';
import { changeSiteSetting, siteSettings } from '#people/site-settings/server/store.ts';
import { type SectionPreset, sectionPresets } from '#site/contract/section-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { bouncesOfReport, mailEventsUrl, takeBounces } from '#platform/server/mail/bounces.ts';
import { replaceSecret } from '#platform/server/secret/secret.ts';
import { type Command, CommandError, UsageError, siteCommand } from './command.ts';
import { listed, table } from './output.ts';
import { flag, idOrAll, oneOf, required, text } from './values.ts';

const names = Object.keys(siteSettingShapes.shape) as SiteSettingName[];
const defaults = siteSettingShapes.parse({});
const setting = oneOf(names, `${names.join(', ')}.`, 'NAME');

/** Parses a typed value as JSON (numbers, true, false), else as text. */
function typedValue(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}

const changeSetting = (ctx: Context, name: SiteSettingName, value: unknown): Promise<unknown> =>
  ctx.db.tx((tx) => changeSiteSetting(ctx, tx, { name, value, by: null }));

const settingCommands: readonly Command[] = [
  siteCommand({
    name: 'setting list',
    about: 'Everything that may change while the site runs.',
    parameters: {},
    options: {},
    async run(ctx) {
      const now = await siteSettings(ctx.db);
      const items = names.map((name) => ({ name, value: now[name], default: defaults[name] }));
      return listed(
        { items },
        ['name', 'value', 'default'],
        items.map((row) => [row.name, row.value, row.default]),
        '',
      );
    },
  }),
  siteCommand({
    name: 'setting get',
    about: 'One setting.',
    parameters: { setting },
    options: {},
    async run(ctx, input) {
      const value = (await siteSettings(ctx.db))[input.setting];
      return { data: { name: input.setting, value }, text: String(value) };
    },
  }),
  siteCommand({
    name: 'setting set',
    about: 'Changes a setting; a running site follows at once.',
    parameters: { setting, value: text('VALUE', 'The new value.') },
    options: {},
    async run(ctx, input) {
      const value = typedValue(input.value);
      const fits = siteSettingShapes.shape[input.setting].safeParse(value);
      if (!fits.success)
        throw new UsageError(`${input.setting} cannot be ${input.value}: ${fits.error.issues[0]!.message}.`);
      const before = await changeSetting(ctx, input.setting, value);
      return {
        data: { name: input.setting, value, before },
        text: `${input.setting} was ${String(before)} and is ${input.value} now.`,
      };
    },
  }),
  siteCommand({
    name: 'setting reset',
    about: 'Takes the default again.',
    parameters: { setting },
    options: {},
    async run(ctx, input) {
      const before = await changeSetting(ctx, input.setting, null);
      const value = defaults[input.setting];
      return {
        data: { name: input.setting, value, before },
        text: `${input.setting} was ${String(before)} and is ${value}, the default, now.`,
      };
    },
  }),
];

const presetNames = Object.keys(sectionPresets) as SectionPreset[];

const presetCommand = siteCommand({
  name: 'setting preset',
  about: 'Switches parts of the site off, and all others on; what is there stays.',
  parameters: { preset: oneOf(presetNames, `${presetNames.join(', ')}.`, 'PRESET') },
  options: {},
  async run(ctx, { preset }) {
    const value = sectionPresets[preset].off.join(', ');
    const before = await changeSetting(ctx, 'sectionsOff', value);
    const done = value === '' ? 'Every part of the site is switched on now.' : `Switched off now: ${value}.`;
    return { data: { name: 'sectionsOff', value, before }, text: done };
  },
});

/** When a job that was just enqueued is run. */
const whenRun = 'A running site takes it within seconds; otherwise it runs when the site starts.';

const mailCommands: readonly Command[] = [
  siteCommand({
    name: 'mail bounce',
    about: 'Reads a returned mail from standard input: no further mails go to the address that it names.',
    parameters: {},
    options: {},
    async run(ctx, _, { readInput }) {
      const bounces = bouncesOfReport(ctx.secret, await readInput());
      await takeBounces(ctx, bounces);
      const addresses = bounces.map(({ address }) => address);
      return {
        data: { addresses },
        text:
          addresses.length === 0
            ? 'It names no address of ours that failed for good.'
            : `Stopped: ${addresses.join(', ')}.`,
      };
    },
  }),
  siteCommand({
    name: 'mail hook',
    about: 'The secret address for bounces and complaints of Amazon SES, Postmark or Mailgun.',
    parameters: {},
    options: {},
    async run(ctx) {
      return { data: { url: mailEventsUrl(ctx) }, text: mailEventsUrl(ctx) };
    },
  }),
];

const jobCommands: readonly Command[] = [
  siteCommand({
    name: 'job list',
    about: 'How many jobs wait, run and are dead, and what runs on a schedule.',
    parameters: {},
    options: { dead: flag('The dead ones, with their errors.') },
    async run(ctx, input) {
      if (input.dead) {
        const items = (await ctx.jobs.dead()).map((job) => ({
          id: job.id,
          name: job.name,
          failedAt: job.failedAt.toISOString(),
          error: job.error,
          payload: job.payload,
        }));
        return listed(
          { items },
          ['id', 'job', 'failed', 'error'],
          items.map((job) => [job.id, job.name, job.failedAt.slice(0, 19), job.error]),
          'No dead jobs.',
        );
      }
      const counts = await ctx.jobs.counts();
      const scheduled = ctx.jobs.scheduled();
      return {
        data: { ...counts, scheduled },
        text: `waiting ${counts.waiting}, running ${counts.running}, dead ${counts.dead}\n\n${table(
          ['job', 'schedule (UTC)'],
          scheduled.map((job) => [job.name, job.schedule]),
        )}`,
      };
    },
  }),
  siteCommand({
    name: 'job retry',
    about: 'Puts a dead job back into its queue, or all of them.',
    parameters: { job: idOrAll('Of the list of dead jobs.') },
    options: {},
    async run(ctx, input) {
      if (input.job === 'all') {
        const count = await ctx.db.tx((tx) => ctx.jobs.retryAll(undefined, tx));
        return { data: { count }, text: `${count} ${count === 1 ? 'job is' : 'jobs are'} back. ${whenRun}` };
      }
      if (!(await ctx.jobs.retry(input.job))) throw new CommandError(`There is no dead job ${input.job}.`);
      return { data: { id: input.job }, text: `It is back in its queue. ${whenRun}` };
    },
  }),
  siteCommand({
    name: 'job run',
    about: 'Adds a scheduled job now, beside its schedule.',
    parameters: { name: text('JOB', 'As the list of jobs names it.', 100) },
    options: {},
    async run(ctx, input) {
      if (!(await ctx.jobs.runNow(input.name)))
        throw new CommandError(
          `No job "${input.name}" runs on a schedule. There are: ${ctx.jobs
            .scheduled()
            .map((job) => job.name)
            .join(', ')}.`,
        );
      return { data: { name: input.name }, text: `${input.name} is in its queue. ${whenRun}` };
    },
  }),
];

/** Members whose second factor the former secret encrypted, named in the text. */
const NAMED = 50;

const secretCommands: readonly Command[] = [
  siteCommand({
    name: 'secret replace',
    about: 'Goes on with another secret when the former one is lost: everybody is signed out.',
    parameters: {},
    options: { yes: required(flag('Yes, the former secret is lost.')) },
    checkSecret: false,
    async run(ctx, input) {
      if (!input.yes) throw new UsageError('This gives up what the former secret signed. Say --yes if it is lost.');
      const rows = await ctx.db.tx(async (tx) => {
        await replaceSecret(tx, ctx.secret, ctx.clock.now());
        await tx.rows(sql`DELETE FROM sessions RETURNING id`);
        return await tx.rows<{ username: string }>(sql`
          SELECT profiles.username FROM users JOIN profiles ON profiles.user_id = users.id
          WHERE users.two_factor_enabled ORDER BY profiles.username`);
      });
      const usernames = rows.map((row) => row.username);
      const more = usernames.length > NAMED ? `, and ${usernames.length - NAMED} more (--json lists all)` : '';
      const words =
        usernames.length === 0
          ? 'The site goes on with this secret. Nobody used two-factor sign-in.'
          : `The site goes on with this secret. These members cannot use their second factor any more. Make sure that it is they who ask, then run "account reset-two-factor" for each: ${usernames.slice(0, NAMED).join(', ')}${more}.`;
      return { data: { twoFactor: usernames }, text: words };
    },
  }),
];

/** Settings, jobs and the site's secret. */
export const siteCommands: readonly Command[] = [
  ...settingCommands,
  presetCommand,
  ...mailCommands,
  ...jobCommands,
  ...secretCommands,
];
