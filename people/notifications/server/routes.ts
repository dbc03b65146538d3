import { notifications as limits } from '#people/notifications/contract/limits.ts';
import { notifications } from '#people/notifications/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { deviceOf } from '#people/accounts/server/rules.ts';
import { activeCustomRoles } from '#people/profiles/server/store.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { readTimeCursor, timeCursor } from '#platform/server/paging.ts';
import { presentChannels, presentNotification } from './present.ts';
import { isPushService, pushKeys } from './push.ts';
import { devicesOf, removeDevice, saveDevice } from './push-store.ts';
import { isAlwaysNotified, settableKinds } from './rules.ts';
import {
  changeKind,
  changedKinds,
  countUnread,
  inboxPage,
  markAllRead,
  markRead,
  rhythmOf,
  setRhythm,
} from './store.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Counts again and announces the number to the member's other tabs. */
async function afterReading(ctx: Context, viewer: Viewer, changed: boolean): Promise<{ unread: number }> {
  const unread = await countUnread(ctx, viewer);
  if (changed) ctx.realtime.announce(`viewer:${viewer.profileId}`, 'inbox', { unread });
  return { unread };
}

async function presentDevices(ctx: Context, viewer: Viewer) {
  const rows = await devicesOf(ctx.db, viewer.profileId);
  return {
    devices: rows.map((row) => ({
      id: row.id,
      label: row.label,
      isThis: row.session_id === viewer.sessionId,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

export const notificationRoutes = routes(notifications, {
  async 'GET /notifications'(ctx, { viewer, query }) {
    const before = readTimeCursor(query.after);
    const [found, roles] = await Promise.all([
      inboxPage(ctx, viewer, { before, unreadOnly: query.only === 'unread', limit: limits.perPage + 1 }),
      activeCustomRoles(ctx.db),
    ]);
    const page = found.slice(0, limits.perPage);
    const last = found.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => presentNotification(row, roles)),
      next: last ? timeCursor(last.created_at, last.id) : null,
    };
  },
  async 'GET /notifications/latest'(ctx, { viewer }) {
    const [rows, unread, roles] = await Promise.all([
      inboxPage(ctx, viewer, { before: null, unreadOnly: false, limit: limits.latest }),
      countUnread(ctx, viewer),
      activeCustomRoles(ctx.db),
    ]);
    return { items: rows.map((row) => presentNotification(row, roles)), unread };
  },
  async 'GET /notifications/unread'(ctx, { viewer }) {
    return { unread: await countUnread(ctx, viewer) };
  },
  async 'PUT /notifications/:notificationId/read'(ctx, { viewer, params }) {
    const changed = await markRead(ctx.db, viewer.profileId, params.notificationId);
    if (changed === null) throw new Refusal('not_found');
    return await afterReading(ctx, viewer, changed);
  },
  async 'POST /notifications/read'(ctx, { viewer, body }) {
    const changed = await markAllRead(ctx.db, viewer.profileId, new Date(body.until));
    return await afterReading(ctx, viewer, changed);
  },
  async 'GET /notifications/settings'(ctx, { viewer }) {
    const [rows, digest] = await Promise.all([
      changedKinds(ctx.db, viewer.profileId),
      rhythmOf(ctx.db, viewer.profileId),
    ]);
    const changed = new Map(rows.map((row) => [row.kind, row]));
    return {
      digest,
      items: settableKinds.map(({ key }) =>
        presentChannels(changed.get(key) ?? { kind: key, on_site: true, by_email: true, by_push: true }),
      ),
    };
  },
  async 'PATCH /notifications/settings/:kind'(ctx, { viewer, params, body }) {
    if (body.site === false && isAlwaysNotified(params.kind)) throw new Refusal('always_told');
    const change = { site: body.site ?? null, email: body.email ?? null, push: body.push ?? null };
    return presentChannels(await changeKind(ctx.db, viewer.profileId, params.kind, change));
  },
  async 'PUT /notifications/digest'(ctx, { viewer, body }) {
    await setRhythm(ctx.db, viewer.profileId, body.rhythm, ctx.clock.now());
    return { rhythm: body.rhythm };
  },
  async 'GET /notifications/push'(ctx, { viewer }) {
    const publicKey = ctx.config.pushServices.length === 0 ? null : pushKeys(ctx.secret).publicKey;
    return { publicKey, ...(await presentDevices(ctx, viewer)) };
  },
  async 'PUT /notifications/push'(ctx, { viewer, body, caller }) {
    if (!isPushService(ctx.config, body.endpoint)) throw new Refusal('push_service_unknown');
    const { profileId, sessionId } = viewer;
    const at = ctx.clock.now();
    const device = { id: newId(at), profileId, sessionId, label: deviceOf(caller.userAgent), at };
    await ctx.db.tx((tx) => saveDevice(tx, { ...device, endpoint: body.endpoint, ...body.keys }));
    return await presentDevices(ctx, viewer);
  },
  async 'DELETE /notifications/push/:deviceId'(ctx, { viewer, params }) {
    await removeDevice(ctx.db, viewer.profileId, params.deviceId);
    return await presentDevices(ctx, viewer);
  },
  async 'POST /notifications/unsubscribe'(ctx, { body }) {
    if (!(await unsubscribe(ctx, body.token))) throw new Refusal('link_unknown');
    return { ok: true as const };
  },
});
