import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { MAX_REPORT_BYTES, bouncesOfReport, takeBounces } from './bounces.ts';

/** Mails that one run reads; the next run reads on. */
const MAX_MAILS = 200;
/** Milliseconds for which a mail server may be silent. */
const SILENCE_MS = 30_000;

/** Names a failure without the address of the mailbox, which has its password. */
const failed = (host: string, error: unknown): Error => {
  const { responseText, message } = error as { responseText?: string; message: string };
  return new Error(`The mailbox on ${host} (MAIL_MAILBOX) cannot be read: ${responseText ?? message}`);
};

/**
 * Reads the unread mails of the mailbox for bounces (`MAIL_MAILBOX`) by IMAP, stops further mails to the recipients that
 * they name as failed for good, and marks them as read.
 * @returns how many addresses are new
 * @throws where the mailbox cannot be read
 */
export async function readMailbox(ctx: Context): Promise<number> {
  const { mailMailbox } = ctx.config;
  if (mailMailbox === null) return 0;
  const url = new URL(mailMailbox);
  // Most sites have none.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'imaps:' ? 993 : 143) : Number(url.port),
    secure: url.protocol === 'imaps:',
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
  // What ends the connection also rejects the command that waits.
  client.on('error', (error: unknown) => ctx.log.debug({ err: error }, 'mailbox'));
  let stopped = 0;
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(url.pathname.slice(1)) || 'INBOX');
    const unread = await client.search({ seen: false }, { uid: true });
    for (const uid of (unread || []).slice(0, MAX_MAILS)) {
      const mail = await client.fetchOne(String(uid), { source: { maxLength: MAX_REPORT_BYTES } }, { uid: true });
      const bounces = mail && mail.source ? bouncesOfReport(ctx.secret, mail.source.toString()) : [];
      stopped += await takeBounces(ctx, bounces);
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    }
    await client.logout();
  } catch (error) {
    throw failed(url.host, error);
  } finally {
    client.close();
  }
  return stopped;
}

/** Reads the mailbox for bounces every five minutes. */
export const mailboxJob = defineJob({
  name: 'mail.read-mailbox',
  payload: z.object({}),
  async run(ctx) {
    await readMailbox(ctx);
  },
});
