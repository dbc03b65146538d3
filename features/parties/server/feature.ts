import type { Feature } from '#platform/server/feature.ts';
import { embeddableAt } from '#features/embeds/server/events.ts';
import { previewAt } from '#features/previews/server/events.ts';
import { answer } from '#platform/server/events/emit.ts';
import { sql } from '#platform/server/db/database.ts';
import { partyDocuments } from './documents.ts';
import { partyAt } from './embed/embed.ts';
import { partyCrons, partyJobs } from './jobs.ts';
import { flushReactions } from './chat/reactions.ts';
import { partyPreview } from './public.ts';
import { partyRoutes } from './routes.ts';
import { advance } from './stage/stage.ts';
import { messageKind, partyKind } from './subjects.ts';
import { armTimer, stopTimers } from './stage/timers.ts';
import { partyPageTopics, partyTopicRules } from './topics.ts';

/** Listening parties: rooms with chat, in which everybody hears the same. */
export const partiesFeature: Feature = {
  name: 'parties',
  routes: partyRoutes,
  documents: partyDocuments,
  jobs: partyJobs,
  crons: partyCrons,
  topics: partyTopicRules,
  pageTopics: partyPageTopics,
  kinds: [partyKind, messageKind],
  answers: [answer(embeddableAt, partyAt), answer(previewAt, partyPreview)],
  // The timers of the process that ran before are gone.
  async start(ctx) {
    const rows = await ctx.db.rows<{ id: string; end: Date }>(sql`
      SELECT o.id, o.stage_at + (f.duration_ms - o.stage_position_ms) * interval '1 millisecond' AS end
      FROM listening_parties o JOIN listening_party_queue q ON q.id = o.stage_item_id
      JOIN upload_files t ON t.id = q.track_id JOIN files f ON f.id = t.file_id
      WHERE o.ended_at IS NULL AND o.stage_is_playing AND f.duration_ms IS NOT NULL`);
    for (const row of rows) armTimer(ctx, row.id, row.end.getTime(), advance);
  },
  async stop(ctx) {
    stopTimers(ctx);
    await flushReactions(ctx);
  },
};
