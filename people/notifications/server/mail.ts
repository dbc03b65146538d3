import type { Context } from '#platform/server/context.ts';
import type { Message } from '#platform/server/mail/message.ts';
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

/** The alert of staff that the disk is full. @param until null: it still is */
export function mailFullDisk(
  site: Pick<Context, 'config' | 'siteUrl'>,
  email: string,
  since: Date,
  until: Date | null,
): Message {
  const { siteName } = site.config;
  const from = `Since ${since.toUTCString()}`;
  return {
    to: email,
    subject: until === null ? `The disk of ${siteName} is full` : `The disk of ${siteName} was full`,
    paragraphs:
      until === null
        ? [
            `${from} the disk of the site's data folder is full. The site can only be read; nothing that was saved is lost.`,
            'Whoever runs the server has to make room on that disk. About 112 MB must be free; then the site takes writes again by itself, and you get a notification.',
          ]
        : [
            `${from} until ${until.toUTCString()} the disk of the site's data folder was full, and the site could only be read. It takes writes again, and nothing that was saved is lost.`,
            'Check the room on that disk.',
          ],
    action: { label: 'Open the site', url: site.siteUrl },
  };
}
