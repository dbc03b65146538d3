import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { digestRhythms } from './limits.ts';
import { cursor, id, timestamp, pageOf, person } from '#platform/contract/shapes.ts';

/**
 * All kinds of notifications, in the order of the settings. `always`: messages of staff about one's own account or
 * content, which cannot be turned off in the inbox.
 */
export const notificationKinds = [
  { key: 'reply', label: 'Replies to you', always: false },
  { key: 'mention', label: 'Mentions of you', always: false },
  { key: 'watched', label: 'Replies in posts you watch', always: false },
  { key: 'like', label: 'Reactions to what you write', always: false },
  { key: 'friend_request', label: 'Friend requests', always: false },
  { key: 'friend_accepted', label: 'Accepted friend requests', always: false },
  { key: 'release', label: 'New releases of members you follow', always: false },
  { key: 'category', label: 'New posts in categories you follow', always: false },
  { key: 'announcement', label: 'Announcements', always: false },
  { key: 'tip', label: 'Tips', always: false },
  { key: 'unlock', label: 'Unlocks of your posts', always: false },
  { key: 'party', label: 'Listening parties', always: false },
  { key: 'rank', label: 'New ranks', always: false },
  { key: 'welcome', label: 'First steps', always: false },
  { key: 'approval', label: 'Approvals by staff', always: true },
  { key: 'rejection', label: 'Rejections by staff', always: true },
  { key: 'removal', label: 'Removals by staff', always: true },
  { key: 'edit', label: 'Edits by staff', always: true },
  { key: 'staff', label: 'Word of staff on your account', always: true },
] as const;
export type NotificationKind = (typeof notificationKinds)[number]['key'];

const kind = z.enum(notificationKinds.map((each) => each.key));

/** One notification. */
export const notification = z.object({
  id,
  kind,
  /** Names who did it: "Ada and 3 others reacted to your post". */
  title: z.string(),
  /** What it is about, in a few words; empty where the title says all. */
  message: z.string(),
  /** Address below the site's root, where there is something to see. */
  url: z.string().nullable(),
  /** Who caused it, the last one of several; null where the site itself notifies. */
  actor: person.nullable(),
  isRead: z.boolean(),
  createdAt: timestamp,
});
export type Notification = z.infer<typeof notification>;

/** Unread notifications, counted up to one above `notifications.badgeMax`. */
const unread = z.object({ unread: z.int().min(0) });

/** Where a member wants to hear of one kind. */
export const channels = z.object({
  kind,
  /** What it is about, in words of the settings. */
  label: z.string(),
  /** It cannot be turned off in the inbox. */
  always: z.boolean(),
  /** In the inbox. */
  site: z.boolean(),
  /** In the email digest. */
  email: z.boolean(),
  /** On the browsers that get pushes. */
  push: z.boolean(),
});

/** A browser that gets pushes. It ends with the session that set it up. */
export const pushDevice = z.object({
  id,
  /** Browser and system: "Firefox on Linux". */
  label: z.string(),
  /** Set up in the session that asks. */
  isThis: z.boolean(),
  createdAt: timestamp,
});
export type PushDevice = z.infer<typeof pushDevice>;
const pushDevices = z.object({ devices: z.array(pushDevice) });

/** A browser's push subscription, as `PushSubscription.toJSON()` gives it. */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.object({
    /** A point of the curve P-256, uncompressed: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'This is no key of a push subscription.'),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'This is no secret of a push subscription.'),
  }),
});

export const notifications = defineEndpoints({
  'GET /notifications': {
    access: 'session',
    limit: 'read',
    summary: "The member's inbox, newest first; all of it, or what is unread.",
    query: z.object({ only: z.enum(['unread']).optional(), after: cursor.optional() }),
    reply: pageOf(notification),
    errors: [],
  },
  'GET /notifications/latest': {
    access: 'session',
    limit: 'read',
    summary: 'The latest 10 of the inbox, and how many are unread.',
    reply: z.object({ items: z.array(notification), unread: z.int().min(0) }),
    errors: [],
  },
  'GET /notifications/unread': {
    access: 'session',
    limit: 'read',
    summary: 'How many of the inbox are unread; more than 99 are answered as 100.',
    reply: unread,
    errors: [],
  },
  'PUT /notifications/:notificationId/read': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to mark the notification as read',
    summary: 'Marks one as read; one that is read already stays as it is.',
    params: z.object({ notificationId: id }),
    reply: unread,
    errors: ['not_found'],
  },
  'POST /notifications/read': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to mark your notifications as read',
    summary: 'Marks all as read that came until a timestamp: later ones stay unread.',
    body: z.object({ until: timestamp }),
    reply: unread,
    errors: [],
  },
  'GET /notifications/settings': {
    access: 'session',
    limit: 'read',
    summary: 'The channels that the member has chosen for each kind of notification of this site.',
    reply: z.object({ digest: z.enum(digestRhythms), items: z.array(channels) }),
    errors: [],
  },
  'PATCH /notifications/settings/:kind': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to save the setting',
    summary: 'Changes where the member hears of one kind; what is not given stays. The word of staff always arrives.',
    params: z.object({ kind }),
    body: z.object({ site: z.boolean().optional(), email: z.boolean().optional(), push: z.boolean().optional() }),
    reply: channels,
    errors: ['always_told'],
  },
  'PUT /notifications/digest': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to save the setting',
    summary: 'Chooses how often unread notifications are mailed: daily, weekly, or never.',
    body: z.object({ rhythm: z.enum(digestRhythms) }),
    reply: z.object({ rhythm: z.enum(digestRhythms) }),
    errors: [],
  },
  'GET /notifications/push': {
    access: 'session',
    limit: 'read',
    summary:
      'The key that browsers subscribe with, null where the operator has switched pushes off, and who gets them.',
    reply: pushDevices.extend({ publicKey: z.string().nullable() }),
    errors: [],
  },
  'PUT /notifications/push': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to turn notifications of this browser on',
    summary:
      'Sends pushes to the browser that asks, until its session ends. The same subscription again changes nothing.',
    body: pushSubscription,
    reply: pushDevices,
    errors: ['push_service_unknown'],
  },
  'DELETE /notifications/push/:deviceId': {
    access: 'session',
    limit: 'write',
    failure: 'Failed to turn notifications off',
    summary: 'Sends no more pushes to a browser; one that is gone already is gone.',
    params: z.object({ deviceId: id }),
    reply: pushDevices,
    errors: [],
  },
  'POST /notifications/unsubscribe': {
    access: 'public',
    limit: 'write',
    failure: 'Failed to unsubscribe',
    summary: 'Ends the email digest by the signed link in a mail, without signing in.',
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['link_unknown'],
  },
});

/** The payload that the browser's service worker gets (`site/web/service-worker.ts`). */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path below the site's root. */
  readonly url: string;
  /** A later message of the same tag takes the place of the earlier one. */
  readonly tag: string;
}
