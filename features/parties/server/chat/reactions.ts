import { type PartyReaction, parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireJoined, requireRoom } from '#features/parties/server/party.ts';
import { hintToParty } from '#features/parties/server/publish.ts';
import type { ReactionSum } from '#features/parties/server/queue/record.ts';

/** Milliseconds for which reactions are summed up before they are written and sent on. */
const FLUSH_MS = 500;

interface Pending {
  readonly partyId: string;
  readonly itemId: string;
  /** By key and second. */
  readonly sums: Map<string, { key: PartyReaction; second: number; count: number }>;
}

interface Sums {
  readonly pending: Map<string, Pending>;
  timer: NodeJS.Timeout | null;
}

const bySite = new WeakMap<object, Sums>();

/**
 * Reacts to the track that plays. Reactions are summed up in the process and written in batches, twice a second: a crash
 * loses half a second of them, which no answer has promised.
 * @throws {Refusal} `not_joined`, `not_found` where another track plays, as `requireRoom`
 */
export async function reactToTrack(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  reaction: { itemId: string; key: PartyReaction; atMs: number; count: number },
): Promise<void> {
  await requireRoom(ctx, ctx.db, partyId, viewer);
  await requireJoined(ctx.db, partyId, viewer);
  const { itemId, key, count } = reaction;
  const [item] = await ctx.db.rows<{ duration_ms: number | null }>(sql`
    SELECT f.duration_ms FROM listening_party_queue q JOIN upload_files t ON t.id = q.track_id JOIN files f ON f.id = t.file_id
    WHERE q.id = ${itemId} AND q.party_id = ${partyId} AND q.state = 'playing'`);
  if (!item) throw new Refusal('not_found');
  const atMs = Math.min(reaction.atMs, item.duration_ms ?? 0);
  const site = bySite.get(ctx.db) ?? { pending: new Map<string, Pending>(), timer: null };
  bySite.set(ctx.db, site);
  const waiting: Pending = site.pending.get(itemId) ?? { partyId, itemId, sums: new Map() };
  site.pending.set(itemId, waiting);
  const second = Math.floor(atMs / limits.reactionBucketMs);
  const sum = waiting.sums.get(`${key}:${second}`) ?? { key, second, count: 0 };
  waiting.sums.set(`${key}:${second}`, { ...sum, count: sum.count + count });
  site.timer ??= setTimeout(() => {
    site.timer = null;
    flushReactions(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'reactions were not written'));
  }, FLUSH_MS).unref();
}

/** Flushes the batch: one statement and one hint for each track. */
export async function flushReactions(ctx: Context): Promise<void> {
  const site = bySite.get(ctx.db);
  if (!site || site.pending.size === 0) return;
  const waiting = [...site.pending.values()];
  site.pending.clear();
  for (const { partyId, itemId, sums } of waiting) {
    const list = [...sums.values()];
    await ctx.db.rows(sql`
      INSERT INTO listening_party_reactions AS r (item_id, key, second, count)
      SELECT ${itemId}::uuid, key, second, count
      FROM unnest(${list.map((sum) => sum.key)}::text[], ${list.map((sum) => sum.second)}::int[], ${list.map((sum) => sum.count)}::int[]) AS n (key, second, count)
      ON CONFLICT (item_id, second, key) DO UPDATE SET count = r.count + excluded.count`);
    const shown: ReactionSum[] = list.map(({ key, second, count }) => ({
      key,
      atMs: second * limits.reactionBucketMs,
      count,
    }));
    hintToParty(ctx, partyId, 'reactions', { itemId, sums: shown });
  }
}
