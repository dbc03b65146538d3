import { type NotificationKind, notificationKinds } from '#people/notifications/contract/endpoints.ts';

/** Stands at the beginning of a title for who did it; the name is put in when it is read, so that it is today's. */
const ACTOR = '{actor}';
/** Begins the title of a reply in a watched post. */
const ONE_REPLY = 'New reply';

/** What a text is about: a few words of it, which 18+ content keeps to itself. */
export interface About {
  readonly text: string;
  readonly isAdult: boolean;
}

interface NoticeText {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
}

const said = ({ text, isAdult }: About): string => (isAdult ? 'In an 18+ post.' : text);
const paidFor = ({ text, isAdult }: About): string => (isAdult ? 'For an 18+ post.' : text);
const reasoned = (reason: string): string => (reason.trim() === '' ? 'Staff gave no reason.' : reason);

/**
 * The words of every kind, in one place: features fill in what it is about. Kinds of features that do not exist yet
 * have their shape here, and nobody who says them.
 */
export const noticeText = {
  /** @param on what was done to a thing of the member's; without it a reply of theirs was answered */
  reply: (about: About, on?: { readonly verb: 'commented on' | 'replied to'; readonly noun: string }) => ({
    kind: 'reply',
    title: on === undefined ? `${ACTOR} replied to you` : `${ACTOR} ${on.verb} your ${on.noun}`,
    message: said(about),
  }),
  mention: (about: About) => ({ kind: 'mention', title: `${ACTOR} mentioned you`, message: said(about) }),
  /** @param thread title of the watched post */
  watched: (about: About, thread: string) => ({
    kind: 'watched',
    title: about.isAdult ? adultWatched : `${ONE_REPLY} in "${thread}"`,
    message: said(about),
  }),
  like: (about: About, noun: string, verb: 'liked' | 'reacted to' = 'liked') => ({
    kind: 'like',
    title: `${ACTOR} ${verb} your ${noun}`,
    message: said(about),
  }),
  friend_request: () => ({
    kind: 'friend_request',
    title: `${ACTOR} sent you a friend request`,
    message: 'You can accept or decline it.',
  }),
  friend_accepted: () => ({
    kind: 'friend_accepted',
    title: `${ACTOR} accepted your friend request`,
    message: 'You are now friends!',
  }),
  /** @param noun what was released: `upload`, `set` */
  release: (about: About, noun: string) => ({
    kind: 'release',
    title: `${ACTOR} released ${noun === 'set' ? 'a set' : 'a track'}`,
    message: said(about),
  }),
  /** @param category its name */
  category: (about: About, category: string) => ({
    kind: 'category',
    title: `${ACTOR} posted in ${category}`,
    message: said(about),
  }),
  welcome: (title: string, message: string) => ({ kind: 'welcome', title, message }),
  announcement: (title: string, excerpt: string) => ({ kind: 'announcement', title, message: excerpt }),
  approval: () => ({
    kind: 'approval',
    title: 'Approved',
    message: 'Staff have approved what you wrote. Everybody can see it now.',
  }),
  rejection: (reason: string) => ({
    kind: 'rejection',
    title: 'Not approved',
    message: `Staff have removed what you wrote: ${reason}`,
  }),
  removal: (what: string, reason: string) => ({
    kind: 'removal',
    title: `${what} was removed`,
    message: reasoned(reason),
  }),
  /** @param what such as `your post "Title"` @param editor name and role of who of staff edited */
  edit: (what: string, editor: string, isHeld: boolean) => ({
    kind: 'edit',
    title: `Staff edited ${what}`,
    message: `${editor} changed it. Its history shows what is different.${isHeld ? ' It waits for review now: only you and staff can see it.' : ''}`,
  }),
  /** @param minutes until it begins */
  party: (about: About, minutes: number) => ({
    kind: 'party',
    title: `${about.isAdult ? 'An 18+ party' : `"${about.text}"`} begins in ${minutes} minutes`,
    message: 'Its room is open now.',
  }),
  rank: (name: string) => ({ kind: 'rank', title: 'New rank', message: `You have reached ${name}.` }),
  tip: (about: About, credits: number) => ({
    kind: 'tip',
    title: `${ACTOR} tipped you ${creditsOf(credits)}`,
    message: paidFor(about),
  }),
  unlock: (about: About, credits: number) => ({
    kind: 'unlock',
    title: `${ACTOR} unlocked your post for ${creditsOf(credits)}`,
    message: paidFor(about),
  }),
  staff: (title: string, message: string) => ({ kind: 'staff', title, message }),
} as const satisfies { readonly [K in NotificationKind]: (...about: never[]) => NoticeText & { readonly kind: K } };

/** Somebody has paid for a thing of the member's: among unlocks, whose setting it follows. */
export const boughtText = (about: About, noun: string, credits: number) =>
  ({
    kind: 'unlock',
    title: `${ACTOR} bought your ${noun} for ${creditsOf(credits)}`,
    message: paidFor(about),
  }) as const satisfies NoticeText;

const creditsOf = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;

/** Staff have removed what was sold: what its buyers get back, and its seller pays. Among removals, whose setting it follows. */
export const refundText = {
  buyer: ({ text, isAdult }: About, credits: number) =>
    ({
      kind: 'removal',
      title: isAdult ? 'Something 18+ that you bought was removed' : `"${text}", which you bought, was removed`,
      message: `You have your ${creditsOf(credits)} back.`,
    }) as const satisfies NoticeText,
  seller: ({ text, isAdult }: About, credits: number, buyers: number) =>
    ({
      kind: 'removal',
      title: `${creditsOf(credits)} went back to ${buyers === 1 ? 'a buyer' : `${buyers} buyers`}`,
      message: isAdult ? 'Staff have removed what you sold.' : `Staff have removed "${text}".`,
    }) as const satisfies NoticeText,
};

/** Text of a notification whose content became 18+ after it was sent. */
export const adultMessage = said({ text: '', isAdult: true });
export const adultWatched = `${ONE_REPLY} in an 18+ post`;

/**
 * A title with the name of who did it, and how many others: "Ada and 3 others reacted to your post". Of replies in a
 * watched post their number: `3 new replies in "Title"`.
 * @param others how many beside the named one, or beside the reply
 */
export function titleWith(title: string, name: string, others: number): string {
  if (others > 0 && title.startsWith(ONE_REPLY)) return `${others + 1} new replies${title.slice(ONE_REPLY.length)}`;
  if (!title.startsWith(ACTOR)) return title;
  const more = others <= 0 ? '' : others === 1 ? ' and 1 other' : ` and ${others} others`;
  return name + more + title.slice(ACTOR.length);
}

/** The kinds that features of this site send: those that settings offer. A new feature adds its own. */
const sentKinds: ReadonlySet<NotificationKind> = new Set([
  'reply',
  'mention',
  'watched',
  'like',
  'friend_request',
  'friend_accepted',
  'release',
  'category',
  'welcome',
  'announcement',
  'tip',
  'unlock',
  'party',
  'rank',
  'approval',
  'rejection',
  'removal',
  'edit',
  'staff',
]);

/** The kinds of the settings, in their order. */
export const settableKinds = notificationKinds.filter((kind) => sentKinds.has(kind.key));

const byKey = new Map(notificationKinds.map((kind) => [kind.key, kind]));

/** What a kind is called in the settings. */
export const labelOf = (kind: NotificationKind): string => byKey.get(kind)!.label;

/** Whether a kind cannot be turned off in the inbox. */
export const isAlwaysNotified = (kind: NotificationKind): boolean => byKey.get(kind)!.always;
