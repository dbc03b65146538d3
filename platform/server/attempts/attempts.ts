import { createHmac } from 'node:crypto';
import type { AttemptRate } from '#platform/contract/rate-limits.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, sql } from '#platform/server/db/database.ts';

/** Milliseconds by which a limit may be exceeded: the rounding of a window that is divided into equal parts. */
const ROUNDING_MS = 5;

/** One limit that an attempt counts against. */
export interface Limit {
  /** What is counted, and for whom. */
  readonly key: readonly string[];
  readonly rate: AttemptRate;
}

/** A limit that delays attempts (traffic shaping) before it refuses them. */
export interface PacedLimit extends Limit {
  /** The longest delay of an attempt in milliseconds; an attempt that would wait longer is refused. */
  readonly patienceMs: number;
}

/** How an attempt was counted. */
export type Reservation =
  | {
      readonly isAllowed: true;
      /** Milliseconds to wait before it is judged. */
      readonly waitMs: number;
      /** Returns the reservation without delaying the request: a success does not count. */
      refund(): void;
    }
  | {
      readonly isAllowed: false;
      /** Which limit is reached. */
      readonly by: 'own' | 'shared';
      readonly retryAfterSeconds: number;
    };

/**
 * Limits attempts by the generic cell rate algorithm (GCRA), in the database: for all processes, and no other traffic
 * evicts a counter. An attempt is reserved before it is judged, in one upsert, so that concurrent attempts stay in the limit.
 */
export interface Attempts {
  /**
   * Reserves one attempt under a limit and, where that allows it, under a second one which others share.
   * @param shared when it refuses, the attempt counts for neither.
   */
  reserve(own: Limit, shared?: PacedLimit | null): Promise<Reservation>;
}

interface Row {
  readonly own: Date | null;
  readonly shared: Date | null;
}

const unlimited: Reservation = { isAllowed: true, waitMs: 0, refund() {} };

/**
 * @param site.isOn false for the demo's maker and benchmarks: nothing is ever over its limit.
 * @param site.onLost receives the error of a failed refund.
 */
export function makeAttempts(site: {
  db: Database;
  clock: Clock;
  secret: string;
  isOn: boolean;
  onLost: (error: unknown) => void;
}): Attempts {
  const { db } = site;
  // Own keys sort before shared ones: one order of row locks, so that no deadlock arises.
  const keyOf = (kind: 'own' | 'shared', limit: Limit): string => {
    const text = JSON.stringify(['attempt', ...limit.key]);
    return `${kind} ${createHmac('sha256', site.secret).update(text).digest('base64url').slice(0, 22)}`;
  };
  const intervalOf = ({ rate }: Limit): number => (rate.windowSeconds * 1000) / rate.max;

  const refund = async (held: readonly { key: string; ms: number }[]): Promise<void> => {
    await db.rows(sql`
      WITH held AS (SELECT key FROM attempts WHERE key = ANY(${held.map((one) => one.key)}::text[]) ORDER BY key FOR UPDATE)
      UPDATE attempts a SET full_at = a.full_at - make_interval(secs => g.ms / 1000)
      FROM held JOIN unnest(${held.map((one) => one.key)}::text[], ${held.map((one) => one.ms)}::float8[]) AS g (key, ms) ON g.key = held.key
      WHERE a.key = held.key`);
  };
  const refundLater = (held: readonly { key: string; ms: number }[]) => (): void => {
    refund(held).catch(site.onLost);
  };
  /** Seconds until the next attempt would be allowed. */
  const retryAfter = async (key: string, limit: Limit, patienceMs: number, now: Date): Promise<number> => {
    const [row] = await db.rows<{ full_at: Date }>(sql`SELECT full_at FROM attempts WHERE key = ${key}`);
    const freeMs = (row?.full_at.getTime() ?? 0) + intervalOf(limit) - limit.rate.windowSeconds * 1000 - patienceMs;
    return Math.max(1, Math.ceil((freeMs - now.getTime()) / 1000));
  };

  return {
    async reserve(own, shared = null) {
      if (!site.isOn) return unlimited;
      const now = site.clock.now();
      const after = (ms: number): Date => new Date(now.getTime() + ms);
      const claimOf = (limit: Limit, kind: 'own' | 'shared', patienceMs: number) => ({
        key: keyOf(kind, limit),
        ms: intervalOf(limit),
        first: after(intervalOf(limit)),
        last: after(limit.rate.windowSeconds * 1000 + patienceMs + ROUNDING_MS),
      });
      const ownClaim = claimOf(own, 'own', 0);
      const sharedClaim = shared && claimOf(shared, 'shared', shared.patienceMs);
      const [row] = await db.rows<Row>(
        sharedClaim
          ? sql`
            WITH own AS (
              INSERT INTO attempts AS a (key, full_at) VALUES (${ownClaim.key}, ${ownClaim.first})
              ON CONFLICT (key) DO UPDATE SET full_at = GREATEST(a.full_at, ${now}) + make_interval(secs => ${ownClaim.ms}::float8 / 1000)
              WHERE GREATEST(a.full_at, ${now}) + make_interval(secs => ${ownClaim.ms}::float8 / 1000) <= ${ownClaim.last}
              RETURNING full_at
            ), shared AS (
              INSERT INTO attempts AS a (key, full_at) SELECT ${sharedClaim.key}, ${sharedClaim.first}::timestamptz FROM own
              ON CONFLICT (key) DO UPDATE SET full_at = GREATEST(a.full_at, ${now}) + make_interval(secs => ${sharedClaim.ms}::float8 / 1000)
              WHERE GREATEST(a.full_at, ${now}) + make_interval(secs => ${sharedClaim.ms}::float8 / 1000) <= ${sharedClaim.last}
              RETURNING full_at
            )
            SELECT (SELECT full_at FROM own) AS own, (SELECT full_at FROM shared) AS shared`
          : sql`
            WITH own AS (
              INSERT INTO attempts AS a (key, full_at) VALUES (${ownClaim.key}, ${ownClaim.first})
              ON CONFLICT (key) DO UPDATE SET full_at = GREATEST(a.full_at, ${now}) + make_interval(secs => ${ownClaim.ms}::float8 / 1000)
              WHERE GREATEST(a.full_at, ${now}) + make_interval(secs => ${ownClaim.ms}::float8 / 1000) <= ${ownClaim.last}
              RETURNING full_at
            )
            SELECT (SELECT full_at FROM own) AS own, NULL::timestamptz AS shared`,
      );
      if (!row?.own)
        return { isAllowed: false, by: 'own', retryAfterSeconds: await retryAfter(ownClaim.key, own, 0, now) };
      if (!shared || !sharedClaim) return { isAllowed: true, waitMs: 0, refund: refundLater([ownClaim]) };
      if (!row.shared) {
        await refund([ownClaim]);
        const seconds = await retryAfter(sharedClaim.key, shared, shared.patienceMs, now);
        return { isAllowed: false, by: 'shared', retryAfterSeconds: seconds };
      }
      const waitMs = row.shared.getTime() - now.getTime() - shared.rate.windowSeconds * 1000;
      return {
        isAllowed: true,
        waitMs: waitMs > ROUNDING_MS ? waitMs : 0,
        refund: refundLater([ownClaim, sharedClaim]),
      };
    },
  };
}

/** Deletes rows whose limit is free again. */
export async function removeOldAttempts(db: Database, now: Date): Promise<void> {
  await db.rows(sql`DELETE FROM attempts WHERE full_at <= ${now}`);
}
