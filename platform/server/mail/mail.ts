import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import { emit } from '#platform/server/events/emit.ts';
import { FinalFailure, defineJob } from '#platform/server/jobs/job.ts';
import { bounceSender } from './bounces.ts';
import type { Jobs } from '#platform/server/jobs/queue.ts';
import type { Mail, Message } from './message.ts';
import { countMail, noteMail } from './record.ts';
import { forgetRefusal, mailRefused, noteRefusal, refusalOf, refusalOfAddress } from './refusals.ts';
import { type Outbox, makeOutbox } from './outbox.ts';
import { renderMessage } from './render.ts';

const payload = z.object({
  kind: z.string().default('other'),
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
  code: z.string().optional(),
  unsubscribe: z.url().optional(),
  /** Until when a mail that its recipient asked for is of use. */
  askedUntil: z.iso.datetime().optional(),
});

/**
 * Sends one mail, or puts it into the outbox. While the mail server cannot be reached or answers "later" it is tried for
 * three days: after half a minute, then ever more rarely, at last every four hours. What is refused for good stops at
 * once.
 */
export const sendMailJob = defineJob({
  name: 'mail.send',
  payload,
  // 30 s doubled nine times are 4.3 hours; eighteen times four hours follow.
  retries: 27,
  longestDelaySeconds: 4 * 3600,
  timeoutSeconds: 60,
  async run(ctx, { askedUntil, ...message }) {
    if (askedUntil !== undefined && ctx.clock.now() > new Date(askedUntil)) return countMail('expired');
    const earlier = await refusalOfAddress(ctx.db, message.to);
    if (earlier && askedUntil === undefined) return countMail('withheld');
    try {
      await ctx.mail.sendNow(message as Message);
    } catch (error) {
      await noteMail(ctx, 'failed');
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (!refusal.isOfAddress) throw new FinalFailure(`The mail server refused the mail: ${refusal.answer}`);
      await ctx.db.tx(async (tx) => {
        if (await noteRefusal(tx, message.to, refusal.answer, ctx.clock.now()))
          await emit(ctx, tx, mailRefused, { address: message.to });
      });
      return;
    }
    await noteMail(ctx, ctx.mail.outbox === null ? 'delivered' : 'stored');
    if (earlier) await forgetRefusal(ctx.db, message.to);
  },
});

/**
 * Headers beside the usual ones: a machine wrote it (RFC 3834), what it is about (`Feedback-ID`, by which providers count
 * complaints), and where its kind is unsubscribed (RFC 8058), for which mail programs show a button.
 */
function headersOf({ kind, unsubscribe }: Message, host: string): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': `${kind}:${host}:looproom`,
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
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
  /** Of the site. */
  secret: string;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
  onOutbox: (mail: { to: string; subject: string; text: string }) => void;
}): MailService {
  const { config } = options;
  const from = senderOf(config, options.siteUrl);
  const transport = config.smtpUrl ? createTransport(config.smtpUrl) : null;
  const outbox: Outbox | null = transport ? null : makeOutbox(config.dataDir);
  const service: MailService = {
    outbox,
    look: { color: null, head: null },
    send(tx, { asked, ...message }) {
      const askedUntil = asked && new Date(options.now().getTime() + asked.goodForMinutes * 60_000).toISOString();
      return options.jobs.enqueue(tx, sendMailJob, payload.parse({ ...message, askedUntil }));
    },
    async check() {
      if (config.smtpUrl) await checkMailServer(config.smtpUrl);
    },
    async sendNow(message) {
      const body = renderMessage(message, config.siteName, service.look);
      const headers = headersOf(message, new URL(options.siteUrl).hostname);
      if (transport) {
        await transport.sendMail({
          from,
          to: message.to,
          subject: message.subject,
          headers,
          ...body,
          ...(config.mailBounces !== null && {
            envelope: { from: bounceSender(options.secret, config.mailBounces, message.to), to: message.to },
          }),
        });
        return;
      }
      await outbox!.add({ at: options.now(), from, to: message.to, subject: message.subject, headers, ...body });
      options.onOutbox({ to: message.to, subject: message.subject, text: body.text });
    },
  };
  return service;
}
