import { newId } from '#server/platform/ids.ts';
import type { Plan } from './plan.ts';
import { HOUR, MINUTE } from './rhythm.ts';
import type { Action } from './stage.ts';

/** Sets of the demo: of tracks that members have shared in it. */
const demoSets = [
  {
    by: 'lowtide',
    title: 'Late trains',
    type: 'set',
    description: 'What I listen to between the last stop and the front door. Quiet first, then less so.',
    tags: 'night, listening',
    own: false,
    entries: 6,
    hoursAgo: 30,
  },
  {
    by: 'kessler',
    title: 'Points and signals',
    type: 'album',
    description: 'The railway recordings of this year in the order in which they belong.',
    tags: 'techno, field recording',
    own: true,
    entries: 8,
    hoursAgo: 9,
  },
] as const;

/** Members put tracks of the demo into sets; one who has not joined, or where there are no tracks, makes none. */
export function setting(plan: Plan, now: number): Action[] {
  return demoSets.flatMap(({ by, title, type, description, tags, own, entries, hoursAgo }): Action[] => {
    const at = now - hoursAgo * HOUR;
    if ((plan.joined.get(by) ?? Infinity) > at - MINUTE) return [];
    return [
      {
        at,
        run: async (stage) => {
          const query = { kind: 'audio' as const, ...(own && { author: by }) };
          const { items } = await stage.call('GET /uploads', { query }, by);
          const tracks = items.flatMap(({ id: uploadId, files }) =>
            files.flatMap(({ kind, trackId }) => (kind === 'audio' ? [{ uploadId, trackId }] : [])),
          );
          if (tracks.length === 0) return;
          const body = { title, type, description, tags, submitId: newId(stage.ctx.clock.now()) };
          const { id: itemId } = await stage.call('POST /sets', { body }, by);
          for (const track of tracks.slice(0, entries))
            await stage.call('POST /sets/:itemId/entries', { params: { itemId }, body: { track } }, by);
          const params = { itemId };
          if (type === 'album')
            await stage.call(
              'PUT /sets/:itemId/visibility',
              { params, body: { visibility: 'public', releaseAt: stage.ctx.clock.now().toISOString() } },
              by,
            );
        },
      },
    ];
  });
}
