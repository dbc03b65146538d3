import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { defineEvent } from '#platform/server/events/event.ts';

/** A mail server's refusal (5xx) of one mail, which a further try would not change. */
export interface MailRefusal {
  /** Its answer: `550 5.1.1 No such user`. */
  readonly answer: string;
  /** Whether there is nobody at the address, so that other mails need not be tried either. */
  readonly isOfAddress: boolean;
}

/** An address takes no mails. Emitted in the transaction that notes it. */
export const mailRefused = defineEvent<{ readonly address: string }>('mail.refused');

const DAY_MS = 86_400_000;
/** Characters of an answer that are kept. */
const ANSWER_MAX = 300;

/** Enhanced status codes (RFC 3463) of an address that does not exist (5.1.x), or is closed (5.2.1). */
const ofAddress = /^5\.(?:1\.\d+|2\.1)$/;

/**
 * What of an error is a refusal for good. A refused sign-in or sender is none: the operator mends it, and the mail goes out
 * then.
 * @param error of nodemailer
 */
export function refusalOf(error: unknown): MailRefusal | null {
  const { command, responseCode, response } = (error ?? {}) as Record<string, unknown>;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (!isFinal || (command !== 'RCPT TO' && command !== 'DATA')) return null;
  const answer = String(response).slice(0, ANSWER_MAX);
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];
  return { answer, isOfAddress: command === 'RCPT TO' && (status === undefined || ofAddress.test(status)) };
}

/** The refusal of an address; null where mails may be sent to it. */
export async function refusalOfAddress(db: Executor, address: string): Promise<{ answer: string; at: Date } | null> {
  const [row] = await db.rows<{ answer: string; at: Date }>(
    sql`SELECT answer, refused_at AS at FROM mail_refusals WHERE address = lower(${address})`,
  );
  return row ?? null;
}

/** Notes that an address takes no mails. @returns whether that is new */
export async function noteRefusal(tx: Tx, address: string, answer: string, at: Date): Promise<boolean> {
  const [row] = await tx.rows<{ is_new: boolean }>(sql`
    INSERT INTO mail_refusals (address, answer, refused_at) VALUES (lower(${address}), ${answer}, ${at})
    ON CONFLICT (address) DO UPDATE SET answer = excluded.answer, refused_at = excluded.refused_at RETURNING xmax = 0 AS is_new`);
  return row!.is_new;
}

/** Days after which an address is tried again: mailboxes come back, and what is not needed is not kept. */
const REFUSAL_DAYS = 180;

/** Forgets refusals of long ago. */
export async function purgeRefusals(db: Executor, now: Date): Promise<void> {
  await db.rows(sql`DELETE FROM mail_refusals WHERE refused_at <= ${new Date(now.getTime() - REFUSAL_DAYS * DAY_MS)}`);
}

/** Mails go to the address again. */
export async function forgetRefusal(db: Executor, address: string): Promise<void> {
  await db.rows(sql`DELETE FROM mail_refusals WHERE address = lower(${address})`);
}
