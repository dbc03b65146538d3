import { operations } from '#features/staff/contract/operation-limits.ts';
import type { Reply } from '#site/contract/contract.ts';
import { type SectionId, partsOf, sections } from '#site/contract/section-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { configuredName, ownSettings, siteSettings } from '#people/site-settings/server/store.ts';
import { lastBackup, lastBackupTest, lastBackupTrial } from '#platform/server/backups/backup-mark.ts';
import { sql } from '#platform/server/db/database.ts';
import { mailRecord } from '#platform/server/mail/record.ts';

type Item = Reply<'GET /staff/checklist'>['items'][number];

const DAY_MS = 86_400_000;
/** The name that a site has which nobody named. */
const STOCK_NAME = 'Looproom';

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

async function nameItem(ctx: Context): Promise<Item> {
  const { siteName } = await siteSettings(ctx.db);
  const isDone = siteName !== '' || configuredName(ctx) !== STOCK_NAME;
  return {
    key: 'name',
    title: 'Name your site',
    isDone,
    text: isDone
      ? `The site is called ${ctx.config.siteName}.`
      : `It is still called ${STOCK_NAME}, as the software is. The name stands in titles, mails and feeds.`,
    link: { to: '/admin/site-settings', label: 'Site settings' },
  };
}

async function mailItem(ctx: Context): Promise<Item> {
  const title = 'Send mail';
  const link = { to: '/admin/jobs', label: 'Jobs and mail' };
  const { delivered_at: delivered, failed_at: failed } = await mailRecord(ctx.db, ctx.clock.now());
  if (ctx.mail.outbox !== null)
    return {
      key: 'mail',
      title,
      isDone: false,
      text: 'There is no mail server: mails are put into a folder of this machine, and nobody gets them. Set SMTP_URL, and start the site again.',
      link,
    };
  const isFailing = failed !== null && (delivered === null || failed > delivered);
  const text = isFailing
    ? 'The last mail could not be sent. Its error is listed in Jobs and mail.'
    : delivered === null
      ? 'No mail has been sent yet. Send a test mail to yourself.'
      : `The mail server took a mail on ${dayOf(delivered)}.`;
  return { key: 'mail', title, isDone: delivered !== null && !isFailing, text, link };
}

async function backupItem(ctx: Context): Promise<Item> {
  const title = 'Back it up';
  const link = { to: '/admin/site-settings', label: 'Site settings' };
  if ((await siteSettings(ctx.db)).backupsElsewhere)
    return { key: 'backup', title, isDone: true, text: 'An admin has said that other tools make the backups.', link };
  const mark = await lastBackup(ctx.config.dataDir);
  if (mark === null)
    return {
      key: 'backup',
      title,
      isDone: false,
      text: 'There is no backup yet. Set BACKUP_TARGET, run "looproom backup" on the server, or say in the site settings that other tools make the backups.',
      link,
    };
  const at = new Date(mark.at);
  const isRecent = ctx.clock.now().getTime() - at.getTime() <= operations.backupDays * DAY_MS;
  const [passed, last] = await Promise.all([lastBackupTest(ctx.config.dataDir), lastBackupTrial(ctx.config.dataDir)]);
  const text = [
    `The last backup is of ${dayOf(at)}.`,
    isRecent ? null : 'Make them regularly: set BACKUP_TARGET, or use a timer of the server.',
    passed === null ? null : `One was restored for a test on ${dayOf(new Date(passed.at))}.`,
    last === null || last.outcome === 'passed'
      ? passed === null && 'None was restored for a test yet: "looproom backup test" does it.'
      : `The test of ${dayOf(new Date(last.at))} ${last.outcome === 'failed' ? 'failed' : 'was not possible'}: ${last.text}`,
  ].filter((sentence) => typeof sentence === 'string');
  return {
    key: 'backup',
    title,
    isDone: isRecent && last?.outcome !== 'failed',
    text: text.join(' '),
    link,
  };
}

async function writtenItems(ctx: Context): Promise<Item[]> {
  const [row] = await ctx.db.rows<{ rules: number; categories: number }>(sql`
    SELECT coalesce((SELECT max(version) FROM legal_texts WHERE key = 'rules'), 0)::int AS rules,
      (SELECT count(*) FROM forum_categories WHERE is_active)::int AS categories`);
  const { rules, categories } = row!;
  return [
    {
      key: 'rules',
      title: 'Write your rules',
      isDone: rules > 0,
      text:
        rules > 0
          ? `Version ${rules} of the rules is published.`
          : 'The rules are those that came with the software, with parts for you to fill in. Terms and privacy policy are there too.',
      link: { to: '/admin/legal-texts', label: 'Legal texts' },
    },
    {
      key: 'categories',
      title: 'Choose the categories of the forum',
      isDone: categories > 0,
      text:
        categories > 0
          ? `The forum has ${categories} of your own.`
          : 'The forum has only the fixed categories. Add those that your members need.',
      link: { to: '/admin/categories', label: 'Categories' },
    },
  ];
}

/** Done once an admin has chosen either way: the default stays what it is. */
async function staffItem(ctx: Context): Promise<Item> {
  const [own, { onlyAdminsAssign }] = await Promise.all([ownSettings(ctx.db), siteSettings(ctx.db)]);
  return {
    key: 'staff',
    title: 'Decide who makes moderators',
    isDone: own.has('onlyAdminsAssign'),
    text: onlyAdminsAssign
      ? 'Only admins make moderators and custom roles.'
      : 'Moderators make other moderators and custom roles too, and admins are notified.',
    link: { to: '/admin/site-settings', label: 'Site settings' },
  };
}

/** Done once an admin has chosen, be it everything. */
async function sectionsItem(ctx: Context): Promise<Item> {
  const [own, { sectionsOff }] = await Promise.all([ownSettings(ctx.db), siteSettings(ctx.db)]);
  const off = partsOf(sectionsOff).flatMap((id) =>
    Object.hasOwn(sections, id) ? sections[id as SectionId].label : [],
  );
  return {
    key: 'sections',
    title: 'Choose the parts of the site',
    isDone: own.has('sectionsOff'),
    text:
      off.length === 0
        ? 'Every part is switched on: songs, leaks, parties, the gallery and the rest.'
        : `Switched off: ${off.join(', ')}.`,
    link: { to: '/admin/site-settings', label: 'Site settings' },
  };
}

/** What an owner does before members come, with what the site itself has found. */
export async function readChecklist(ctx: Context): Promise<Reply<'GET /staff/checklist'>> {
  const [name, parts, mail, backup, written, assigns, { showChecklist }] = await Promise.all([
    nameItem(ctx),
    sectionsItem(ctx),
    mailItem(ctx),
    backupItem(ctx),
    writtenItems(ctx),
    staffItem(ctx),
    siteSettings(ctx.db),
  ]);
  return { isShown: showChecklist, items: [name, parts, mail, backup, ...written, assigns] };
}
