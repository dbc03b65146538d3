import { thingChanged } from '#people/profiles/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { documentParts, indexThings } from './store.ts';
import { rebuildJob, recountJob, startRebuild } from './jobs.ts';
import { searchKinds } from './kinds.ts';
import { searchRoutes } from './routes.ts';

/** The search over everything, by an inverted index (`tsvector`, GIN). The transactions that change things write it. */
export const searchFeature: Feature = {
  name: 'search',
  routes: searchRoutes,
  jobs: [rebuildJob, recountJob],
  crons: [{ schedule: '23 4 * * *', job: recountJob }],
  on: [
    on(
      thingChanged,
      async (_ctx, tx, { kind: name, ids, isNew }) => {
        const kind = searchKinds().get(name);
        if (kind && ids.length > 0) await indexThings(tx, kind, ids, isNew);
      },
      ({ kind: name }) => {
        const kind = searchKinds().get(name);
        return kind ? documentParts(kind) : [];
      },
    ),
  ],
  personal: {
    // Documents repeat texts that are in the export already.
    exportOf: async () => ({}),
    // Deleted things took their documents with them; those of anonymised things are anonymised here.
    async erase(_ctx, tx, profileId) {
      await tx.rows(sql`DELETE FROM search_documents WHERE id = ${profileId}`);
      await tx.rows(
        sql`UPDATE search_documents SET author_id = NULL WHERE author_id = ${profileId} AND kind = 'announcement'`,
      );
    },
  },
  start: startRebuild,
};
