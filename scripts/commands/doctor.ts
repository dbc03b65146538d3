import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { Examination, Examined } from '#features/staff/server/doctor/check.ts';
import { examineAll } from '#features/staff/server/doctor/doctor.ts';
import { machineTools } from '#features/staff/server/doctor/tools.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Config } from '#platform/server/config.ts';
import { folderFault } from '#platform/server/config/place.ts';
import type { Database } from '#platform/server/db/database.ts';
import { openDatabase } from '#platform/server/db/open.ts';
import { makeMail } from '#platform/server/mail/mail.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { openStorage } from '#platform/server/storage/open.ts';
import { type Command, folderCommand } from './command.ts';
import { text } from './values.ts';

/** Opens the database as it is: nothing is migrated, and none is made. */
async function openAsIs(config: Config): Promise<Database | string> {
  if (!config.databaseUrl) {
    const fault = folderFault(config.dataDir);
    if (fault !== null) return fault;
    if (!existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION')))
      return `There is no site in ${config.dataDir}.`;
  }
  const log = pino({ level: 'silent' });
  try {
    return await openDatabase(config, log, makeOutages(log), { patienceMs: 0, role: 'command', isMigrated: false });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Of the checks of many rows or files, in milliseconds. */
const PATIENCE_MS = 30_000;

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const marks: Readonly<Record<Examination['state'], string>> = {
  fine: 'ok',
  warning: 'WARNING',
  problem: 'PROBLEM',
  unknown: 'unknown',
  skipped: '-',
};

/** A line for each check, and two for each finding. */
function report(examinations: readonly Examination[]): string {
  const width = Math.max(...examinations.map(({ about }) => about.length));
  const lines = examinations.flatMap(({ about, state, text: seen, findings }) => {
    const [first = '', ...more] =
      findings.length === 0 ? [seen] : findings.flatMap((one) => [one.text, `→ ${one.remedy}`]);
    const left = `${marks[state].padEnd(8)} ${about.padEnd(width)}  `;
    return [left + first, ...more.map((line) => ' '.repeat(left.length) + line)];
  });
  const count = (state: Examination['state']): number => examinations.filter((one) => one.state === state).length;
  const unseen = count('unknown') > 0 ? `, ${count('unknown')} could not be looked at` : '';
  return `${lines.join('\n')}\n\n${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}${unseen}.`;
}

/** Sends a mail by the mail server at once. */
async function sendMail(config: Config, siteUrl: string, to: string): Promise<Examination> {
  const base = { name: 'test-mail', about: 'A test mail' };
  const mail = makeMail({
    // What comes back goes to the sender: nobody else waits for it.
    config: { ...config, mailBounces: null },
    siteUrl,
    secret: '',
    jobs: { enqueue: () => Promise.reject(new Error('This mail is not enqueued.')) },
    now: () => new Date(),
    onOutbox: () => {},
  });
  try {
    await mail.sendNow({
      kind: 'test',
      to,
      subject: `Test mail of ${config.siteName}`,
      paragraphs: [
        `Somebody with access to the server of ${config.siteName} has asked for this mail. Mails of the site reach you.`,
      ],
    });
    return {
      ...base,
      state: 'fine',
      text: `It is on its way to ${to}. If it does not come, look into the spam folder.`,
      findings: [],
    };
  } catch (error) {
    const finding = {
      level: 'problem' as const,
      text: `The mail server refuses it: ${error instanceof Error ? error.message : String(error)}.`,
      remedy: 'Check SMTP_URL, and that the server lets this user send as MAIL_FROM.',
    };
    return { ...base, state: 'problem', text: '', findings: [finding] };
  }
}

/** Where the site is not set up with a public address, it is on this machine. */
const addressOf = (config: Config): string => config.siteUrl ?? `http://localhost:${config.port}`;

const doctor = folderCommand({
  name: 'doctor',
  about:
    'Checks machine, database, files, mail and the own address, running or not, and says how to mend what is wrong.',
  parameters: {},
  options: { mail: text('ADDRESS', 'Sends a test mail there too.', 254) },
  async run({ config }, input) {
    const opened = await openAsIs(config);
    const db = typeof opened === 'string' ? null : opened;
    const hasFolder = existsSync(config.dataDir) && folderFault(config.dataDir) === null;
    const storage = hasFolder ? await openStorage(config) : null;
    const siteUrl = addressOf(config);
    const site: Examined = {
      config,
      siteUrl,
      now: () => new Date(),
      db,
      databaseFault: typeof opened === 'string' ? opened : null,
      storage,
      hasOtherBackups: db
        ? await siteSettings(db).then(
            (own) => own.backupsElsewhere,
            () => false,
          )
        : false,
      patienceMs: PATIENCE_MS,
      tools: machineTools,
    };
    try {
      const found = await examineAll(site);
      if (input.mail !== undefined) found.push(await sendMail(config, siteUrl, input.mail));
      const isFine = found.every(({ state }) => state !== 'problem');
      return { data: { isFine, checks: found }, text: report(found), ...(!isFine && { exit: 1 as const }) };
    } finally {
      storage?.close();
      await db?.close();
    }
  },
});

/** What looks for faults of the whole site. */
export const doctorCommands: readonly Command[] = [doctor];
