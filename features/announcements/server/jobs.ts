import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import { followContent, notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { excerpt, plainText } from '#platform/server/markdown/render.ts';
import { announcementById, membersAfter } from './store.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** Characters of an announcement in the inbox. */
const NOTICE_CHARS = 140;

/** Notifies every member of an announcement, in batches; nobody is notified twice. */
export const notifyAnnouncementJob = defineJob({
  name: 'announcements.notify',
  payload: z.object({ id: z.uuid() }),
  timeoutSeconds: 1800,
  async run(ctx, { id }) {
    for (let after: string | null = NO_ID; after !== null;) {
      const row = await announcementById(ctx.db, id);
      // Hidden or removed meanwhile: nobody else is notified.
      if (!row?.is_published) return;
      const members: string[] = await membersAfter(ctx.db, after, notifications.batch);
      const text = noticeText.announcement(row.title, excerpt(plainText(row.content), NOTICE_CHARS));
      const notice = { ...text, url: '/announcements', contentId: id, cause: `announcement:${id}` };
      await ctx.db.tx((tx) => notify(ctx, tx, members, notice));
      after = members.length === notifications.batch ? members.at(-1)! : null;
    }
  },
});

/** Takes an announcement out of every inbox while staff hide it, and puts it back. */
export const hideAnnouncementJob = defineJob({
  name: 'announcements.follow',
  payload: z.object({ id: z.uuid() }),
  timeoutSeconds: 1800,
  async run(ctx, { id }) {
    const row = await announcementById(ctx.db, id);
    if (!row) return;
    await followContent(ctx, [id], row.is_published);
    // Who joined the site meanwhile, or was not reached before it was hidden.
    if (row.is_published) await notifyAnnouncementJob.run(ctx, { id });
  },
});

export const announcementJobs: readonly Job[] = [notifyAnnouncementJob, hideAnnouncementJob];
