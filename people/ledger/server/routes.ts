import { ledger } from '#people/ledger/contract/endpoints.ts';
import { people } from '#people/community/contract/limits.ts';
import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import { levelForXp } from '#people/ledger/contract/ranks.ts';
import type { Context } from '#platform/server/context.ts';
import { blockedAmong, isSubjectToBlocks } from '#people/friends/server/store.ts';
import type { ContentItem } from '#platform/server/content-kind.ts';
import { routes } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { isId } from '#platform/server/ids.ts';
import { contentOfCause, entryTitle } from './rules.ts';
import { type LedgerRow, balanceOf, ledgerPage, restingOf, sumsAt } from './store.ts';

/** @throws {Refusal} `invalid` for a cursor that no statement has given. */
function keyOf(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, 2) ?? [];
  const timestamp = new Date(Number(at));
  if (id === undefined || !isId(id) || Number.isNaN(timestamp.getTime())) throw new Refusal('invalid');
  return { at: timestamp, id };
}

/**
 * The contents that entries were for, by id: public ones, and none of a member who stands in a block with the reader, but
 * for what the reader has bought.
 */
async function contentsOf(ctx: Context, viewer: Viewer, rows: readonly LedgerRow[]): Promise<Map<string, ContentItem>> {
  const named = rows.map((row) => contentOfCause(row.cause)).filter((one) => one !== null);
  const found: ContentItem[] = [];
  const bought = new Set<string>();
  for (const [name, group] of Map.groupBy(named, (one) => one.kind)) {
    const [kind, ids] = [ctx.kinds.get(name), [...new Set(group.map((one) => one.id))]];
    found.push(...((await kind?.load?.(ctx, ids)) ?? []));
    for (const id of (await kind?.boughtBy?.(ctx, viewer.profileId, ids)) ?? []) bought.add(id);
  }
  const authors = found.map((item) => item.authorId).filter((id) => id !== null);
  const blocked = isSubjectToBlocks(viewer) ? await blockedAmong(ctx.db, viewer.profileId, authors) : new Set<string>();
  const open = found.filter(
    (item) => bought.has(item.id) || (item.visibility === 'published' && !blocked.has(item.authorId ?? '')),
  );
  return new Map(open.map((item) => [item.id, item]));
}

export const ledgerRoutes = routes(ledger, {
  async 'GET /ledger'(ctx, { viewer }) {
    const now = ctx.clock.now();
    const [row, resting] = await Promise.all([
      balanceOf(ctx.db, viewer.profileId, now),
      restingOf(ctx.db, viewer.profileId, now),
    ]);
    if (!row) throw new Refusal('sign_in_required');
    return {
      xp: row.xp,
      credits: row.credits,
      // Rewards that were taken back may have left less than what rests.
      resting: resting && { credits: Math.min(resting.credits, row.credits), until: resting.until.toISOString() },
      level: levelForXp(row.xp),
      roleSource: row.custom_role_source ?? 'xp',
      today: { visit: row.visits > 0, posts: row.posts, uploads: row.uploads },
    };
  },
  async 'GET /ledger/entries'(ctx, { viewer, query }) {
    const rows = await ledgerPage(ctx.db, viewer.profileId, {
      before: keyOf(query.after),
      limit: people.statementLines + 1,
      currency: query.currency,
      now: ctx.clock.now(),
    });
    const page = rows.slice(0, people.statementLines);
    const contents = await contentsOf(ctx, viewer, page);
    const [first] = page;
    const sums = first && (await sumsAt(ctx.db, viewer.profileId, { at: first.created_at, id: first.id }));
    const left = { xp: sums?.xp ?? 0, credits: sums?.credits ?? 0 };
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      items: page.map((row) => {
        const about = contents.get(contentOfCause(row.cause)?.id ?? '');
        const balance = left[row.currency];
        // What it was before this entry, which the next line of the currency has left.
        left[row.currency] -= row.amount;
        return {
          id: row.id,
          currency: row.currency,
          amount: row.amount,
          balance,
          title: entryTitle(row.kind, row.amount),
          about: about ? { title: about.title, url: about.url } : null,
          restsUntil: row.rests_until?.toISOString() ?? null,
          at: row.created_at.toISOString(),
        };
      }),
      next: last ? encodeCursor([last.created_at.getTime(), last.id]) : null,
    };
  },
});
