import type { Context } from '#platform/server/context.ts';
import type { Message } from '#platform/server/mail/message.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** One line of a mail. */
interface Line {
  readonly title: string;
  readonly message: string;
}

const linesOf = (lines: readonly Line[], unlisted: number): string[] => [
  ...lines.map(({ title, message }) => (message === '' ? title : `${title}: ${message}`)),
  ...(unlisted > 0 ? [`And ${unlisted} more.`] : []),
];

const unsubscribeUrl = (site: Pick<Context, 'siteUrl' | 'secret'>, profileId: string): string =>
  `${site.siteUrl}/unsubscribe?token=${unsubscribeToken(site, profileId)}`;

/** Unread notifications as one mail. @param total of which `lines` are the newest */
export function mailDigest(
  site: Pick<Context, 'config' | 'siteUrl' | 'secret'>,
  to: { email: string; profileId: string },
  lines: readonly Line[],
  total: number,
): Message {
  const count = total === 1 ? '1 new notification' : `${total} new notifications`;
  return {
    kind: 'digest',
    to: to.email,
    subject: `${count} on ${site.config.siteName}`,
    paragraphs: [`You have ${count} that you have not read.`, ...linesOf(lines, total - lines.length)],
    action: { label: 'Open notifications', url: `${site.siteUrl}/notifications` },
    unsubscribe: unsubscribeUrl(site, to.profileId),
  };
}

/**
 * Replies to a member who is away, in their first week.
 * @param about.replies how many there are @param about.unlisted notifications beside `lines`
 * @param about.url where to read them, below the site's root
 */
export function mailReplies(
  site: Pick<Context, 'config' | 'siteUrl' | 'secret'>,
  to: { email: string; profileId: string },
  lines: readonly Line[],
  about: { readonly replies: number; readonly unlisted: number; readonly url: string },
): Message {
  return {
    kind: 'replies',
    to: to.email,
    subject: `${about.replies === 1 ? '1 new reply' : `${about.replies} new replies`} on ${site.config.siteName}`,
    paragraphs: [
      'This came while you were away.',
      ...linesOf(lines, about.unlisted),
      'In your first week replies are mailed at once; after that they come with the digest. Unsubscribing ends both.',
    ],
    action: { label: 'Read and answer', url: `${site.siteUrl}${about.url}` },
    unsubscribe: unsubscribeUrl(site, to.profileId),
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
    kind: 'full-disk',
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
