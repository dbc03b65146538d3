import { type Executor, sql } from '#platform/server/db/database.ts';

/** Entries that are compared with one query. */
const BATCH = 20_000;

/** What a check of the audit log has found. */
export interface AuditReport {
  readonly entries: number;
  /** Number and hash of the newest entry, to be noted elsewhere; null for an empty log. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  /** What is wrong, in words; null where nothing is. */
  readonly fault: string | null;
}

interface Checked {
  readonly count: number;
  readonly last_seq: number;
  readonly last_hash: string;
  readonly gap: number | null;
  readonly missing: number | null;
  readonly changed: number | null;
}

/** The entries of the hash chain from a place on, compared with their hashes. */
async function checkBatch(db: Executor, after: number, hash: string): Promise<Checked | undefined> {
  // What `audit_hash` covers, written out: calling it for each entry takes five times as long. One look-up for each entry, by
  // LIMIT: a join might read the whole log for every batch.
  const [row] = await db.rows<Checked>(sql`
    WITH page AS MATERIALIZED (SELECT seq, entry_id, hash FROM audit_chain WHERE seq > ${after}::bigint ORDER BY seq LIMIT ${BATCH}),
    checked AS (
      SELECT p.seq, p.hash, p.seq <> ${after}::bigint + row_number() OVER (ORDER BY p.seq) AS gap, a.id IS NULL AS missing,
        a.id IS NOT NULL AND p.hash IS DISTINCT FROM sha256(lag(p.hash, 1, decode(${hash}, 'hex')) OVER (ORDER BY p.seq)
          || convert_to(jsonb_build_array(a.id, a.actor_id, a.action, a.target_kind, a.target_id, a.reason, a.details,
            extract(epoch FROM a.created_at))::text, 'UTF8')) AS changed
      FROM page p LEFT JOIN LATERAL (SELECT * FROM audit_log WHERE id = p.entry_id LIMIT 1) a ON true)
    SELECT count(*)::int AS count, max(seq)::float8 AS last_seq, encode((array_agg(hash ORDER BY seq DESC))[1], 'hex') AS last_hash,
      min(seq) FILTER (WHERE gap)::float8 AS gap, min(seq) FILTER (WHERE missing)::float8 AS missing,
      min(seq) FILTER (WHERE changed)::float8 AS changed
    FROM checked HAVING count(*) > 0`);
  return row;
}

const faultOf = ({ gap, missing, changed }: Checked): string | null => {
  const faults = [
    { seq: gap, words: 'is not the next number: entries before it are gone' },
    { seq: missing, words: 'is gone' },
    { seq: changed, words: 'was changed, or one before it' },
  ];
  const first = faults.filter((fault) => fault.seq !== null).toSorted((one, other) => one.seq! - other.seq!)[0];
  return first ? `Entry ${first.seq} ${first.words}.` : null;
};

/**
 * Verifies the hash chain of the audit log: no entry was changed, removed or added outside the site. Entries cut off at
 * the end show only against a head that was noted before.
 * @param known number and hash of an entry, as an earlier check gave them
 */
export async function verifyAudit(
  db: Executor,
  known: { readonly seq: number; readonly hash: string } | null = null,
): Promise<AuditReport> {
  let [seq, hash, entries] = [0, '', 0];
  for (;;) {
    const batch = await checkBatch(db, seq, hash);
    if (!batch) break;
    entries += batch.count;
    const fault = faultOf(batch);
    if (fault !== null) return { entries, head: null, fault };
    [seq, hash] = [batch.last_seq, batch.last_hash];
  }
  const [loose] = await db.rows<{ id: string }>(sql`
    SELECT id FROM audit_log a WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.entry_id = a.id) LIMIT 1`);
  const head = seq === 0 ? null : { seq, hash };
  if (loose) return { entries, head, fault: `Entry ${loose.id} is not in the chain: it was added by another way.` };
  if (known !== null) {
    const [row] = await db.rows<{ hash: string }>(
      sql`SELECT encode(hash, 'hex') AS hash FROM audit_chain WHERE seq = ${known.seq}`,
    );
    if (row?.hash !== known.hash)
      return { entries, head, fault: `Entry ${known.seq} is gone, or is not the one that was noted.` };
  }
  return { entries, head, fault: null };
}
