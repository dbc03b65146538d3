import { z } from 'zod';
import { content } from '#content/core/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { forgetActivity } from '#people/activity/server/store.ts';
import { releaseFiles } from '#content/media/server/actions.ts';
import { noteGone } from '#content/moderation/server/actions.ts';
import { forgetContent } from '#people/notifications/server/actions.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { ask } from '#platform/server/events/emit.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { disputedContents } from '#content/core/server/events.ts';
import { remove } from '#content/core/server/lifecycle.ts';
import { deleteLikesFor } from '#content/core/server/reactions/likes.ts';
import { revokeLinksTo } from '#content/core/server/links.ts';
import { emit } from '#platform/server/events/emit.ts';
import { isSold } from '#content/core/server/purchases/purchases.ts';
import { type ContentType, answersTo, contentTypes } from '#content/core/server/type.ts';
import { deleteVersions } from '#content/core/server/versions.ts';

/** Contents of one transaction: each may have any number of files and answers. */
const BATCH = 100;

/**
 * Purges contents with all rows that refer to them, and releases their files. Their answers are deleted too; where they
 * may be many, the caller deletes them in batches before.
 */
export async function deleteContents(
  ctx: Context,
  tx: Tx,
  type: ContentType,
  contentIds: readonly string[],
): Promise<void> {
  const ids = [...contentIds];
  if (ids.length === 0) return;
  const answers = answersTo(type.kind);
  if (answers) {
    const below = await tx.rows<{ id: string }>(sql`
      SELECT id FROM ${sql.raw(answers.table)} WHERE ${sql.raw(answers.answerOf!.column)} = ANY(${ids}::uuid[])`);
    await deleteContents(
      ctx,
      tx,
      answers,
      below.map((row) => row.id),
    );
  }
  const gone = await tx.rows<{ author_id: string }>(sql`
    DELETE FROM ${sql.raw(type.table)} WHERE id = ANY(${ids}::uuid[]) RETURNING ${sql.raw(type.authorColumn)} AS author_id`);
  await type.purge?.(ctx, tx, ids, [...new Set(gone.map((row) => row.author_id))]);
  if (type.likes) await deleteLikesFor(tx, type.likes, ids);
  await deleteVersions(tx, ids);
  await revokeLinksTo(tx, ids);
  await tx.rows(sql`DELETE FROM content_reactions WHERE content_id = ANY(${ids}::uuid[])`);
  await forgetContent(tx, ids);
  await forgetActivity(tx, type.kind, ids);
  await noteGone(ctx, tx, type.kind, ids);
  await releaseFiles(ctx, tx, type.kind, ids);
  await emit(ctx, tx, thingChanged, { kind: type.kind, ids });
  const { topicOf } = type;
  if (topicOf) await tx.rows(sql`DELETE FROM topics WHERE topic = ANY(${ids.map((id) => topicOf(id))}::text[])`);
}

/** Purges contents that were soft-deleted before a time, in batches, each in its own transaction. */
export async function purgeRemoved(ctx: Context, before: Date): Promise<void> {
  const disputed = (await ask(ctx, disputedContents, null)).flat();
  for (const type of contentTypes()) {
    for (let gone = BATCH; gone === BATCH;) gone = await purgeBatch(ctx, type, before, disputed);
  }
}

/**
 * Deletes a batch of one type. Its answers go first, in batches of their own: a post may have any number of replies. A
 * content that is restored meanwhile stays, with the answers that are left.
 * @returns how many were due
 */
async function purgeBatch(ctx: Context, type: ContentType, before: Date, disputed: readonly string[]): Promise<number> {
  // Their buyers keep them, or have not been paid back yet.
  const unsoldOnly = sql` AND NOT ${isSold(type)}`;
  const table = sql.raw(type.table);
  const due = await ctx.db.rows<{ id: string }>(sql`
    SELECT t.id FROM ${table} t
    WHERE t.state = 'removed' AND t.removed_at < ${before} AND t.id <> ALL(${[...disputed]}::uuid[])${unsoldOnly}
    ORDER BY t.removed_at LIMIT ${BATCH}`);
  const lock = async (tx: Tx): Promise<string[]> => {
    const ids = due.map((row) => row.id);
    const locked = await tx.rows<{ id: string }>(
      sql`SELECT t.id FROM ${table} t WHERE t.id = ANY(${ids}::uuid[]) AND t.state = 'removed'${unsoldOnly} FOR UPDATE`,
    );
    return locked.map((row) => row.id);
  };
  await deleteBatch(ctx, type, lock);
  return due.length;
}

