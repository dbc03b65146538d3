import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';

/** One numbered event. */
export interface StoredEvent {
  readonly topic: string;
  readonly seq: number;
  readonly type: string;
  readonly data: unknown;
}

/** Takes the next number of a topic and writes the event, in one statement. @returns the number. */
export async function writeEvent(tx: Tx, event: Omit<StoredEvent, 'seq'>, at: Date): Promise<number> {
  const [row] = await tx.rows<{ seq: string }>(sql`
    WITH next AS (
      INSERT INTO topics (topic, last_seq) VALUES (${event.topic}, 1)
      ON CONFLICT (topic) DO UPDATE SET last_seq = topics.last_seq + 1
      RETURNING last_seq
    )
    INSERT INTO topic_events (topic, seq, type, data, created_at)
    SELECT ${event.topic}, last_seq, ${event.type}, ${JSON.stringify(event.data)}::jsonb, ${at} FROM next
    RETURNING seq`);
  return Number(row!.seq);
}

/**
 * As `writeEvent`, as parts of a statement that writes more (`WITH made AS …`): where `made` has a row the event is written,
 * and `event (seq)` has its number.
 * @param placeAt path in its data where the `place` of that row is put
 */
export const eventParts = (event: Omit<StoredEvent, 'seq'>, at: Date, placeAt?: readonly string[]): SQL => sql`
    numbered AS (
      INSERT INTO topics (topic, last_seq) SELECT ${event.topic}, 1 FROM made
      ON CONFLICT (topic) DO UPDATE SET last_seq = topics.last_seq + 1 RETURNING last_seq
    ), event AS (
      INSERT INTO topic_events (topic, seq, type, data, created_at)
      SELECT ${event.topic}, last_seq, ${event.type}, ${dataOf(event, placeAt)}, ${at}::timestamptz FROM numbered
      RETURNING seq
    )`;

const dataOf = ({ data }: Omit<StoredEvent, 'seq'>, placeAt: readonly string[] | undefined): SQL =>
  placeAt
    ? sql`jsonb_set(${JSON.stringify(data)}::jsonb, ${[...placeAt]}::text[], (SELECT to_jsonb(place) FROM made))`
    : sql`${JSON.stringify(data)}::jsonb`;

/** Events of a topic after a number, oldest first. */
export async function eventsAfter(db: Executor, topic: string, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db.rows<{ topic: string; seq: string; type: string; data: unknown }>(
    sql`SELECT topic, seq, type, data FROM topic_events WHERE topic = ${topic} AND seq > ${after} ORDER BY seq LIMIT ${limit}`,
  );
  return rows.map((row) => ({ topic: row.topic, seq: Number(row.seq), type: row.type, data: row.data }));
}

/** Number before the first of a topic's last `limit` events that was written after a timestamp; null when none was. */
export async function seqBefore(db: Executor, topic: string, since: Date, limit: number): Promise<number | null> {
  const [row] = await db.rows<{ seq: string | null }>(sql`
    SELECT min(seq) AS seq FROM (SELECT seq, created_at FROM topic_events WHERE topic = ${topic} ORDER BY seq DESC LIMIT ${limit}) last
    WHERE created_at > ${since}`);
  return row?.seq ? Number(row.seq) - 1 : null;
}

/** Number of a topic's last event; 0 before the first. */
export async function lastSeq(db: Executor, topic: string): Promise<number> {
  const [row] = await db.rows<{ seq: string }>(sql`SELECT last_seq AS seq FROM topics WHERE topic = ${topic}`);
  return row ? Number(row.seq) : 0;
}

/** Deletes events from before a timestamp. The sequence numbers continue. */
export async function removeEventsBefore(db: Executor, before: Date): Promise<void> {
  await db.rows(sql`DELETE FROM topic_events WHERE created_at < ${before}`);
}

/**
 * Redacts the content of stored events: a page that resumes learns only that something was there.
 * @param like what the event's data contains
 * @param data what stands in its place
 */
export async function redactEvents(tx: Tx, topic: string, type: string, like: object, data: object): Promise<void> {
  await tx.rows(sql`
    UPDATE topic_events SET data = ${JSON.stringify(data)}::jsonb
    WHERE topic = ${topic} AND type = ${type} AND data @> ${JSON.stringify(like)}::jsonb`);
}
