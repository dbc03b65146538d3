import { moderation as limits } from '#content/moderation/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { SiteSettings } from '#people/site-settings/server/rules.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { type NearPrint, SKETCH, contentFingerprint, nearPrint } from './rules/duplicates.ts';
import { MANY_LINKS, SAME_TEXT, SIGN_UP_BURST } from './rules/hold-reasons.ts';
import { linksIn } from './rules/links.ts';
import type { Words } from './rules/words.ts';
import { type CheckedText, checkStoredText, checkText, noteBrokenCheck } from './texts.ts';

const HOUR_MS = 3_600_000;

/** What these rules need to know about an author. */
type Author = Pick<Viewer, 'profileId' | 'createdAt' | 'joinedInBurst' | 'isAdmin' | 'isModerator'>;

/** Whether a text is long enough for its repetition to be suspicious: many members write "thanks". */
const isLongEnough = (text: string): boolean => text.trim().length >= limits.sameTextChars;

/** Why a text waits in the first hours of its author's account: more links than they may write, or how the account was made. */
function firstHoursReasons(
  ctx: Context,
  author: Author,
  { linked }: Words,
  { newAccountHours, newMemberLinks }: SiteSettings,
): string[] {
  if (isStaff(author) || ctx.clock.now().getTime() - author.createdAt.getTime() >= newAccountHours * HOUR_MS) return [];
  return [
    ...(linksIn(linked, ctx.siteUrl) > newMemberLinks ? [MANY_LINKS] : []),
    ...(author.joinedInBurst ? [SIGN_UP_BURST] : []),
  ];
}

/**
 * Why a text with acceptable words must wait for staff: its author is new and it has many links, or several accounts
 * have written the same or nearly the same lately. If the check breaks, the text goes through (fail open).
 * @param mayRefuse false where the author is not calling: then the text waits, however many have written it
 * @throws {Refusal} `spam_blocked` where so many have written it that the queue has it already
 */
export async function textSpamReasons(
  ctx: Context,
  db: Executor,
  author: Author,
  words: Words,
  mayRefuse = true,
): Promise<string[]> {
  if (isStaff(author)) return [];
  try {
    const settings = await siteSettings(db, ctx.db);
    const { sameTextAccounts } = settings;
    const others = await othersWith(ctx, db, author, words.shown, settings, sameTextAccounts * limits.sameTextRefused);
    // Refused, so that one text does not fill the queue.
    if (mayRefuse && others >= sameTextAccounts * limits.sameTextRefused - 1) throw new Refusal('spam_blocked');
    return [...firstHoursReasons(ctx, author, words, settings), ...(others >= sameTextAccounts - 1 ? [SAME_TEXT] : [])];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    await noteBrokenCheck(ctx, db, 'spam', error);
    return [];
  }
}

/** Class of the locks of `spamReasonsInTurn`: keys of two numbers, which no other lock has. */
const NEAR_TEXTS = 0x6e656172;

/**
 * Repeats the check in the transaction that writes a text, before any row is locked. Advisory locks on the bands
 * serialize concurrent writers of nearly the same text, because such texts share a band: each sees those before it.
 * @throws {Refusal} `spam_blocked`
 */
export async function spamReasonsInTurn(ctx: Context, tx: Tx, author: Viewer, words: Words): Promise<string[]> {
  if (isStaff(author) || !isLongEnough(words.shown)) return [];
  const { fingerprint, bands } = printOf(words.shown);
  // Sorted, which prevents deadlocks.
  const keys = [...new Set([...bands, Number.parseInt(fingerprint.slice(0, 7), 16)])].toSorted(
    (one, other) => one - other,
  );
  await tx.rows(sql`SELECT pg_advisory_xact_lock(${NEAR_TEXTS}::int, key) FROM unnest(${keys}::int[]) AS key`);
  return await textSpamReasons(ctx, tx, author, words);
}

/** Milliseconds for which this process remembers the prints of texts that a statement is writing. */
const LATELY_MS = 3000;
/** The prints, by their bands and fingerprints, with whose they are. */
const lately = new WeakMap<object, Map<number | string, { readonly authorId: string; readonly at: number }>>();

/**
 * Whether another author is writing nearly the same text in this process, by a concurrent statement that cannot see it.
 * Remembers the text.
 */
function isWrittenLately(ctx: Context, { profileId: authorId }: Author, { fingerprint, bands }: Print): boolean {
  const at = performance.now();
  const recent = lately.get(ctx.db) ?? new Map<number | string, { authorId: string; at: number }>();
  lately.set(ctx.db, recent);
  // A Map iterates in insertion order: the oldest first.
  for (const [name, { at: then }] of recent) {
    if (at - then <= LATELY_MS) break;
    recent.delete(name);
  }
  const names = [fingerprint, ...bands];
  const isRecent = names.some((name) => (recent.get(name)?.authorId ?? authorId) !== authorId);
  for (const name of names) {
    recent.delete(name);
    recent.set(name, { authorId, at });
  }
  return isRecent;
}

/** As `checkText`, with the rules that depend on the author. @throws {Refusal} `banned_words`, `spam_blocked` */
export async function checkTextOf(ctx: Context, author: Viewer, words: Words): Promise<CheckedText> {
  const { reasons, marks } = await checkText(ctx, words);
  return { reasons: [...reasons, ...(await textSpamReasons(ctx, ctx.db, author, words))], marks };
}

/**
 * As `checkStoredText`, with the rules that depend on the author, in the transaction that publishes the text.
 * @param mayRefuse whether its author is there to be refused
 * @throws {Refusal} `spam_blocked`
 */