/**
 * Deletes the contents that a function locks, after their answers, which go in batches of their own.
 * @param lock is called in each transaction; what it locks in a later one may be less, never more
 * @returns how many contents are gone
 */
async function deleteBatch(ctx: Context, type: ContentType, lock: (tx: Tx) => Promise<string[]>): Promise<number> {
  const answers = answersTo(type.kind);
  if (answers) for (let gone = BATCH; gone === BATCH;) gone = await purgeAnswers(ctx, answers, lock);
  return await ctx.db.tx(async (tx) => {
    const ids = await lock(tx);
    await deleteContents(ctx, tx, type, ids);
    return ids.length;
  });
}

/** The contents that are deleted with their author: sold ones stay for their buyers. @param condition SQL about `t` */
const contentsOf = (type: ContentType, profileId: string, condition: string): SQL => sql`
  SELECT t.id FROM ${sql.raw(type.table)} t
  WHERE t.${sql.raw(type.authorColumn)} = ${profileId} AND (${sql.raw(condition)}) AND NOT ${isSold(type)} ORDER BY t.id`;

/**
 * Deletes a member's contents in batches, each a transaction of its own, before the member is erased.
 * @param condition which of them, as SQL about `t`
 * @param mayGo asked in each transaction: without it nothing more is deleted
 */
export async function deleteOwnInBatches(
  ctx: Context,
  type: ContentType,
  profileId: string,
  condition: string,
  mayGo: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const lock = async (tx: Tx): Promise<string[]> => {
    if (!(await mayGo(tx))) return [];
    const locked = sql`${contentsOf(type, profileId, condition)} LIMIT ${BATCH} FOR UPDATE OF t`;
    return (await tx.rows<{ id: string }>(locked)).map((row) => row.id);
  };
  for (let gone = BATCH; gone === BATCH;) gone = await deleteBatch(ctx, type, lock);
}

/**
 * Deletes a member's contents made since the batches, in the transaction that erases the member. Sold ones are removed
 * in the member's name, and their buyers keep them.
 */
export async function deleteOwn(
  ctx: Context,
  tx: Tx,
  type: ContentType,
  profileId: string,
  condition: string,
): Promise<void> {
  const contents = await tx.rows<{ id: string }>(sql`${contentsOf(type, profileId, condition)} FOR UPDATE OF t`);
  await deleteContents(
    ctx,
    tx,
    type,
    contents.map((row) => row.id),
  );
  const sold = await tx.rows<{ id: string }>(sql`
    SELECT t.id FROM ${sql.raw(type.table)} t
    WHERE t.${sql.raw(type.authorColumn)} = ${profileId} AND (${sql.raw(condition)}) AND ${isSold(type)} AND t.state <> 'removed' ORDER BY t.id`);
  for (const { id } of sold) await remove(ctx, tx, type, id, { profileId, reason: '' });
}

/** Deletes a batch of the answers to locked parents. @returns how many are gone now */
async function purgeAnswers(ctx: Context, answers: ContentType, lock: (tx: Tx) => Promise<string[]>): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    const parents = await lock(tx);
    const below = await tx.rows<{ id: string }>(sql`
      SELECT id FROM ${sql.raw(answers.table)} WHERE ${sql.raw(answers.answerOf!.column)} = ANY(${parents}::uuid[]) LIMIT ${BATCH}`);
    const ids = below.map((row) => row.id);
    await deleteContents(ctx, tx, answers, ids);
    return ids.length;
  });
}

/** Purges what was removed long enough ago. */
export const purgeJob = defineJob({
  name: 'content.purge',
  payload: z.object({}),
  timeoutSeconds: 1800,
  run: (ctx) => purgeRemoved(ctx, new Date(ctx.clock.now().getTime() - content.purgeAfterDays * 86_400_000)),
});
