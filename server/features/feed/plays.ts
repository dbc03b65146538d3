import { createHmac } from 'node:crypto';
import { feed } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { contentFacts } from '#server/features/content/facts.ts';
import { requirePublished } from '#server/features/content/policies.ts';
import type { Caller } from '#server/platform/http/door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { newId } from '#server/platform/ids.ts';
import { countPlay, insertPlay, playById } from './plays-store.ts';
import { neededMs } from './rules.ts';
import { trackOf } from './tracks-store.ts';
import { upload } from './types.ts';

const WINDOW_MS = feed.playWindowMinutes * 60_000;

/**
 * Who listens at a moment: the member, or what a visitor is known by for one day. Without the site's secret nobody can
 * tell the address from it, and from one day to the next nobody can tell that it is the same.
 */
export function listenerOf(ctx: Context, caller: Pick<Caller, 'viewer' | 'address' | 'userAgent'>, at: Date): string {
  if (caller.viewer) return caller.viewer.profileId;
  const day = at.toISOString().slice(0, 10);
  const seen = JSON.stringify(['play', day, caller.address, caller.userAgent]);
  return `visitor:${createHmac('sha256', ctx.secret).update(seen).digest('base64url')}`;
}

/** A listener has begun a track. @throws {Refusal} `upload_not_found`, `track_not_found`, `adults_only` */
export async function beginPlay(
  ctx: Context,
  caller: Caller,
  uploadId: string,
  trackId: string,
): Promise<{ playId: string; neededMs: number }> {
  await requirePublished(ctx.db, upload, uploadId, caller.viewer);
  const track = await trackOf(ctx.db, uploadId, trackId);
  if (!track) throw new Refusal('track_not_found');
  const now = ctx.clock.now();
  const play = {
    id: newId(now),
    track_id: trackId,
    upload_id: uploadId,
    listener: listenerOf(ctx, caller, now),
    needed_ms: neededMs(track.duration_ms),
    started_at: now,
  };
  await insertPlay(ctx.db, play);
  return { playId: play.id, neededMs: play.needed_ms };
}

/**
 * A listener has heard enough. Once per listener and hour it counts; the author's own never does.
 * @throws {Refusal} `not_found` for a play that nobody has begun, or of what is not published any more; `play_too_soon`
 */
export async function finishPlay(ctx: Context, caller: Caller, playId: string): Promise<boolean> {
  const play = await playById(ctx.db, playId);
  const facts = play && (await contentFacts(ctx.db, upload, play.upload_id));
  if (!play || facts?.state !== 'published') throw new Refusal('not_found');
  if (play.counted_at) return true;
  const now = ctx.clock.now();
  const waitMs = play.started_at.getTime() + play.needed_ms - now.getTime();
  if (waitMs > 0) throw new Refusal('play_too_soon', { meta: { waitMs } });
  const isAuthor = play.listener === facts.authorId || caller.viewer?.profileId === facts.authorId;
  if (isAuthor) return false;
  const since = new Date(now.getTime() - WINDOW_MS);
  // Around midnight a visitor has two names within one hour.
  const listeners = [play.listener, listenerOf(ctx, caller, now), listenerOf(ctx, caller, since)];
  const counted = await ctx.db.tx((tx) => countPlay(tx, play, [...new Set(listeners)], since, now));
  if (counted === null) throw new Refusal('not_found');
  return counted;
}
