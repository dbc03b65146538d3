import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Context } from '#platform/server/context.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import { networkOf } from '#platform/server/http/network/network.ts';
import type { ByteRange } from '#platform/server/storage/storage.ts';

/** Entries (network and file) of the LRU cache of this process; beyond, the oldest stored one is evicted. */
const MAX_ENTRIES = 20_000;
/** Separate ranges of one file to one network; beyond, the shortest is dropped, so that nothing counts twice. */
const MAX_RANGES = 64;
/** Milliseconds until what was served is stored for the other processes. */
const STORE_MS = 5000;
/** Rows of one statement. */
const BATCH = 500;
/** Milliseconds for which bytes count as played: a browser caches a file for an hour, and a play may take as long. */
const FRESH_MS = 2 * 3_600_000;

/** Half-open intervals of bytes, sorted and disjoint. */
export type Ranges = readonly (readonly [number, number])[];

/** Interval union: ranges with one more; overlapping and touching ones are merged. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (to <= from) return ranges;
  const apart = ranges.filter(([start, end]) => end < from || start > to);
  const touching = ranges.filter(([start, end]) => end >= from && start <= to);
  const start = Math.min(from, ...touching.map((one) => one[0]));
  const end = Math.max(to, ...touching.map((one) => one[1]));
  const merged = [...apart, [start, end] as const].toSorted((a, b) => a[0] - b[0]);
  if (merged.length <= MAX_RANGES) return merged;
  const shortest = merged.reduce((least, one) => (one[1] - one[0] < least[1] - least[0] ? one : least));
  return merged.filter((one) => one !== shortest);
}

/** A response that is being sent. */
interface Sending {
  readonly range: ByteRange;
  /** Bytes of its body that have left this process. */
  sent(): number;
}

interface Entry {
  readonly network: string;
  readonly key: string;
  ranges: Ranges;
  readonly sending: Set<Sending>;
  isStored: boolean;
}

interface Served {
  readonly entries: Map<string, Entry>;
  timer: NodeJS.Timeout | null;
  storing: Promise<void>;
}

const servedByContext = new WeakMap<Context, Served>();

function servedOf(ctx: Context): Served {
  let served = servedByContext.get(ctx);
  if (!served) servedByContext.set(ctx, (served = { entries: new Map(), timer: null, storing: Promise.resolve() }));
  return served;
}

/**
 * The pseudonym of a network for one day, a keyed hash (HMAC): without the site's secret nobody can derive the address,
 * and on the next day nobody can recognise it.
 */
export function networkName(ctx: Context, address: string, at: Date): string {
  const seen = JSON.stringify(['network', at.toISOString().slice(0, 10), networkOf(address)]);
  return createHmac('sha256', ctx.secret).update(seen).digest('base64url');
}

/** Counts the bytes of a response as they are sent. Called when its body begins; makes no query and does not wait. */
export function recordServing(
  ctx: Context,
  address: string,
  key: string,
  range: ByteRange,
  response: ServerResponse,
): void {
  const served = servedOf(ctx);
  const entry = entryOf(served, networkOf(address), key);
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  const length = range.end - range.start + 1;
  let isWhole = false;
  const sending: Sending = {
    range,
    // Bytes that a broken connection has written count, its headers included.
    sent: () => (isWhole ? length : Math.min(length, Math.max(0, (socket?.bytesWritten ?? 0) - before))),
  };
  entry.sending.add(sending);
  response.once('finish', () => (isWhole = true));
  response.once('close', () => {
    entry.sending.delete(sending);
    take(entry, sending);
  });
  served.timer ??= setTimeout(() => {
    served.timer = null;
    storeServed(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'served ranges could not be stored'));
  }, STORE_MS).unref();
}

function entryOf({ entries }: Served, network: string, key: string): Entry {
  const name = `${network} ${key}`;
  const entry = entries.get(name) ?? { network, key, ranges: [], sending: new Set<Sending>(), isStored: true };
  // Stored ranges are dropped here; ranges that are served again are stored again, with the new time and day's name.
  if (entry.isStored) entry.ranges = [];
  // LRU: a used entry moves to the end.
  entries.delete(name);
  if (entries.size >= MAX_ENTRIES) {
    const stored = entries.entries().find(([, one]) => one.isStored && one.sending.size === 0);
    entries.delete(stored?.[0] ?? entries.keys().next().value!);
  }
  entries.set(name, entry);
  return entry;
}

