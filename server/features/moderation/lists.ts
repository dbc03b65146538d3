import { decodeCursor, encodeCursor } from '#contract/page.ts';
import type { Reply } from '#contract/contract.ts';
import type { Context } from '#server/context.ts';
import { unknownPerson } from '#server/features/profiles/rules.ts';
import { peopleById } from '#server/features/profiles/store.ts';
import type { ContentItem } from '#server/platform/content-kind.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isId } from '#server/platform/ids.ts';
import { auditPage, openHolds, reportsPage, restrictionsPage } from './store.ts';

const PAGE = 30;

/** The key of a cursor over (created_at, id). @throws {Refusal} `invalid` when it is not one of ours. */
function keyOf(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined) return null;
  const parts = decodeCursor(cursor, 2);
  const at = parts ? new Date(Number(parts[0])) : null;
  if (!parts || !at || Number.isNaN(at.getTime()) || !isId(parts[1]!))
    throw new Refusal('invalid', { fields: { after: 'Not a cursor of this list.' } });
  return { at, id: parts[1]! };
}

function nextOf(rows: readonly { id: string; created_at: Date }[]): string | null {
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return last ? encodeCursor([last.created_at.getTime(), last.id]) : null;
}

/** Loads contents of several kinds, one query a kind. */
export async function loadContents(
  ctx: Context,
  refs: readonly { kind: string; id: string }[],
): Promise<Map<string, ContentItem>> {
  const byKind = Map.groupBy(refs, (ref) => ref.kind);
  const loaded = await Promise.all(
    [...byKind].map(
      async ([kind, group]) =>
        (await ctx.kinds.get(kind)?.load(
          ctx,
          group.map((ref) => ref.id),
        )) ?? [],
    ),
  );
  return new Map(loaded.flat().map((item) => [`${item.kind} ${item.id}`, item]));
}

async function subjectsOf(ctx: Context, rows: readonly { content_kind: string; content_id: string }[]) {
  const contents = await loadContents(
    ctx,
    rows.map((row) => ({ kind: row.content_kind, id: row.content_id })),
  );
  const people = await peopleById(
    ctx.db,
    [...contents.values()].flatMap((item) => item.authorId ?? []),
  );
  return (kind: string, id: string) => {
    const item = contents.get(`${kind} ${id}`);
    if (!item) return null;
    return {
      kind,
      id,
      title: item.title,
      excerpt: item.excerpt,
      url: item.url,
      author: people.get(item.authorId ?? '') ?? unknownPerson,
    };
  };
}

const gone = (kind: string, id: string) => ({
  kind,
  id,
  title: 'Deleted',
  excerpt: '',
  url: '/',
  author: unknownPerson,
});

/** Reports of one state, oldest first. */
export async function listReports(
  ctx: Context,
  query: { state: 'open' | 'resolved'; after?: string | undefined },
): Promise<Reply<'GET /staff/reports'>> {
  const rows = await reportsPage(ctx.db, { state: query.state, after: keyOf(query.after), limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const subject = await subjectsOf(ctx, shown);
  const people = await peopleById(
    ctx.db,
    shown.map((row) => row.reporter_id),
  );
  return {
    items: shown.map((row) => ({
      id: row.id,
      subject: subject(row.content_kind, row.content_id),
      reporter: people.get(row.reporter_id) ?? unknownPerson,
      reason: row.reason,
      note: row.note,
      state: row.state,
      createdAt: row.created_at.toISOString(),
    })),
    next: nextOf(rows),
  };
}

/** What waits for staff, oldest first. */
export async function listHolds(ctx: Context, after: string | undefined): Promise<Reply<'GET /staff/holds'>> {
  const rows = await openHolds(ctx.db, { after: keyOf(after), limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const subject = await subjectsOf(ctx, shown);
  return {
    items: shown.map((row) => ({
      id: row.id,
      subject: subject(row.content_kind, row.content_id) ?? gone(row.content_kind, row.content_id),
      reasons: row.reasons,
      source: row.source,
      createdAt: row.created_at.toISOString(),
    })),
    next: nextOf(rows),
  };
}

/** A member's suspensions and silences, newest first. @throws {Refusal} `profile_not_found` */
export async function listRestrictions(
  ctx: Context,
  profileId: string,
): Promise<Reply<'GET /staff/members/:profileId/restrictions'>> {
  if ((await peopleById(ctx.db, [profileId])).size === 0) throw new Refusal('profile_not_found');
  const rows = await restrictionsPage(ctx.db, profileId);
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      reason: row.reason,
      until: row.until?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** The audit log, newest first. */
export async function listAudit(
  ctx: Context,
  query: { targetId?: string | undefined; after?: string | undefined },
): Promise<Reply<'GET /staff/audit'>> {
  const rows = await auditPage(ctx.db, {
    before: keyOf(query.after),
    targetId: query.targetId ?? null,
    limit: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const people = await peopleById(
    ctx.db,
    shown.flatMap((row) => row.actor_id ?? []),
  );
  return {
    items: shown.map((row) => ({
      id: row.id,
      actor: row.actor_id === null ? null : (people.get(row.actor_id) ?? unknownPerson),
      action: row.action,
      targetKind: row.target_kind,
      targetId: row.target_id,
      reason: row.reason,
      details: row.details,
      createdAt: row.created_at.toISOString(),
    })),
    next: nextOf(rows),
  };
}
