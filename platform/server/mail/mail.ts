import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import type { Jobs } from '#platform/server/jobs/queue.ts';
import type { Mail, Message } from './message.ts';
import { noteMail } from './record.ts';
import { type Outbox, makeOutbox } from './outbox.ts';
import { renderMessage } from './render.ts';

const payload = z.object({
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  code: z.string().optional(),
  unsubscribe: z.url().optional(),
});

/** Sends one mail, or puts it into the outbox. A mail server that answers "later" is tried again for hours. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  payload,
  retries: 10,
  timeoutSeconds: 60,
  async run(ctx, message) {
    try {
      await ctx.mail.sendNow(message as Message);
    } catch (error) {
      await noteMail(ctx, 'failed');
      throw error;
    }
    await noteMail(ctx, ctx.mail.outbox === null ? 'delivered' : 'stored');
  },
});

/** `List-Unsubscribe` headers: mail programs show their own Unsubscribe button. */
function headersOf({ unsubscribe }: Message): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** `Mail` with the check of the mail server. */
export interface MailService extends Mail {
  /**
   * Signs in to the mail server, and sends nothing; the local outbox always works.
   * @throws with a reason for the operator when it cannot be used; after some seconds at most
   */
  check(): Promise<void>;
}

/** Timeouts of a check in milliseconds: the default ones are minutes. */
export const mailTimeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };

/** Signs in to a mail server, and sends nothing. @throws with a reason; after some seconds at most */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const probe = createTransport({ ...createTransport(smtpUrl).options, ...mailTimeouts });
  try {
    await probe.verify();
  } finally {
    probe.close();
  }
}

/** The sender of every mail: `MAIL_FROM`, else a name and an address at the site's host. */
export const senderOf = (config: Pick<Config, 'mailFrom' | 'siteName'>, siteUrl: string): string =>
  config.mailFrom ?? `${config.siteName.replace(/["<>\r\n]/g, '')} <no-reply@${new URL(siteUrl).hostname}>`;

/** Makes the mail service: SMTP where it is set, else the local outbox. */
export function makeMail(options: {
  config: Config;
  siteUrl: string;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
  onOutbox: (mail: { to: string; subject: string; text: string }) => void;
}): MailService {
  const { config } = options;
  const from = senderOf(config, options.siteUrl);
  const transport = config.smtpUrl ? createTransport(config.smtpUrl) : null;
  const outbox: Outbox | null = transport ? null : makeOutbox(config.dataDir);
  return {
    outbox,
    send: (tx, message) => options.jobs.enqueue(tx, sendMailJob, payload.parse(message)),
    async check() {
      if (config.smtpUrl) await checkMailServer(config.smtpUrl);
    },
    async sendNow(message) {
      const body = renderMessage(message, config.siteName);
      const headers = headersOf(message);
      if (transport) {
        await transport.sendMail({ from, to: message.to, subject: message.subject, headers, ...body });
        return;
      }
      await outbox!.add({ at: options.now(), from, to: message.to, subject: message.subject, headers, ...body });
      options.onOutbox({ to: message.to, subject: message.subject, text: body.text });
    },
  };
}
