import type { Context } from '#platform/server/context.ts';
import type { StoredFileOf } from '#platform/server/content-kind.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature, Measure } from '#platform/server/feature.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { findHeicProgram } from '#platform/server/media/pictures/convert.ts';
import { fileProcessed, soundsAnalysed } from './events.ts';
import { fileRoute } from './file-route.ts';
import { mediaCrons, mediaJobs } from './jobs.ts';
import { mediaTopicRules } from './live.ts';
import { mediaRoutes } from './routes.ts';
import { shownSounds } from './stated.ts';
import { stopServing } from './served-ranges.ts';
import { startSoundAnalysis } from './processing/queues.ts';
import { bytesByBucket, markRemoved } from './store.ts';
import { openTransfers } from './transfers/transfers-store.ts';
import { transferRoutes } from './transfers/transfer-route.ts';

const measures: readonly Measure[] = [
  {
    name: 'files_bytes',
    help: 'Bytes of stored files, by bucket.',
    label: 'bucket',
    read: (ctx: Context) => bytesByBucket(ctx.db),
  },
  {
    name: 'files_free_bytes',
    help: 'Free bytes of the disk that files lie on; -1 where nobody can say (S3).',
    read: async (ctx: Context) => (await ctx.storage.space())?.free ?? -1,
  },
  {
    name: 'uploads_open',
    help: 'Transfers of files that are not finished.',
    read: (ctx: Context) => openTransfers(ctx.db),
  },
];

/** Files of members: transferring, processing, serving, cleaning. The features that claim them own the contents. */
export const mediaFeature: Feature = {
  name: 'media',
  routes: mediaRoutes,
  rawRoutes: [...transferRoutes, fileRoute],
  jobs: mediaJobs,
  crons: mediaCrons,
  topics: mediaTopicRules,
  emits: [fileProcessed, soundsAnalysed],
  measures,
  async start(ctx) {
    if (ctx.config.mediaWorkers > 0 && findDecoder() === null)
      ctx.log.warn('ffmpeg is not in the search path: sound and video get no waveform, poster or version to stream');
    if (ctx.config.heicCommand !== null && findHeicProgram(ctx.config) === null)
      ctx.log.warn('HEIC_COMMAND names no program that is here: HEIC is refused');
    await startSoundAnalysis(ctx);
  },
  stop: stopServing,
  personal: {
    async exportOf(ctx, profileId) {
      return {
        files: await ctx.db.rows(sql`
          SELECT f.id, f.name, f.alt_text, f.bytes::float8 AS bytes, f.content_type, f.sha256, f.tags, f.stated,
            shown.tempo, shown.key, f.tempo AS found_tempo, f.musical_key AS found_key,
            CASE WHEN f.kind IN ('audio', 'video') THEN f.download END AS download, CASE WHEN f.kind IN ('audio', 'video') THEN f.licence END AS licence,
            f.rights_wording, f.rights_at, ${`${ctx.siteUrl}/files/`} || f.key AS url, f.content_kind, f.content_id, f.created_at
          FROM files f CROSS JOIN LATERAL (SELECT ${sql.raw(shownSounds('f'))}) AS shown (tempo, key)
          WHERE f.owner_id = ${profileId} AND f.state <> 'removed' ORDER BY f.id`),
      };
    },
    filesOf: async (ctx, profileId) =>
      await ctx.db.rows<StoredFileOf>(
        sql`SELECT id, key, name, bytes::float8 AS bytes FROM files WHERE owner_id = ${profileId} AND state <> 'removed' ORDER BY id`,
      ),
    // Claimed files go or stay with their content; names and tags of those that stay are cleared.
    async erase(ctx, tx, profileId) {
      const now = ctx.clock.now();
      await markRemoved(
        tx,
        sql`owner_id = ${profileId} AND (state = 'staged' OR content_kind IS NULL OR content_id = ${profileId})`,
        now,
      );
      await tx.rows(
        sql`UPDATE files SET name = 'file', alt_text = '', tags = '{}'::jsonb, stated = '{}'::jsonb WHERE owner_id = ${profileId} AND state = 'claimed'`,
      );
      // Their parts are in a folder that the cleaning job reads.
      await tx.rows(sql`DELETE FROM file_uploads WHERE owner_id = ${profileId}`);
    },
  },
};
