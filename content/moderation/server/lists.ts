import { decodeCursor, encodeCursor } from '#platform/contract/page.ts';
import type { Reply } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import { nameInWords, unknownPerson } from '#people/profiles/server/rules.ts';
import { peopleById, profileIdsByUsername } from '#people/profiles/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { isId } from '#platform/server/ids.ts';
import { loadContents } from './subjects.ts';
import { type AuditFilter, type AuditRow, auditPage, restrictionsPage } from './store.ts';

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
      liftedAt: row.lifted_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** Members and contents of some entries, by their ids: names and addresses for staff. 18+ titles are left out. */
async function targetsOf(
  ctx: Context,
  rows: readonly AuditRow[],
): Promise<(row: AuditRow) => { name: string; url: string } | null> {
  const named = rows.filter((row) => isId(row.target_id));
  const profiles = named.filter((row) => row.target_kind === 'profile').map((row) => row.target_id);
  const contents = await loadContents(
    ctx,
    named.filter((row) => row.target_kind !== 'profile').map((row) => ({ kind: row.target_kind, id: row.target_id })),
  );
  const people = await peopleById(ctx.db, profiles);
  return ({ target_kind: kind, target_id: id }) => {
    const person = kind === 'profile' ? people.get(id) : undefined;
    if (person) return { name: nameInWords(person), url: `/admin/users/${id}` };
    const content = contents.get(`${kind} ${id}`);
    return content ? { name: content.isAdult ? '18+' : content.title, url: content.url } : null;
  };
}

/** The audit log, newest first. */
export async function listAudit(
  ctx: Context,
  query: Omit<AuditFilter, 'actorId'> & { readonly after?: string | undefined; readonly actor?: string | undefined },
): Promise<Reply<'GET /staff/audit'>> {
  const { after, actor, ...filter } = query;
  const actorId = actor === undefined ? undefined : (await profileIdsByUsername(ctx, [actor])).get(actor.toLowerCase());
  if (actor !== undefined && actorId === undefined) return { items: [], next: null };
  const rows = await auditPage(ctx.db, { ...filter, actorId }, { before: keyOf(after), limit: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const people = await peopleById(
    ctx.db,
    shown.flatMap((row) => row.actor_id ?? []),
  );
  const targetOf = await targetsOf(ctx, shown);
  return {
    items: shown.map((row) => ({
      id: row.id,
      actor: row.actor_id === null ? null : (people.get(row.actor_id) ?? unknownPerson),
      action: row.action,
      targetKind: row.target_kind,
      targetId: row.target_id,
      target: targetOf(row),
      reason: row.reason,
      details: row.details,
      createdAt: row.created_at.toISOString(),
    })),
    next: nextOf(rows),
  };
}
