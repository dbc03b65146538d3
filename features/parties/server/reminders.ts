import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { stateOf } from './rules.ts';
import { listeningParty } from './types.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Reminds members who asked for it, and may still see the party, that it begins soon; each once. */
export const remindJob = defineJob({
  name: 'parties.remind',
  payload: z.object({ id: z.uuid() }),
  timeoutSeconds: 1800,
  async run(ctx, { id }) {
    const facts = await contentFacts(ctx.db, listeningParty, id);
    const now = ctx.clock.now();
    if (!facts || facts.state !== 'published' || !facts.startsAt || stateOf(facts, now) !== 'scheduled') return;
    const minutes = Math.max(1, Math.round((facts.startsAt.getTime() - now.getTime()) / 60_000));
    const notice = {
      ...noticeText.party({ text: facts.title, isAdult: facts.isAdult }, minutes),
      url: listeningParty.address({ id, parentId: null }),
      // The owner, not the actor: the host may have asked to be reminded too.
      ownerId: facts.authorId,
      contentId: id,
      cause: `party.reminder:${id}`,
    };
    const adultsOnly = facts.isAdult ? sql` AND (p.is_adult OR p.id = ${facts.authorId})` : sql``;
    for (let after: string | null = NO_ID; after !== null;) {
      const rows: { profile_id: string }[] = await ctx.db.rows(sql`
        SELECT r.profile_id FROM listening_party_reminders r JOIN profiles p ON p.id = r.profile_id
        WHERE r.party_id = ${id} AND r.profile_id > ${after}${adultsOnly} ORDER BY r.profile_id LIMIT ${notifications.batch}`);
      await ctx.db.tx((tx) =>
        notify(
          ctx,
          tx,
          rows.map((row) => row.profile_id),
          notice,
        ),
      );
      after = rows.length === notifications.batch ? rows.at(-1)!.profile_id : null;
    }
  },
});