function take(entry: Entry, { range, sent }: Sending): void {
  const grown = withRange(entry.ranges, range.start, range.start + sent());
  if (JSON.stringify(grown) === JSON.stringify(entry.ranges)) return;
  entry.ranges = grown;
  entry.isStored = false;
}

/** Flushes what was served since the last flush, unfinished responses included. Flushes are serialized. */
export function storeServed(ctx: Context): Promise<void> {
  const served = servedOf(ctx);
  served.storing = served.storing.catch(() => {}).then(() => storeNow(ctx, served));
  return served.storing;
}

async function storeNow(ctx: Context, { entries }: Served): Promise<void> {
  const at = ctx.clock.now();
  for (const entry of entries.values()) for (const sending of entry.sending) take(entry, sending);
  const waiting = [...entries.values()].filter((entry) => !entry.isStored);
  for (let from = 0; from < waiting.length; from += BATCH) {
    const batch = waiting.slice(from, from + BATCH);
    for (const entry of batch) entry.isStored = true;
    const rows = batch
      .map(({ network, key, ranges }) => ({
        network: networkName(ctx, network, at),
        key,
        ranges: `{${ranges.map(([start, end]) => `[${start},${end})`).join(',')}}`,
      }))
      // Processes that store at once lock rows in the same order.
      .toSorted((a, b) => (a.network + a.key < b.network + b.key ? -1 : 1));
    try {
      await ctx.db.rows(sql`
        INSERT INTO served_ranges (network, key, ranges, served_at)
        SELECT r.network, r.key, r.ranges::int8multirange, ${at}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(network text, key text, ranges text)
        ON CONFLICT (network, key) DO UPDATE SET ranges = served_ranges.ranges + excluded.ranges, served_at = excluded.served_at`);
    } catch (error) {
      for (const entry of batch) entry.isStored = false;
      throw error;
    }
  }
  for (const [name, entry] of entries) if (entry.isStored && entry.sending.size === 0) entries.delete(name);
}

/** Stores the rest and ends the timer: the site closes. */
export async function stopServing(ctx: Context): Promise<void> {
  const served = servedOf(ctx);
  clearTimeout(served.timer ?? undefined);
  await storeServed(ctx);
}

/**
 * How much of a sound or a video went to some networks within the last two hours: 0 to 1, of the version to stream or of the
 * file as it was uploaded, whichever is more. Bytes that were sent twice count once.
 * @param networks by {@link networkName}
 */
export async function servedShare(ctx: Context, networks: readonly string[], fileId: string): Promise<number> {
  await storeServed(ctx);
  const since = new Date(ctx.clock.now().getTime() - FRESH_MS);
  const [row] = await ctx.db.rows<{ share: number }>(sql`
    WITH played AS (
      SELECT key, bytes FROM files WHERE id = ${fileId}
      UNION ALL SELECT key, bytes FROM file_renditions WHERE file_id = ${fileId} AND name LIKE 'stream%'
    ), got AS (
      SELECT s.key, range_agg(s.ranges) AS ranges FROM served_ranges s JOIN played USING (key)
      WHERE s.network = ANY(${[...networks]}::text[]) AND s.served_at > ${since} GROUP BY s.key
    )
    SELECT coalesce(max((SELECT sum(upper(r) - lower(r)) FROM unnest(got.ranges) AS r)::float8 / played.bytes), 0)::float8 AS share
    FROM got JOIN played USING (key)`);
  return row?.share ?? 0;
}

/** Records that all of a sound went to an address, without sending it: for the maker of the demo community. */
export async function noteServed(ctx: Context, address: string, fileId: string): Promise<void> {
  const rows = await ctx.db.rows<{ key: string; bytes: number }>(sql`
    SELECT key, bytes::float8 AS bytes FROM file_renditions WHERE file_id = ${fileId} AND name = 'stream'
    UNION ALL SELECT key, bytes::float8 FROM files WHERE id = ${fileId} LIMIT 1`);
  for (const { key, bytes } of rows) {
    const entry = entryOf(servedOf(ctx), networkOf(address), key);
    entry.ranges = [[0, bytes]];
    entry.isStored = false;
  }
}

/** Forgets what was served before a timestamp. */
export async function forgetServed(db: Executor, before: Date): Promise<void> {
  await db.rows(sql`DELETE FROM served_ranges WHERE served_at < ${before}`);
}
