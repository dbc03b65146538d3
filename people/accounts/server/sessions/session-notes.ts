import type { Context } from '#platform/server/context.ts';
import { firstVisitOfDay } from '#people/accounts/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { outageOf } from '#platform/server/db/outage.ts';
import { emit } from '#platform/server/events/emit.ts';

/** Sessions of one statement. */
const BATCH = 500;

/** When a session was used, and when it ends now. */
interface Use {
  readonly at: Date;
  readonly expiresAt: Date;
}

interface Notes {
  /** Write-behind buffer: uses that wait, or are being written, by session. */
  readonly uses: Map<string, Use>;
  day: string;
  /** Profiles whose visit of `day` this process has reported, or is about to. */
  readonly visited: Set<string>;
  /** Those of them that wait. */
  visits: string[];
  isWriting: boolean;
}

const notesByContext = new WeakMap<Context, Notes>();

function notesOf(ctx: Context): Notes {
  let notes = notesByContext.get(ctx);
  if (!notes) {
    notes = { uses: new Map(), day: '', visited: new Set(), visits: [], isWriting: false };
    notesByContext.set(ctx, notes);
  }
  return notes;
}

/** Notes the use of a session, after the answer. */
export function noteUse(ctx: Context, sessionId: string, use: Use): void {
  const notes = notesOf(ctx);
  if (notes.uses.has(sessionId)) return;
  notes.uses.set(sessionId, use);
  void write(ctx, notes);
}

/** Reports a member's first visit of a day, after the answer; once a process and day. */
export function noteVisit(ctx: Context, profileId: string, today: string): void {
  const notes = notesOf(ctx);
  if (notes.day !== today) {
    notes.day = today;
    notes.visited.clear();
    notes.visits = [];
  }
  if (notes.visited.has(profileId)) return;
  notes.visited.add(profileId);
  notes.visits.push(profileId);
  void write(ctx, notes);
}

/**
 * Flushes the write-behind buffer, one transaction after the other: when thousands of members return together, as after
 * a restart or to a party, their notes occupy one connection. Later requests repeat what could not be written.
 */
async function write(ctx: Context, notes: Notes): Promise<void> {
  if (notes.isWriting) return;
  notes.isWriting = true;
  try {
    while (notes.uses.size + notes.visits.length > 0) {
      await writeUses(ctx, notes.uses);
      await writeVisit(ctx, notes);
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'visits and uses of sessions could not be noted');
    for (const profileId of notes.visits) notes.visited.delete(profileId);
    notes.visits = [];
    notes.uses.clear();
  } finally {
    notes.isWriting = false;
  }
}

async function writeVisit(ctx: Context, notes: Notes): Promise<void> {
  const profileId = notes.visits.shift();
  if (profileId === undefined) return;
  try {
    await ctx.db.tx((tx) => emit(ctx, tx, firstVisitOfDay, { profileId, day: notes.day }));
  } catch (error) {
    notes.visited.delete(profileId);
    if (outageOf(error)) throw error;
    // One member's visit failed; the others are written.
    ctx.log.warn({ err: error }, 'the first visit of the day could not be noted');
  }
}

async function writeUses(ctx: Context, uses: Map<string, Use>): Promise<void> {
  // Sorted, so that two processes do not deadlock.
  const batch = [...uses].slice(0, BATCH).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (batch.length === 0) return;
  await ctx.db.rows(sql`
    UPDATE sessions s SET last_used_at = GREATEST(s.last_used_at, n.at), expires_at = n.expires_at
    FROM unnest(${batch.map(([id]) => id)}::uuid[], ${batch.map(([, { at }]) => at)}::timestamptz[], ${batch.map(([, { expiresAt }]) => expiresAt)}::timestamptz[])
      AS n (id, at, expires_at) WHERE s.id = n.id`);
  for (const [id] of batch) uses.delete(id);
}
