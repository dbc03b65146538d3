import { decodeCursor, encodeCursor } from '#contract/page.ts';
import { safety } from '#contract/safety.ts';
import type { Context } from '#server/context.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { unknownPerson } from '#server/features/profiles/rules.ts';
import { peopleById } from '#server/features/profiles/store.ts';
import type { ContentItem } from '#server/platform/content-kind.ts';
import { sql } from '#server/platform/db/database.ts';
import { doors } from '#server/platform/http/door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { isId, newId } from '#server/platform/ids.ts';
import { bannedWordsChanged } from './actions.ts';
import {
  audit,
  auditPage,
  bannedWordList,
  decideHold,
  liftRestriction,
  openHolds,
  reportsPage,
  setRestriction,
} from './store.ts';

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
async function loadContents(
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

/** @throws {Refusal} `profile_not_found`, or `staff_protected` where a moderator aims at staff. */
async function restrictable(ctx: Context, viewer: Viewer, profileId: string): Promise<void> {
  const [target] = await ctx.db.rows<{ is_admin: boolean; is_moderator: boolean }>(
    sql`SELECT is_admin, is_moderator FROM profiles WHERE id = ${profileId}`,
  );
  if (!target) throw new Refusal('profile_not_found');
  if (profileId === viewer.profileId) throw new Refusal('staff_protected');
  if ((target.is_admin || target.is_moderator) && !viewer.isAdmin) throw new Refusal('staff_protected');
}

async function restrict(
  ctx: Context,
  viewer: Viewer,
  profileId: string,
  kind: 'suspension' | 'silence',
  body: { reason: string; until: string | null },
) {
  await restrictable(ctx, viewer, profileId);
  const at = ctx.clock.now();
  const until = body.until === null ? null : new Date(body.until);
  if (until && until <= at) throw new Refusal('invalid', { fields: { until: 'Must be in the future.' } });
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    await setRestriction(tx, { id, profileId, kind, reason: body.reason, until, by: viewer, at });
    await audit(ctx, tx, viewer, {
      action: kind === 'suspension' ? 'member.suspend' : 'member.silence',
      targetKind: 'profile',
      targetId: profileId,
      reason: body.reason,
      details: { until: body.until },
    });
    await notify(ctx, tx, [profileId], {
      kind: 'staff',
      title: kind === 'suspension' ? 'Your account is suspended' : 'You are silenced',
      message: `${body.reason}${until ? ` Until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : ''}`,
      cause: `restriction:${id}`,
    });
  });
  return { id, kind, reason: body.reason, until: until?.toISOString() ?? null, createdAt: at.toISOString() };
}

async function lift(ctx: Context, viewer: Viewer, profileId: string, kind: 'suspension' | 'silence') {
  await restrictable(ctx, viewer, profileId);
  await ctx.db.tx(async (tx) => {
    await liftRestriction(tx, profileId, kind, viewer, ctx.clock.now());
    await audit(ctx, tx, viewer, {
      action: kind === 'suspension' ? 'member.unsuspend' : 'member.unsilence',
      targetKind: 'profile',
      targetId: profileId,
    });
  });
  return { ok: true } as const;
}

export const safetyDoors = doors(safety, {
  async 'POST /reports'(ctx, { body, viewer }) {
    const known =
      body.kind === 'profile'
        ? (await peopleById(ctx.db, [body.id])).size > 0
        : (await loadContents(ctx, [body])).get(`${body.kind} ${body.id}`)?.visibility === 'published';
    if (!known) throw new Refusal('not_found');
    const now = ctx.clock.now();
    await ctx.db.rows(sql`
      INSERT INTO reports (id, content_kind, content_id, reporter_id, reason, note, created_at)
      VALUES (${newId(now)}, ${body.kind}, ${body.id}, ${viewer.profileId}, ${body.reason}, ${body.note}, ${now})
      ON CONFLICT (content_kind, content_id, reporter_id) DO NOTHING`);
    return { ok: true };
  },
  async 'GET /staff/reports'(ctx, { query }) {
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
  },
  async 'POST /staff/reports/:reportId/resolve'(ctx, { params, body, viewer }) {
    await ctx.db.tx(async (tx) => {
      const [row] = await tx.rows<{ content_kind: string; content_id: string }>(sql`
        UPDATE reports SET state = 'resolved', decision = ${body.decision}, decided_by = ${viewer.profileId}, decided_at = ${ctx.clock.now()}
        WHERE id = ${params.reportId} AND state = 'open' RETURNING content_kind, content_id`);
      if (!row) {
        const [any] = await tx.rows(sql`SELECT 1 FROM reports WHERE id = ${params.reportId}`);
        throw new Refusal(any ? 'already_decided' : 'not_found');
      }
      if (body.decision === 'remove') {
        const kind = ctx.kinds.get(row.content_kind);
        if (!kind)
          throw new Refusal('invalid', { fields: { decision: 'A member is suspended or silenced, not removed.' } });
        await kind.remove(ctx, tx, row.content_id, { profileId: viewer.profileId, reason: body.reason });
      }
      await audit(ctx, tx, viewer, {
        action: `report.${body.decision}`,
        targetKind: row.content_kind,
        targetId: row.content_id,
        reason: body.reason,
        details: { reportId: params.reportId },
      });
    });
    return { ok: true };
  },
  async 'GET /staff/holds'(ctx, { query }) {
    const rows = await openHolds(ctx.db, { after: keyOf(query.after), limit: PAGE + 1 });
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
  },
  async 'POST /staff/holds/:holdId/release'(ctx, { params, viewer }) {
    await decide(ctx, viewer, params.holdId, 'released', '');
    return { ok: true };
  },
  async 'POST /staff/holds/:holdId/reject'(ctx, { params, body, viewer }) {
    await decide(ctx, viewer, params.holdId, 'rejected', body.reason);
    return { ok: true };
  },
  async 'GET /staff/members/:profileId/restrictions'(ctx, { params }) {
    if ((await peopleById(ctx.db, [params.profileId])).size === 0) throw new Refusal('profile_not_found');
    const rows = await ctx.db.rows<{
      id: string;
      kind: 'suspension' | 'silence';
      reason: string;
      until: Date | null;
      created_at: Date;
    }>(
      sql`SELECT id, kind, reason, until, created_at FROM restrictions WHERE profile_id = ${params.profileId} ORDER BY created_at DESC LIMIT 200`,
    );
    return {
      items: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        reason: row.reason,
        until: row.until?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
      })),
    };
  },
  'PUT /staff/members/:profileId/suspension': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'suspension', body),
  'DELETE /staff/members/:profileId/suspension': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'suspension'),
  'PUT /staff/members/:profileId/silence': (ctx, { params, body, viewer }) =>
    restrict(ctx, viewer, params.profileId, 'silence', body),
  'DELETE /staff/members/:profileId/silence': (ctx, { params, viewer }) =>
    lift(ctx, viewer, params.profileId, 'silence'),
  async 'GET /staff/banned-words'(ctx) {
    const rows = await bannedWordList(ctx.db);
    return { items: rows.map((row) => ({ id: row.id, word: row.word, createdAt: row.created_at.toISOString() })) };
  },
  async 'POST /staff/banned-words'(ctx, { body, viewer }) {
    const now = ctx.clock.now();
    const word = body.word.toLowerCase();
    const id = newId(now);
    const [row] = await ctx.db.tx(async (tx) => {
      const added = await tx.rows<{ id: string; created_at: Date }>(sql`
        INSERT INTO banned_words (id, word, created_by, created_at) VALUES (${id}, ${word}, ${viewer.profileId}, ${now})
        ON CONFLICT (word) DO UPDATE SET word = excluded.word RETURNING id, created_at`);
      await audit(ctx, tx, viewer, {
        action: 'banned-word.add',
        targetKind: 'banned_word',
        targetId: added[0]!.id,
        details: { word },
      });
      return added;
    });
    bannedWordsChanged();
    return { id: row!.id, word, createdAt: row!.created_at.toISOString() };
  },
  async 'DELETE /staff/banned-words/:wordId'(ctx, { params, viewer }) {
    await ctx.db.tx(async (tx) => {
      const [row] = await tx.rows<{ word: string }>(
        sql`DELETE FROM banned_words WHERE id = ${params.wordId} RETURNING word`,
      );
      if (!row) throw new Refusal('not_found');
      await audit(ctx, tx, viewer, {
        action: 'banned-word.remove',
        targetKind: 'banned_word',
        targetId: params.wordId,
        details: { word: row.word },
      });
    });
    bannedWordsChanged();
    return { ok: true };
  },
  async 'GET /staff/audit'(ctx, { query }) {
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
  },
});

async function decide(
  ctx: Context,
  viewer: Viewer,
  holdId: string,
  state: 'released' | 'rejected',
  reason: string,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const row = await decideHold(tx, holdId, { state, by: viewer, at: ctx.clock.now(), reason });
    if (row === undefined) throw new Refusal('not_found');
    if (row === null) throw new Refusal('already_decided');
    const kind = ctx.kinds.get(row.content_kind);
    if (state === 'released') await kind?.release(ctx, tx, row.content_id);
    else await kind?.remove(ctx, tx, row.content_id, { profileId: viewer.profileId, reason });
    await audit(ctx, tx, viewer, {
      action: `hold.${state}`,
      targetKind: row.content_kind,
      targetId: row.content_id,
      reason,
      details: { holdId },
    });
    await notify(ctx, tx, [row.author_id], {
      kind: state === 'released' ? 'approval' : 'rejection',
      title: state === 'released' ? 'Approved' : 'Not approved',
      message:
        state === 'released'
          ? 'Staff have approved what you wrote. Everybody can see it now.'
          : `Staff have removed what you wrote: ${reason}`,
      cause: `hold:${holdId}`,
    });
  });
}
