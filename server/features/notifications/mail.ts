import type { Context } from '#server/context.ts';
import type { Message } from '#server/platform/mail/message.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** One line of a mail. */
interface Line {
  readonly title: string;
  readonly message: string;
}

/** Unread notifications as one mail. @param total of which `lines` are the newest */
export function mailDigest(
  site: Pick<Context, 'config' | 'siteUrl' | 'secret'>,
  to: { email: string; profileId: string },
  lines: readonly Line[],
  total: number,
): Message {
  const count = total === 1 ? '1 new notification' : `${total} new notifications`;
  const rest = total - lines.length;
  return {
    to: to.email,
    subject: `${count} on ${site.config.siteName}`,
    paragraphs: [
      `You have ${count} that you have not read.`,
      ...lines.map(({ title, message }) => (message === '' ? title : `${title}: ${message}`)),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    action: { label: 'Open notifications', url: `${site.siteUrl}/notifications` },
    unsubscribe: `${site.siteUrl}/unsubscribe?token=${unsubscribeToken(site, to.profileId)}`,
  };
}
