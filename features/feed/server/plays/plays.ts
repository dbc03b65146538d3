import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { countLinkPlay, linkOf, linkOpens } from '#content/core/server/links.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { networkName, servedShare } from '#content/media/server/actions.ts';
import type { Caller } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { newId } from '#platform/server/ids.ts';
import { neededMs, neededShare } from './play-rules.ts';
import { countPlay, insertPlay, playById } from './plays-store.ts';
import { trackOf } from '#features/feed/server/tracks/tracks-store.ts';
import { upload } from '#features/feed/server/types.ts';

const WINDOW_MS = feed.playWindowMinutes * 60_000;
/** Milliseconds after which every process knows how many bytes were sent, whichever process sent them. */
const STORED_MS = 6000;

/** Who listens at a time: the member, or for visitors the network for one day. */
export function listenerOf(ctx: Context, { viewer, address }: Pick<Caller, 'viewer' | 'address'>, at: Date): string {
  return viewer ? viewer.profileId : `visitor:${networkName(ctx, address, at)}`;
}

/** A listener has begun a track. @param token of the secret link that they came by @throws {Refusal} `upload_not_found`, `track_not_found`, `adults_only` */
export async function beginPlay(
  ctx: Context,
  caller: Caller,
  uploadId: string,
  trackId: string,
  token?: string,
): Promise<{ playId: string; neededMs: number }> {
  const link = token === undefined ? null : await linkOf(ctx, token);
  const facts = link && (await contentFacts(ctx.db, upload, uploadId));
  const isOpened = facts !== null && (await linkOpens(ctx, link!, upload.kind, facts, caller.viewer));
  if (!isOpened) await requirePublished(ctx.db, upload, uploadId, caller.viewer);
  const track = await trackOf(ctx.db, uploadId, trackId);
  if (!track) throw new Refusal('track_not_found');
  const now = ctx.clock.now();
  const play = {
    id: newId(now),
    track_id: trackId,
    upload_id: uploadId,
    listener: listenerOf(ctx, caller, now),
    network: networkName(ctx, caller.address, now),
    link_id: isOpened ? link!.id : null,
    needed_ms: neededMs(track.duration_ms),
    started_at: now,
  };
  await insertPlay(ctx.db, play);
  return { playId: play.id, neededMs: play.needed_ms };
}

/**
 * A listener has heard enough, and enough bytes of the track went to their network. What then counts is the rule's
 * (`judge`); what does not count is marked.
 * @throws {Refusal} `not_found` for a play that nobody has begun, or of what is not published any more; `play_too_soon`
 */
export async function finishPlay(ctx: Context, caller: Caller, playId: string): Promise<boolean> {
  const play = await playById(ctx.db, playId);
  const facts = play && (await contentFacts(ctx.db, upload, play.upload_id));
  // Of what is private, plays through a link count alone.
  const isOpen = facts?.state === 'published' || (facts?.state === 'private' && play !== null && play.link_id !== null);
  if (!play || !isOpen) throw new Refusal('not_found');
  if (play.counted_at ?? play.mark) return play.counted_at !== null;
  const now = ctx.clock.now();
  const waitMs = play.started_at.getTime() + play.needed_ms - now.getTime();
  if (waitMs > 0) throw new Refusal('play_too_soon', { meta: { waitMs } });
  const isOwn = play.listener === facts.authorId || caller.viewer?.profileId === facts.authorId;
  const since = new Date(now.getTime() - WINDOW_MS);
  // Around midnight a network has two names within one hour.
  const networks = [networkName(ctx, caller.address, now), networkName(ctx, caller.address, since)];
  const track = await trackOf(ctx.db, play.upload_id, play.track_id);
  if (!track) throw new Refusal('not_found');
  const share = await servedShare(ctx, [...networks, play.network ?? ''], track.file_id);
  if (share < neededShare(track.duration_ms)) throw new Refusal('play_too_soon', { meta: { waitMs: STORED_MS } });
  const names = [...networks, listenerOf(ctx, caller, now), listenerOf(ctx, caller, since)];
  const counted = await ctx.db.tx((tx) => countPlay(tx, play, { names, isOwn, at: now }));
  if (counted === null) throw new Refusal('not_found');
  if (counted && play.link_id !== null) await countLinkPlay(ctx.db, play.link_id);
  return counted;
}
