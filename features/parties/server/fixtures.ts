import { randomUUID } from 'node:crypto';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { eventsAfter } from '#platform/server/realtime/events-store.ts';
import type { As, World } from '#site/testing/world.ts';

/** Calls of a room by its members. @param worldOf the world of the test file, once it is open */
export function partyCalls(worldOf: () => World) {
  const at = (partyId: string) => ({ params: { partyId } });
  const body = (more: object = {}) => ({ name: 'Night session', submitId: randomUUID(), ...more });
  return {
    at,
    body,
    /** A member of long standing: new accounts have smaller limits. */
    elder: (more: object = {}) => worldOf().member({ createdAt: new Date('2020-01-01'), ...more }),
    read: (id: string, as: As | null) => worldOf().ok('GET /parties/:partyId', at(id), as),
    join: (id: string, as: As) => worldOf().ok('POST /parties/:partyId/join', at(id), as),
    host: async (as: FixtureMember, more: object = {}) =>
      (await worldOf().ok('POST /parties', { body: body(more) }, as)).id,
    say: (partyId: string, as: As, content: string, more: object = {}) =>
      worldOf().ok(
        'POST /parties/:partyId/messages',
        { ...at(partyId), body: { content, submitId: randomUUID(), ...more } },
        as,
      ),
    messages: async (partyId: string, as: As) =>
      (await worldOf().ok('GET /parties/:partyId/messages', at(partyId), as)).items,
    events: (partyId: string) => eventsAfter(worldOf().ctx.db, `party:${partyId}`, 0, 1000),
    stageOf: (partyId: string, as: As) => worldOf().ok('GET /parties/:partyId/stage', at(partyId), as),
    sign: (partyId: string, as: As, presence: 'here' | 'away' | 'gone' = 'here', roundTripMs: number | null = 20) =>
      worldOf().ok('PUT /parties/:partyId/presence', { ...at(partyId), body: { presence, roundTripMs } }, as),
    /** A published track of three minutes. */
    async track(author: FixtureMember, more: Parameters<typeof makeUpload>[2] = {}) {
      const world = worldOf();
      const fileId = await makeSound(world.ctx, author);
      const uploadId = await makeUpload(world.ctx, author, { fileIds: [fileId], ...more });
      await world.ctx.db.rows(sql`UPDATE files SET duration_ms = 180000 WHERE id = ${fileId}`);
      const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
      return { uploadId, trackId: files[0]!.trackId };
    },
    queue: (partyId: string, as: As, track: { uploadId: string; trackId: string }) =>
      worldOf().ok('POST /parties/:partyId/queue', { ...at(partyId), body: track }, as),
    drive: (partyId: string, as: As, action: 'play' | 'pause' | 'seek' | 'next', positionMs: number | null = null) =>
      worldOf().ok('POST /parties/:partyId/stage', { ...at(partyId), body: { action, positionMs } }, as),
  };
}
