import type { AnnouncementType } from '#features/announcements/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { forgetContent } from '#people/notifications/server/actions.ts';
import { hasProfile, profileIdsByUsername } from '#people/profiles/server/store.ts';
import { checkShownText, notifyOfEdit, readWords } from '#content/moderation/server/actions.ts';
import { mayModerate } from '#content/moderation/server/rules/staff.ts';
import { audit } from '#content/moderation/server/store.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { emit } from '#platform/server/events/emit.ts';
import { checkMayUndoLast } from '#content/moderation/server/rules/undoing.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { RENDERER_VERSION, TooComplex, mentionsIn, renderMarkdown } from '#platform/server/markdown/render.ts';
import { z } from 'zod';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { hideAnnouncementJob, notifyAnnouncementJob } from './jobs.ts';
import {
  type AnnouncementRow,
  announcementById,
  announcementOfSubmit,
  deleteAnnouncement,
  insertAnnouncement,
  publishScheduled,
  updateAnnouncement,
} from './store.ts';

/** Makes HTML of a text. @throws {Refusal} `too_complex` */
export async function announcementHtml(ctx: Context, content: string): Promise<string> {
  try {
    const mentioned = await profileIdsByUsername(ctx, mentionsIn(content));
    return renderMarkdown(content, { knownUsernames: new Set(mentioned.keys()), siteUrl: ctx.siteUrl }).html;
  } catch (error) {
    if (error instanceof TooComplex) throw new Refusal('too_complex');
    throw error;
  }
}

/** @throws {Refusal} `missing_information`, `expiry_passed`, `publish_passed` */
function check(
  values: { title: string; content: string; expiresAt: Date | null; publishAt: Date | null },
  now: Date,
): void {
  if (values.title === '' || values.content === '') throw new Refusal('missing_information');
  const { expiresAt, publishAt } = values;
  const late = 'This time has passed already.';
  if (publishAt !== null && publishAt <= now) throw new Refusal('publish_passed', { fields: { publishAt: late } });
  if (expiresAt === null) return;
  if (expiresAt <= now) throw new Refusal('expiry_passed', { fields: { expiresAt: late } });
  if (publishAt !== null && expiresAt <= publishAt)
    throw new Refusal('expiry_passed', { fields: { expiresAt: 'This is before it is published.' } });
}

/** An announcement waits for nobody's review: what would hold a text refuses it. @throws {Refusal} `banned_words`, `private_information` */
async function checkWords(ctx: Context, text: { title: string; content: string; html: string }): Promise<void> {
  await checkShownText(ctx, readWords({ ...text, content: `${text.title}\n${text.content}` }));
}

/** The fields of an announcement in the audit log: not its text, which has versions. */
interface Shown {
  readonly title: string;
  readonly type: AnnouncementType;
  readonly priority: number;
  readonly expiresAt: Date | null;
  readonly publishAt: Date | null;
  readonly isPinned: boolean;
  readonly isPublished: boolean;
  readonly version: number;
}

const shownOf = ({ title, type, priority, expiresAt, publishAt, isPinned, isPublished, version }: Shown) => ({
  title,
  type,
  priority,
  expiresAt: expiresAt?.toISOString() ?? null,
  publishAt: publishAt?.toISOString() ?? null,
  isPinned,
  isPublished,
  version,
});

const asValues = (row: AnnouncementRow): Shown => ({
  title: row.title,
  type: row.announcement_type,
  priority: row.priority,
  expiresAt: row.expires_at,
  publishAt: row.publish_at,
  isPinned: row.is_pinned,
  isPublished: row.is_published,
  version: row.version,
});

/** Later features follow it; after the commit, open lists fetch again and visitors' cached pages are dropped. */
async function announceToPages(ctx: Context, tx: Tx, id: string): Promise<void> {
  await emit(ctx, tx, thingChanged, { kind: 'announcement', ids: [id] });
  tx.afterCommit(() => {
    ctx.realtime.announce('announcements', 'announcements_changed', { id });
    ctx.pages.drop();
  });
}

/**
 * Publishes an announcement, at once or at its time; a job notifies every member then. The same submit again answers the
 * first one.
 * @returns its id
 * @throws {Refusal} `announcements_denied`, `author_profile_missing`, `missing_information`, `expiry_passed`,
 *   `publish_passed`, `too_complex`, `banned_words`, `private_information`
 */
