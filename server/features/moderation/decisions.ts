import type { Context } from '#server/context.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { type Executor, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { newId } from '#server/platform/ids.ts';
import type { ContentItem } from '#server/platform/content-kind.ts';
import { bannedWordsChanged } from './actions.ts';
import { type Decider, mayTakeAway } from './rules/staff.ts';
import {
  audit,
  closeReport,
  decideHold,
  deleteBannedWord,
  insertBannedWord,
  liftRestriction,
  setRestriction,
} from './store.ts';

/** @throws {Refusal} `profile_not_found`, or `staff_protected` where a moderator aims at staff. */
async function restrictable(ctx: Context, decider: Decider, profileId: string): Promise<void> {
  const [target] = await ctx.db.rows<{ is_admin: boolean; is_moderator: boolean }>(
    sql`SELECT is_admin, is_moderator FROM profiles WHERE id = ${profileId}`,
  );
  if (!target) throw new Refusal('profile_not_found');
  if (decider === null) return;
  if (profileId === decider.profileId) throw new Refusal('staff_protected');
  if ((target.is_admin || target.is_moderator) && !decider.isAdmin) throw new Refusal('staff_protected');
}

/**
 * Suspends or silences a member, notifies them, and writes it to the audit log.
 * @throws {Refusal} `profile_not_found`, `staff_protected`, and `invalid` for an end that has passed.
 */