export async function checkStoredTextOf(
  ctx: Context,
  tx: Tx,
  authorId: string,
  words: Words,
  mayRefuse: boolean,
): Promise<CheckedText> {
  const { reasons, marks } = await checkStoredText(ctx, tx, words);
  const [author] = await tx.rows<Author>(sql`
    SELECT id AS "profileId", created_at AS "createdAt", joined_in_burst AS "joinedInBurst", is_admin AS "isAdmin", is_moderator AS "isModerator" FROM profiles WHERE id = ${authorId}`);
  const spam = author ? await textSpamReasons(ctx, tx, author, words, mayRefuse) : [];
  return { reasons: [...reasons, ...spam], marks };
}

/** The same rules for a text that one statement writes. */
export interface TextSpamInStatement {
  /** The condition that too few others have written it for it to wait: ` AND …`, or nothing. */
  readonly condition: SQL;
  /** Remembers who wrote it, where the statement's part `made` has a row: `, remembered AS (…)`, or nothing. */
  readonly remembered: SQL;
}

/** SQL of these rules for a statement that publishes a text; null where the text must wait, or needs the locks. */
export async function textSpamInStatement(
  ctx: Context,
  author: Viewer,
  words: Words,
): Promise<TextSpamInStatement | null> {
  const settings = await siteSettings(ctx.db);
  if (firstHoursReasons(ctx, author, words, settings).length > 0) return null;
  const text = words.shown;
  if (!isLongEnough(text)) return { condition: sql``, remembered: sql`` };
  const print = printOf(text);
  if (!isStaff(author) && isWrittenLately(ctx, author, print)) return null;
  const allowed = settings.sameTextAccounts - 1;
  return {
    condition: isStaff(author)
      ? sql``
      : sql` AND (SELECT count(*) FROM (${othersNear(ctx, author, print, settings, allowed)}) spread) < ${allowed}`,
    remembered: sql`, remembered AS (${remembered(ctx, author.profileId, print, sql`FROM made`)})`,
  };
}

/** What is remembered of a text. */
interface Print extends NearPrint {
  readonly fingerprint: string;
}

const printOf = (text: string): Print => ({
  fingerprint: contentFingerprint(text),
  ...(nearPrint(text) ?? { bands: [], sketch: [] }),
});

/**
 * Other accounts that have written a text lately, or nearly the same one: rows of one column. MATERIALIZED makes the
 * planner use the index of bands instead of reading the table. The number of candidates is limited, so that many
 * variants cannot slow the query down.
 * @param atMost accounts
 */
function othersNear(
  ctx: Context,
  author: Author,
  { fingerprint, bands, sketch }: Print,
  { sameTextHours, nearTextPercent }: SiteSettings,
  atMost: number,
): SQL {
  const since = new Date(ctx.clock.now().getTime() - sameTextHours * HOUR_MS);
  return sql`
    WITH common AS MATERIALIZED (
      SELECT author_id, fingerprint, sketch FROM text_prints
      WHERE (fingerprint = ${fingerprint} OR bands && ${nearTextPercent < 100 ? bands : []}::int[])
        AND author_id <> ${author.profileId}::uuid AND at > ${since})
    SELECT DISTINCT author_id FROM (SELECT * FROM common LIMIT ${limits.nearTextsCompared}) candidate
    WHERE fingerprint = ${fingerprint} OR ${nearTextPercent}::int <= (
      SELECT 100 * count(*) FILTER (WHERE texts = 2) / nullif(count(*), 0) FROM (
        SELECT count(*) AS texts FROM unnest(candidate.sketch || ${sketch}::int[]) AS hash GROUP BY hash ORDER BY hash LIMIT ${SKETCH}) least)
    LIMIT ${atMost}`;
}

/** Remembers a text of an author. @param from where the row comes from, if not from nothing */
function remembered(ctx: Context, authorId: string, { fingerprint, bands, sketch }: Print, from = sql``): SQL {
  return sql`
    INSERT INTO text_prints (fingerprint, author_id, at, bands, sketch)
    SELECT ${fingerprint}, ${authorId}::uuid, ${ctx.clock.now()}::timestamptz, ${bands}::int[], ${sketch}::int[] ${from}
    ON CONFLICT (fingerprint, author_id) DO UPDATE SET at = excluded.at`;
}

/** How many other accounts have written a text, or nearly the same one. @param atMost so many are counted */
async function othersWith(
  ctx: Context,
  db: Executor,
  author: Author,
  text: string,
  settings: SiteSettings,
  atMost: number,
): Promise<number> {
  if (!isLongEnough(text)) return 0;
  const [row] = await db.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (${othersNear(ctx, author, printOf(text), settings, atMost)}) o`);
  return row!.count;
}

/** Remembers who wrote a text, for `textSpamReasons`, in the transaction that writes it. */
export async function rememberText(ctx: Context, tx: Tx, authorId: string, { shown }: Words): Promise<void> {
  if (isLongEnough(shown)) await tx.rows(remembered(ctx, authorId, printOf(shown)));
}

/** Forgets who wrote texts that are too old to count, in batches. */
export async function forgetTexts(ctx: Context): Promise<void> {
  const { sameTextHours } = await siteSettings(ctx.db);
  const before = new Date(ctx.clock.now().getTime() - sameTextHours * HOUR_MS);
  for (;;) {
    const gone = await ctx.db.rows(sql`
      DELETE FROM text_prints WHERE ctid = ANY(ARRAY(SELECT ctid FROM text_prints WHERE at < ${before} LIMIT 5000)) RETURNING 1 AS gone`);
    if (gone.length < 5000) return;
  }
}