export async function createAnnouncement(
  ctx: Context,
  author: Viewer,
  input: {
    title: string;
    content: string;
    type: AnnouncementType;
    priority: number;
    expiresAt: string | null;
    publishAt: string | null;
    submitId: string;
  },
): Promise<string> {
  if (!isStaff(author)) throw new Refusal('announcements_denied');
  const earlier = await announcementOfSubmit(ctx.db, author.profileId, input.submitId);
  if (earlier !== null) return earlier;
  const createdAt = ctx.clock.now();
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  const publishAt = input.publishAt === null ? null : new Date(input.publishAt);
  check({ ...input, expiresAt, publishAt }, createdAt);
  const html = await announcementHtml(ctx, input.content);
  await checkWords(ctx, { ...input, html });
  const id = newId(createdAt);
  const isMade = await ctx.db.tx(async (tx) => {
    if (!(await hasProfile(tx, author.profileId))) throw new Refusal('author_profile_missing');
    const values = { ...input, html, renderer: RENDERER_VERSION, expiresAt, publishAt };
    if (!(await insertAnnouncement(tx, { ...values, id, authorId: author.profileId, createdAt }))) return false;
    await audit(ctx, tx, author, {
      action: 'announcement.create',
      targetKind: 'announcement',
      targetId: id,
      details: {
        before: null,
        after: shownOf({ ...values, isPinned: false, isPublished: publishAt === null, version: 1 }),
      },
    });
    if (publishAt === null) await ctx.jobs.enqueue(tx, notifyAnnouncementJob, { id });
    else await schedule(ctx, tx, id, publishAt);
    await announceToPages(ctx, tx, id);
    return true;
  });
  return isMade ? id : (await announcementOfSubmit(ctx.db, author.profileId, input.submitId))!;
}

/** Publishes it at a time; a job of an earlier time does nothing. */
const schedule = (ctx: Context, tx: Tx, id: string, at: Date): Promise<void> =>
  ctx.jobs.enqueue(tx, publishAnnouncementJob, { id, at: at.toISOString() }, { startAfter: at });

/**
 * Publishes an announcement whose time has come, and notifies every member. What was published, removed or given another
 * time meanwhile stays as it is.
 */
export const publishAnnouncementJob: Job<{ id: string; at: string }> = defineJob({
  name: 'announcements.publish',
  payload: z.object({ id: z.uuid(), at: z.iso.datetime() }),
  run: (ctx, { id, at }) =>
    ctx.db.tx(async (tx) => {
      const row = await announcementById(tx, id);
      if (row?.publish_at?.toISOString() !== at || row.is_published) return;
      // This clock is behind the database's: once more at the right time.
      if (row.publish_at > ctx.clock.now()) return await schedule(ctx, tx, id, row.publish_at);
      if (!(await publishScheduled(tx, id, row.publish_at))) return;
      const before = asValues(row);
      await audit(ctx, tx, null, {
        action: 'announcement.publish',
        targetKind: 'announcement',
        targetId: id,
        details: {
          before: shownOf(before),
          after: shownOf({ ...before, isPublished: true, publishAt: null, version: row.version + 1 }),
        },
      });
      await ctx.jobs.enqueue(tx, notifyAnnouncementJob, { id });
      await announceToPages(ctx, tx, id);
    }),
});

/** The time at which an announcement is published after an edit. @throws {Refusal} `announcement_published` */
function publishTimeOf(row: AnnouncementRow, edit: AnnouncementEdit, isPublished: boolean): Date | null {
  const { publishAt } = edit;
  // Only what nobody has seen yet can wait: of what is merely hidden, members were notified before.
  if (publishAt && row.was_published) throw new Refusal('announcement_published');
  if (isPublished) return null;
  return publishAt === undefined ? row.publish_at : publishAt === null ? null : new Date(publishAt);
}

/** The fields that an edit names; the others stay. */
export interface AnnouncementEdit {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly type?: AnnouncementType | undefined;
  readonly priority?: number | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly publishAt?: string | null | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isPublished?: boolean | undefined;
  readonly baseVersion: number;
}

/** Which edits of the audit log took an announcement out of sight. */
const hiding = sql` AND details #>> '{before,isPublished}' = 'true' AND details #>> '{after,isPublished}' = 'false'`;

