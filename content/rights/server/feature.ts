import { disputedContents } from '#content/core/server/events.ts';
import { RETURNED_FILE } from '#content/moderation/server/rules/hold-reasons.ts';
import { standingComplaints } from '#content/moderation/server/events.ts';
import { isBlockedDecoded } from '#content/media/server/actions.ts';
import { fileProcessed } from '#content/media/server/events.ts';
import { answer, on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { complaintClockJob } from './jobs.ts';
import { complaintKind } from './kind.ts';
import { rightsRoutes } from './routes.ts';
import { disputedContents as findDisputed, hiddenAmong } from './store.ts';

/** Copyright complaints: the public form, counter-notices with their clock, and files that must not come back unseen. */
export const rightsFeature: Feature = {
  name: 'rights',
  routes: rightsRoutes,
  kinds: [complaintKind],
  jobs: [complaintClockJob],
  crons: [{ schedule: '7 * * * *', job: complaintClockJob }],
  answers: [
    answer(disputedContents, (ctx) => findDisputed(ctx.db, ctx.clock.now())),
    answer(standingComplaints, (_, { db, ids }) => hiddenAmong(db, ids)),
  ],
  on: [
    // What a file is when decoded is known now: another form of a hidden one is held.
    on(fileProcessed, async (ctx, tx, { kind, id, fileId }) => {
      if (await isBlockedDecoded(tx, id, fileId)) await ctx.kinds.get(kind)?.holdBack?.(ctx, tx, id, [RETURNED_FILE]);
    }),
  ],
};
