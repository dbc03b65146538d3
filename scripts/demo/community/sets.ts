import { newId } from '#server/platform/ids.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import { HOUR, MINUTE } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

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
  {
    by: 'halfmoon',
    title: 'What the tide left',
    type: 'album',
    description: 'Everything from this winter that I still like, mixed again. It opens on its day, not before.',
    tags: 'ambient, tape',
    own: true,
    entries: 8,
    hoursAgo: 5,
    /** Until then everybody sees the countdown, and nobody but its author what is in it. */
    opensInHours: 5 * 24,
  },
] as const;

/** Members put tracks of the demo into sets; one who has not joined, or where there are no tracks, makes none. */
export function setting(plan: Plan, now: number): Action[] {
  return demoSets.flatMap((set): Action[] => {
    const { by, title, type, description, tags, own, entries, hoursAgo } = set;
    const at = now - hoursAgo * HOUR;
    if ((plan.joined.get(by) ?? Infinity) > at - MINUTE) return [];
    return [
      {
        at,
        run: async (demo) => {
          const query = { kind: 'audio' as const, ...(own && { author: by }) };
          const { items } = await demo.call('GET /uploads', { query }, by);
          const tracks = items.flatMap(({ id: uploadId, files }) =>
            files.flatMap(({ kind, trackId }) => (kind === 'audio' ? [{ uploadId, trackId }] : [])),
          );
          if (tracks.length === 0) return;
          const body = {
            title,
            type,
            description,
            tags,
            ...('opensInHours' in set && { visibility: 'private' as const }),
            submitId: newId(demo.ctx.clock.now()),
          };
          const { id: itemId } = await demo.call('POST /sets', { body }, by);
          for (const track of tracks.slice(0, entries))
            await demo.call('POST /sets/:itemId/entries', { params: { itemId }, body: { track } }, by);
          if (type !== 'album') return;
          const releaseAt = new Date('opensInHours' in set ? now + set.opensInHours * HOUR : at).toISOString();
          const params = { itemId };
          await demo.call('PUT /sets/:itemId/visibility', { params, body: { visibility: 'public', releaseAt } }, by);
        },
      },
    ];
  });
}