/**
 * A moderator does not edit what an admin has announced. What others of staff have hidden comes back by the policy for their
 * decisions (`checkMayUndoLast`).
 * @throws {Refusal} `announcement_not_found`, `staff_protected`, `own_content`, `edit_conflict`, `missing_information`,
 *   `expiry_passed`, `publish_passed`, `announcement_published`, `too_complex`, `banned_words`, `private_information`
 */
export async function editAnnouncement(
  ctx: Context,
  editor: Viewer,
  id: string,
  edit: AnnouncementEdit,
): Promise<void> {
  const row = await announcementById(ctx.db, id);
  if (!row) throw new Refusal('announcement_not_found');
  if (!mayModerate({ authorIsAdmin: row.person_is_admin }, editor)) throw new Refusal('staff_protected');
  if (row.version !== edit.baseVersion) throw new Refusal('edit_conflict');
  const now = ctx.clock.now();
  const title = edit.title ?? row.title;
  const content = edit.content ?? row.content;
  // One that has expired may be pinned or reworded without a new end.
  const isNewEnd = edit.expiresAt !== undefined && edit.expiresAt !== null;
  const expiresAt =
    edit.expiresAt === undefined ? row.expires_at : edit.expiresAt === null ? null : new Date(edit.expiresAt);
  const isPublished = edit.isPublished ?? row.is_published;
  const publishAt = publishTimeOf(row, edit, isPublished);
  const isNewTime = publishAt !== null && publishAt.getTime() !== row.publish_at?.getTime();
  check({ title, content, expiresAt: isNewEnd ? expiresAt : null, publishAt: isNewTime ? publishAt : null }, now);
  const isReworded = title !== row.title || content !== row.content;
  const html = content === row.content ? row.html : await announcementHtml(ctx, content);
  if (isReworded) await checkWords(ctx, { title, content, html });
  await ctx.db.tx(async (tx) => {
    const next = {
      title,
      content,
      html,
      renderer: content === row.content ? row.renderer : RENDERER_VERSION,
      type: edit.type ?? row.announcement_type,
      priority: edit.priority ?? row.priority,
      expiresAt,
      publishAt,
      publishedAt: !row.was_published && isPublished ? now : null,
      isPublished,
      isPinned: edit.isPinned ?? row.is_pinned,
      edited: isReworded ? { at: now, by: editor.profileId === row.author_id ? null : editor.profileId } : null,
    };
    if (isPublished && row.was_published && !row.is_published)
      await checkMayUndoLast(
        ctx,
        tx,
        editor,
        { id, authorId: row.author_id },
        {
          actions: ['announcement.edit'],
          where: hiding,
        },
      );
    if (!(await updateAnnouncement(tx, id, edit.baseVersion, next))) throw new Refusal('edit_conflict');
    if (isReworded && row.author_id !== null && row.author_id !== editor.profileId)
      await notifyOfEdit(ctx, tx, editor, {
        kind: 'announcement',
        id,
        authorId: row.author_id,
        version: row.version + 1,
        what: `your announcement "${row.title}"`,
        url: '/announcements',
        isHeld: false,
      });
    await audit(ctx, tx, editor, {
      action: 'announcement.edit',
      targetKind: 'announcement',
      targetId: id,
      details: { before: shownOf(asValues(row)), after: shownOf({ ...next, version: row.version + 1 }) },
    });
    if (isNewTime) await schedule(ctx, tx, id, publishAt);
    if (isPublished !== row.is_published) await ctx.jobs.enqueue(tx, hideAnnouncementJob, { id });
    await announceToPages(ctx, tx, id);
  });
}

/** Removes an announcement and its notifications. @throws {Refusal} `announcement_not_found`, `staff_protected` */
export async function removeAnnouncement(ctx: Context, by: Viewer, id: string): Promise<void> {
  const row = await announcementById(ctx.db, id);
  if (row && !mayModerate({ authorIsAdmin: row.person_is_admin }, by)) throw new Refusal('staff_protected');
  await ctx.db.tx(async (tx) => {
    if (!row || (await deleteAnnouncement(tx, id)) === null) throw new Refusal('announcement_not_found');
    await audit(ctx, tx, by, {
      action: 'announcement.delete',
      targetKind: 'announcement',
      targetId: id,
      details: { before: shownOf(asValues(row)), after: null },
    });
    await forgetContent(tx, [id]);
    await announceToPages(ctx, tx, id);
  });
}
