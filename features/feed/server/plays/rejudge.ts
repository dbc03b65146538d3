import { feed } from '#features/feed/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type HeardPlay, type PlayMark, judge } from './play-rules.ts';
import { type PlayEvent, playEvents, setMarks, tracksWithEvents } from './plays-store.ts';
import { recountPlays } from './recount-store.ts';

/** Rows per batch. */
const BATCH = 500;
const WINDOW_MS = feed.playWindowMinutes * 60_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** The result of judging every stored event again. */
export interface Rejudged {
  readonly events: number;
  /** Events that count now and did not, and the other way round. */
  readonly added: number;
  readonly taken: number;
}

/**
 * Applies the rule in force to every play whose evidence is stored, track by track and in order of time, and counts the
 * tracks again. Plays of before the evidence was stored, and older ones than `feed.playEventDays`, stay as they are.
 * @param check only says what would change
 */
export async function rejudgePlays(ctx: Context, check: boolean): Promise<Rejudged> {
  let [events, added, taken] = [0, 0, 0];
  for (let after = FIRST; ;) {
    const tracks = await tracksWithEvents(ctx.db, after, BATCH);
    for (const trackId of tracks) {
      const counts = await ctx.db.tx((tx) => rejudgeTrack(tx, trackId, check));
      events += counts.events;
      added += counts.added;
      taken += counts.taken;
    }
    if (tracks.length < BATCH) break;
    after = tracks.at(-1)!;
  }
  if (!check && added + taken > 0) ctx.pages.drop();
  return { events, added, taken };
}

async function rejudgeTrack(tx: Tx, trackId: string, check: boolean): Promise<Rejudged> {
  // Whoever counts a play changes the track's row: what is judged here is not counted meanwhile.
  await tx.rows(sql`SELECT 1 FROM upload_files WHERE id = ${trackId} FOR UPDATE`);
  let [events, added, taken] = [0, 0, 0];
  let counted: HeardPlay[] = [];
  let last = { heardAt: new Date(0), id: FIRST };
  for (;;) {
    const batch = await playEvents(tx, trackId, last, BATCH);
    const changed: { id: string; mark: PlayMark | null }[] = [];
    for (const event of batch) {
      counted = counted.filter((earlier) => event.heardAt.getTime() - earlier.heardAt.getTime() < WINDOW_MS);
      const mark = markOf(event, counted);
      if (mark === null) counted.push(event);
      if (mark === event.mark) continue;
      changed.push({ id: event.id, mark });
      added += mark === null ? 1 : 0;
      taken += event.mark === null ? 1 : 0;
    }
    events += batch.length;
    if (!check && changed.length > 0) await setMarks(tx, changed);
    if (batch.length < BATCH) break;
    last = batch.at(-1)!;
  }
  if (!check && added + taken > 0) await recountPlays(tx, trackId);
  return { events, added, taken };
}

/** Names change at midnight, and nothing identifies a listener across days: what was marked in the first hour stays marked. */
function markOf(event: PlayEvent, counted: readonly HeardPlay[]): PlayMark | null {
  const mark = judge(event, counted);
  const sinceMidnight = event.heardAt.getTime() % 86_400_000;
  return mark === null && sinceMidnight < WINDOW_MS ? event.mark : mark;
}
