import type { Notification } from '#people/notifications/contract/endpoints.ts';
import { type CustomRole, nameInWords } from '#people/profiles/server/rules.ts';
import { personOf } from '#people/profiles/server/store.ts';
import { isAlwaysNotified, labelOf, titleWith } from './rules.ts';
import type { ChannelsRow, NotificationRow } from './store.ts';

/** A row of the inbox as the contract names it. */
export function presentNotification(row: NotificationRow, roles: ReadonlyMap<string, CustomRole>): Notification {
  const actor = row.actor_id === null ? null : personOf(row, roles);
  return {
    id: row.id,
    kind: row.kind,
    title: titleWith(row.title, actor ? nameInWords(actor) : '', row.others),
    message: row.message,
    url: row.url,
    actor,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
  };
}

/** Where a member hears of a kind. */
export function presentChannels(row: ChannelsRow) {
  const always = isAlwaysNotified(row.kind);
  return {
    kind: row.kind,
    label: labelOf(row.kind),
    always,
    site: always || row.on_site,
    email: row.by_email,
    push: row.by_push,
  };
}