export async function restrict(
  ctx: Context,
  decider: Decider,
  profileId: string,
  kind: 'suspension' | 'silence',
  body: { reason: string; until: string | null },
) {
  await restrictable(ctx, decider, profileId);
  const at = ctx.clock.now();
  const until = body.until === null ? null : new Date(body.until);
  if (until && until <= at) throw new Refusal('invalid', { fields: { until: 'Must be in the future.' } });
  const id = newId(at);
  await ctx.db.tx(async (tx) => {
    await setRestriction(tx, { id, profileId, kind, reason: body.reason, until, by: decider, at });
    await audit(ctx, tx, decider, {
      action: kind === 'suspension' ? 'member.suspend' : 'member.silence',
      targetKind: 'profile',
      targetId: profileId,
      reason: body.reason,
      details: { until: body.until },
    });
    await notify(ctx, tx, [profileId], {
      ...noticeText.staff(
        kind === 'suspension' ? 'Your account is suspended' : 'You are silenced',
        `${body.reason}${until ? ` Until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : ''}`,
      ),
      cause: `restriction:${id}`,
    });
  });
  return { id, kind, reason: body.reason, until: until?.toISOString() ?? null, createdAt: at.toISOString() };
}

/** Lifts a suspension or silence, and writes it to the audit log. @throws {Refusal} `profile_not_found`, `staff_protected` */
export async function lift(ctx: Context, decider: Decider, profileId: string, kind: 'suspension' | 'silence') {
  await restrictable(ctx, decider, profileId);
  await ctx.db.tx(async (tx) => {
    await liftRestriction(tx, profileId, kind, decider, ctx.clock.now());
    await audit(ctx, tx, decider, {
      action: kind === 'suspension' ? 'member.unsuspend' : 'member.unsilence',
      targetKind: 'profile',
      targetId: profileId,
    });
  });
  return { ok: true } as const;
}

/** @throws {Refusal} `staff_protected` where a moderator takes away what is an admin's */
async function checkMayTakeAway(db: Executor, decider: Decider, authorId: string | null | undefined): Promise<void> {
  if (decider === null || !authorId) return;
  const [author] = await db.rows<{ is_admin: boolean }>(sql`SELECT is_admin FROM profiles WHERE id = ${authorId}`);
  if (!mayTakeAway({ authorId, authorIsAdmin: author?.is_admin ?? false }, decider))
    throw new Refusal('staff_protected');
}

/** The content of a hold or a report, from its kind: read before the transaction. */
async function itemBehind(ctx: Context, table: 'holds' | 'reports', id: string): Promise<ContentItem | undefined> {
  const [row] = await ctx.db.rows<{ content_kind: string; content_id: string }>(
    sql`SELECT content_kind, content_id FROM ${sql.raw(table)} WHERE id = ${id}`,
  );
  return row && (await ctx.kinds.get(row.content_kind)?.load(ctx, [row.content_id]))?.[0];
}

/**
 * Publishes or removes what was held and notifies its author. Nobody releases their own words, admins neither, be it a text
 * of theirs or what they wrote into another's; the operator can, at the command line.
 * @throws {Refusal} `not_found`, `already_decided`, `own_content`, `staff_protected`
 */
export async function judgeHold(
  ctx: Context,
  decider: Decider,
  holdId: string,
  state: 'released' | 'rejected',
  reason: string,
): Promise<void> {
  const item = await itemBehind(ctx, 'holds', holdId);
  await ctx.db.tx(async (tx) => {
    const row = await decideHold(tx, holdId, { state, by: decider, at: ctx.clock.now(), reason });
    if (row === undefined) throw new Refusal('not_found');
    if (row === null) throw new Refusal('already_decided');
    if (state === 'released' && decider !== null && [row.author_id, row.editor_id].includes(decider.profileId))
      throw new Refusal('own_content');
    if (state === 'rejected') await checkMayTakeAway(tx, decider, row.author_id);
    const kind = ctx.kinds.get(row.content_kind);
    if (state === 'released') await kind?.release(ctx, tx, row.content_id);
    else await kind?.remove(ctx, tx, row.content_id, { profileId: decider?.profileId ?? null, reason });
    await audit(ctx, tx, decider, {
      action: `hold.${state}`,
      targetKind: row.content_kind,
      targetId: row.content_id,
      reason,
      details: { holdId },
    });
    await notify(ctx, tx, [row.author_id], {
      ...(state === 'released' ? noticeText.approval() : noticeText.rejection(reason)),
      ...(item && { url: item.url }),
      cause: `hold:${holdId}`,
    });
  });
}

/** Closes a report, keeping or removing what was reported; its author is notified with the reason. @throws {Refusal} `not_found`, `already_decided`, `staff_protected` */
export async function resolveReport(
  ctx: Context,
  decider: Decider,
  reportId: string,
  body: { decision: 'keep' | 'remove'; reason: string },
): Promise<void> {
  const item = await itemBehind(ctx, 'reports', reportId);
  if (body.decision === 'remove') {
    if (item?.kind === 'profile') await restrictable(ctx, decider, item.id);
    else await checkMayTakeAway(ctx.db, decider, item?.authorId);
  }
  await ctx.db.tx(async (tx) => {
    const row = await closeReport(tx, reportId, { decision: body.decision, by: decider, at: ctx.clock.now() });
    if (row === undefined) throw new Refusal('not_found');
    if (row === null) throw new Refusal('already_decided');
    if (body.decision === 'remove') {
      const kind = ctx.kinds.get(row.content_kind);
      if (!kind) throw new Refusal('invalid', { fields: { decision: 'This kind of thing cannot be removed.' } });
      const action = { profileId: decider?.profileId ?? null, reason: body.reason };
      if ((await kind.remove(ctx, tx, row.content_id, action)) && item?.authorId) {
        await notify(ctx, tx, [item.authorId], {
          ...noticeText.removal(item.removed ?? `"${item.title}"`, body.reason),
          url: item.url,
          cause: `report:${reportId}`,
        });
      }
    }
    await audit(ctx, tx, decider, {
      action: `report.${body.decision}`,
      targetKind: row.content_kind,
      targetId: row.content_id,
      reason: body.reason,
      details: { reportId },
    });
  });
}

/** Bans a word or phrase; one that is banned already stays as it is. */
export async function banWord(
  ctx: Context,
  decider: Decider,
  text: string,
): Promise<{ id: string; word: string; createdAt: string }> {
  const now = ctx.clock.now();
  const word = text.toLowerCase();
  const row = await ctx.db.tx(async (tx) => {
    const added = await insertBannedWord(tx, { id: newId(now), word, by: decider, at: now });
    await audit(ctx, tx, decider, {
      action: 'banned-word.add',
      targetKind: 'banned_word',
      targetId: added.id,
      details: { word },
    });
    return added;
  });
  bannedWordsChanged(ctx);
  return { id: row.id, word, createdAt: row.created_at.toISOString() };
}

/** Allows a banned word again. @throws {Refusal} `not_found` */
export async function allowWord(ctx: Context, decider: Decider, wordId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const word = await deleteBannedWord(tx, wordId);
    if (word === null) throw new Refusal('not_found');
    await audit(ctx, tx, decider, {
      action: 'banned-word.remove',
      targetKind: 'banned_word',
      targetId: wordId,
      details: { word },
    });
  });
  bannedWordsChanged(ctx);
}
