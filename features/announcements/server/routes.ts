import { type Announcement, announcementEndpoints } from '#features/announcements/contract/endpoints.ts';
import { announcements as limits } from '#features/announcements/contract/limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Context } from '#platform/server/context.ts';
import type { CustomRole } from '#people/profiles/server/rules.ts';
import { type EditorOf, activeCustomRoles, editorsOf, personOf } from '#people/profiles/server/store.ts';
import { mayModerate } from '#content/moderation/server/rules/staff.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { RENDERER_VERSION, plainHtml } from '#platform/server/markdown/render.ts';
import { fitting } from '#platform/server/page-budget.ts';
import { badCursor, timestampOf } from '#platform/server/paging.ts';
import { announcementHtml, createAnnouncement, editAnnouncement, removeAnnouncement } from './actions.ts';
import { type AnnouncementKey, type AnnouncementRow, announcementById, announcementPage } from './store.ts';

const cursorOf = (row: AnnouncementRow): string =>
  encodeCursor([row.is_pinned ? 1 : 0, row.priority, row.created_at.getTime(), row.id]);

/** @throws {Refusal} `invalid` for a cursor that no list has given. */
function keyOf(cursor: string | undefined): AnnouncementKey | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 4);
  if (!parts || !/^[01]$/.test(parts[0]!) || !/^[1-5]$/.test(parts[1]!) || !isId(parts[3]!)) throw badCursor();
  return { isPinned: parts[0] === '1', priority: Number(parts[1]), at: timestampOf(parts[2]!), id: parts[3]! };
}

/** @param html what its text is with the renderer of today */
function present(
  row: AnnouncementRow,
  html: string,
  roles: ReadonlyMap<string, CustomRole>,
  { viewer, now, editorOf }: { viewer: Viewer | null; now: Date; editorOf: EditorOf },
): Announcement {
  return {
    id: row.id,
    title: row.title,
    html,
    source: isStaff(viewer) ? row.content : null,
    type: row.announcement_type,
    priority: row.priority,
    isPinned: row.is_pinned,
    isPublished: row.is_published,
    publishAt: row.publish_at?.toISOString() ?? null,
    wasPublished: row.was_published,
    expiresAt: row.expires_at?.toISOString() ?? null,
    isExpired: row.expires_at !== null && row.expires_at <= now,
    author: personOf(row, roles),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: editorOf(row.edited_by),
    version: row.version,
    canManage: mayModerate({ authorIsAdmin: row.person_is_admin }, viewer),
  };
}

/** HTML of today's renderer: older texts are rendered again when they are read, and shown as typed if refused. */
async function htmlOf(ctx: Context, row: AnnouncementRow): Promise<string> {
  if (row.renderer === RENDERER_VERSION) return row.html;
  try {
    return await announcementHtml(ctx, row.content);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_complex') return plainHtml(row.content);
    throw error;
  }
}

async function list(ctx: Context, viewer: Viewer | null, after: string | undefined, shown: Date | null) {
  const rows = await announcementPage(ctx.db, shown, keyOf(after), limits.perPage + 1);
  const page = rows.slice(0, Math.min(limits.perPage, fitting(rows)));
  const [roles, editorOf] = await Promise.all([activeCustomRoles(ctx.db), editorsOf(ctx.db, page)]);
  const items = await Promise.all(
    page.map(async (row) => present(row, await htmlOf(ctx, row), roles, { viewer, now: ctx.clock.now(), editorOf })),
  );
  return { items, next: rows.length > page.length ? cursorOf(page.at(-1)!) : null };
}

async function one(ctx: Context, viewer: Viewer, id: string): Promise<Announcement> {
  const row = await announcementById(ctx.db, id);
  if (!row) throw new Refusal('announcement_not_found');
  const [html, roles, editorOf] = await Promise.all([
    htmlOf(ctx, row),
    activeCustomRoles(ctx.db),
    editorsOf(ctx.db, [row]),
  ]);
  return present(row, html, roles, { viewer, now: ctx.clock.now(), editorOf });
}

export const announcementRoutes = routes(announcementEndpoints, {
  'GET /announcements': (ctx, { query, viewer }) => list(ctx, viewer, query.after, ctx.clock.now()),
  'GET /staff/announcements': (ctx, { query, viewer }) => list(ctx, viewer, query.after, null),
  async 'POST /announcements'(ctx, { body, viewer }) {
    return await one(ctx, viewer, await createAnnouncement(ctx, viewer, body));
  },
  async 'PATCH /announcements/:announcementId'(ctx, { params, body, viewer }) {
    await editAnnouncement(ctx, viewer, params.announcementId, body);
    return await one(ctx, viewer, params.announcementId);
  },
  async 'DELETE /announcements/:announcementId'(ctx, { params, viewer }) {
    await removeAnnouncement(ctx, viewer, params.announcementId);
    return { ok: true } as const;
  },
});
