import { account } from '#contract/limits/accounts.ts';
import { moderation as limits } from '#contract/limits/moderation.ts';
import type { Context } from '#server/context.ts';
import { siteSettings } from '#server/features/site-settings/store.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { contentFingerprint } from './rules/duplicates.ts';
import { MANY_LINKS, SAME_TEXT } from './rules/hold-reasons.ts';
import { linksIn } from './rules/links.ts';
import { noteBrokenCheck } from './texts.ts';

const HOUR_MS = 3_600_000;

/** Whether a text is long enough for its repetition to mean something: many write "thanks". */
const isTelling = (text: string): boolean => text.trim().length >= limits.sameTextChars;

/**
 * Why a text must wait for staff though its words are fine: it has many links and its author is new, or several accounts
 * have written the same lately. If the check breaks, the text goes through.
 */
export async function reasonsOfSpread(ctx: Context, author: Viewer, text: string): Promise<string[]> {
  if (isStaff(author)) return [];
  try {
    const now = ctx.clock.now().getTime();
    const { newMemberLinks, sameTextAccounts, sameTextHours } = await siteSettings(ctx.db);
    const isNew = now - author.createdAt.getTime() < account.newAccountHours * HOUR_MS;
    const hasManyLinks = isNew && linksIn(text, ctx.siteUrl) > newMemberLinks;
    return [
      ...(hasManyLinks ? [MANY_LINKS] : []),
      ...((await othersWith(ctx, author, text, new Date(now - sameTextHours * HOUR_MS))) >= sameTextAccounts - 1
        ? [SAME_TEXT]
        : []),
    ];
  } catch (error) {
    await noteBrokenCheck(ctx, ctx.db, 'spam', error);
    return [];
  }
}

/** How many other accounts have written a text since then, counted up to 100. */
async function othersWith(ctx: Context, author: Viewer, text: string, since: Date): Promise<number> {
  if (!isTelling(text)) return 0;
  const [row] = await ctx.db.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM text_prints WHERE fingerprint = ${contentFingerprint(text)} AND author_id <> ${author.profileId} AND at > ${since} LIMIT 100) o`);
  return row!.count;
}

/** Remembers who wrote a text, for `reasonsOfSpread`, in the transaction that writes it. */
export async function rememberText(ctx: Context, tx: Tx, authorId: string, text: string): Promise<void> {
  if (!isTelling(text)) return;
  await tx.rows(sql`
    INSERT INTO text_prints (fingerprint, author_id, at) VALUES (${contentFingerprint(text)}, ${authorId}, ${ctx.clock.now()})
    ON CONFLICT (fingerprint, author_id) DO UPDATE SET at = excluded.at`);
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
