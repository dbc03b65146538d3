/** How often unread notifications are mailed. */
export const digestRhythms = ['off', 'daily', 'weekly'] as const;

export type DigestRhythm = (typeof digestRhythms)[number];

export const notifications = {
  /** In the bell. */
  latest: 10,
  perPage: 30,
  /** More unread ones are shown as "99+". */
  badgeMax: 99,
  /** Days after which what was read is removed. */
  keepReadDays: 90,
  /** Listed in one digest; the rest is counted. */
  inDigest: 10,
  /** How often who signs up is mailed, until they choose otherwise. */
  firstRhythm: 'daily',
  /** Days of an account in which replies are mailed at once. */
  replyMailDays: 7,
  /** Minutes from a reply until it is mailed: others that come meanwhile are in the same mail. */
  replyMailMinutes: 5,
  /** Minutes without a request after which a member is away. */
  awayMinutes: 10,
  /** Minutes between two mails of replies. */
  replyMailEveryMinutes: 60,
  /** Members who are notified in one transaction. */
  batch: 500,
  /** Replies that the notification of a watched thread knows one by one: more than one job brings. Earlier ones are a number. */
  listedReplies: 128,
  /** It counts no further. */
  mostReplies: 999_999,
  /** Browsers of one member that get pushes; one more takes the place of the oldest. */
  pushDevices: 10,
  /** Hours for which a push service keeps a message for a browser that is off. */
  pushHours: 24,
} as const;
