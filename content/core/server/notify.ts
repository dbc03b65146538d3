import { z } from 'zod';
import { notifications } from '#people/notifications/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type Notice,
  followContent,
  followThread,
  keepAdultWords,
  notify,
  notifyReactions,
} from '#people/notifications/server/actions.ts';
import { type About, noticeText } from '#people/notifications/server/rules.ts';
import { groupsBetween } from '#people/notifications/server/store.ts';
import { profileIdsByUsername } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { SHORT_JOBS, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { mentionsIn } from '#platform/server/markdown/render.ts';
import { contentFacts, contentFactsOf } from './facts.ts';
import { likesOf, reactionsTo } from './reactions/reactors.ts';
import { type ContentFacts, type ContentType, answersTo, contentType, contentTypes, wordsColumn } from './type.ts';

/** Who is notified of contents, always in a job: no request waits until thousands of members were notified. */

const payload = z.object({ kind: z.string(), id: z.uuid() });
/** Contents that are handled together: many cost little more than one. */
const MANY_JOBS = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A content that everybody may see; null when it is not there, or not any more. */
export async function publishedFacts(ctx: Context, type: ContentType, id: string): Promise<ContentFacts | null> {
  const [facts] = await publishedAmong(ctx, type, [id]);
  return facts ?? null;
}

/** Those of some contents that everybody may see, one query. */
export async function publishedAmong(ctx: Context, type: ContentType, ids: readonly string[]): Promise<ContentFacts[]> {
  const all = await contentFactsOf(ctx.db, type, ids);
  return all.filter(isShown);
}

/** What notifications about a content have in common. */
export function noticeOf(
  type: ContentType,
  facts: ContentFacts,
): Omit<Notice, 'kind' | 'title' | 'message'> & { readonly about: About } {
  return {
    url: type.address({ id: facts.id, parentId: facts.parent?.id ?? null }),
    actorId: facts.authorId,
    ...(facts.parent && { ownerId: facts.parent.authorId }),
    contentId: facts.id,
    cause: `${type.kind}:${facts.id}`,
    about: { text: facts.title, isAdult: facts.isAdult },
  };
}

/** Profile ids of the members whom a text mentions. */
export async function mentionedIn(ctx: Context, content: string): Promise<string[]> {
  return [...(await profileIdsByUsername(ctx, mentionsIn(content))).values()];
}

/** Notifies the members whom a content without a parent mentions. */
export async function notifyMentioned(ctx: Context, type: ContentType, id: string): Promise<boolean> {
  const facts = await publishedFacts(ctx, type, id);
  if (!facts) return false;
  const [row] = await ctx.db.rows<{ content: string }>(
    sql`SELECT ${wordsColumn(type)} FROM ${sql.raw(type.table)} t WHERE t.id = ${id}`,
  );
  const mentioned = await mentionedIn(ctx, row?.content ?? '');
  if (mentioned.length === 0) return false;
  const { about, ...shared } = noticeOf(type, facts);
  await ctx.db.tx((tx) => notify(ctx, tx, mentioned, { ...shared, ...noticeText.mention(about) }));
  return true;
}

/**
 * Notifies the author of the answered content and the mentioned members of a new answer; each of them once.
 * @param on how the author's notification names what was done, and to what
 */
export async function notifyAnswered(
  ctx: Context,
  type: ContentType,
  id: string,
  on: { readonly verb: 'commented on' | 'replied to'; readonly noun: string },
): Promise<boolean> {
  const facts = await publishedFacts(ctx, type, id);
  if (!facts) return false;
  const [answer] = await ctx.db.rows<{ content: string }>(
    sql`SELECT ${wordsColumn(type)} FROM ${sql.raw(type.table)} t WHERE t.id = ${id}`,
  );
  const { authorId } = facts.parent!;
  const mentioned = await mentionedIn(ctx, answer?.content ?? '');
  if ([authorId, ...mentioned].every((one) => one === facts.authorId)) return false;
  const { about, ...shared } = noticeOf(type, facts);
  await ctx.db.tx(async (tx) => {
    // The nearest cause first: the same member is not notified again by the next.
    await notify(ctx, tx, [authorId], { ...shared, ...noticeText.reply(about, on) });
    await notify(ctx, tx, mentioned, { ...shared, ...noticeText.mention(about) });
  });
  return true;
}

/** Runs `notifyPublished` of a content's type. */
export const notifyPublishedJob = defineJob({
  name: 'content.notify-published',
  payload,
  batch: MANY_JOBS,
  run: (ctx, { kind, id }) => notifyOfOne(ctx, kind, id),
  async runAll(ctx, payloads) {
    const ids = Map.groupBy(payloads, ({ kind }) => kind);
    for (const [kind, some] of ids) {
      const type = contentType(kind);
      if (type?.notifyAllPublished)
        await type.notifyAllPublished(
          ctx,
          type,
          some.map(({ id }) => id),
        );
      else for (const { id } of some) await notifyOfOne(ctx, kind, id);
    }
  },
});

async function notifyOfOne(ctx: Context, kind: string, id: string): Promise<void> {
  const type = contentType(kind);
  if (type && (await type.notifyPublished?.(ctx, type, id))) await hideIfGone(ctx, type, id);
}

/** They may have been removed meanwhile, and its `syncNotificationsJob` have run before the last member was notified. */
export async function hideIfGone(ctx: Context, type: ContentType, ...ids: readonly string[]): Promise<void> {
  const shown = new Set((await publishedAmong(ctx, type, ids)).map((facts) => facts.id));
  const gone = ids.filter((id) => !shown.has(id));
  if (gone.length === 0) return;
  await followContent(ctx, gone, false);
  const threads = Map.groupBy(await contentFactsOf(ctx.db, type, gone), ({ parent }) => parent?.id);
  for (const [parentId, some] of threads)
    if (parentId !== undefined)
      await followAnswers(
        ctx,
        type,
        parentId,
        some.map(({ id }) => id),
      );
}

/** `followThread` for the answers of one type. @param changed null where the content that they answer has changed */
export async function followAnswers(
  ctx: Context,
  type: ContentType,
  parentId: string,
  changed: readonly string[] | null,
): Promise<void> {
  await followThread(ctx, parentId, changed, async (tx, ids) => {
    const answers = (await contentFactsOf(tx, type, ids)).filter(isShown);
    return new Map(
      answers.map((facts) => {
        const { about, ...shared } = noticeOf(type, facts);
        return [facts.id, { ...shared, ...noticeText.watched(about, facts.parent!.title) }];
      }),
    );
  });
}

const isShown = ({ state, parent }: ContentFacts): boolean =>
  state === 'published' && (parent === null || parent.state === 'published');

async function notifyOfReactions(ctx: Context, type: ContentType, id: string): Promise<void> {
  const { likes, reactionCause } = type;
  const facts = reactionCause === undefined ? null : await publishedFacts(ctx, type, id);
  if (!facts) return;
  const { about, url, contentId } = noticeOf(type, facts);
  const notice = {
    ...noticeText.like(about, type.noun, likes ? 'liked' : 'reacted to'),
    ...(url !== undefined && { url }),
    ...(contentId !== undefined && { contentId }),
    cause: `${reactionCause}:${id}`,
  };
  await notifyReactions(ctx, facts.authorId, notice, likes ? likesOf(likes, id) : reactionsTo(id));
  await hideIfGone(ctx, type, id);
}

/** Notifies an author who reacted to or liked a content, as one notification that grows. */
export const notifyReactionsJob = defineJob({
  name: 'content.notify-reactions',
  payload,
  batch: SHORT_JOBS,
  async run(ctx, { kind, id }) {
    const type = contentType(kind);
    if (type) await notifyOfReactions(ctx, type, id);
  },
});

/** After two members have parted, and one may have blocked the other: their reactions to each other no longer count. */
export const recountReactionsBetweenJob = defineJob({
  name: 'content.recount-reactions-between',
  payload: z.object({ one: z.uuid(), other: z.uuid() }),
  async run(ctx, { one, other }) {
    for (const contentId of await groupsBetween(ctx.db, one, other))
      for (const type of contentTypes()) await notifyOfReactions(ctx, type, contentId);
  },
});

/**
 * After a content was held, removed, restored, released or became 18+: notifications of it, and of its answers, are in
 * the inboxes exactly while everybody may see it.
 */
export const syncNotificationsJob = defineJob({
  name: 'content.sync-notifications',
  payload,
  timeoutSeconds: 1800,
  async run(ctx, { kind, id }) {
    const type = contentType(kind);
    const facts = type && (await contentFacts(ctx.db, type, id));
    if (!type || !facts) return;
    const isSeen = isShown(facts);
    const sync = async (ids: readonly string[], shown: boolean): Promise<void> => {
      if (ids.length === 0) return;
      await followContent(ctx, ids, shown);
      if (facts.isAdult) await keepAdultWords(ctx, ids);
    };
    await sync([id], isSeen);
    if (facts.parent) await followAnswers(ctx, type, facts.parent.id, [id]);
    const answers = answersTo(kind);
    if (!answers) return;
    await followAnswers(ctx, answers, id, null);
    for (let after: string | null = NO_ID; after !== null;) {
      const page: { id: string; state: string }[] = await ctx.db.rows(sql`
        SELECT id, state FROM ${sql.raw(answers.table)} WHERE ${sql.raw(answers.answerOf!.column)} = ${id} AND id > ${after}::uuid
        ORDER BY id LIMIT ${notifications.batch}`);
      const idsOf = (published: boolean): string[] =>
        page.filter((row) => (row.state === 'published') === published).map((row) => row.id);
      await sync(idsOf(true), isSeen);
      await sync(idsOf(false), false);
      after = page.length === notifications.batch ? page.at(-1)!.id : null;
    }
  },
});

export const contentNotifyJobs: readonly Job[] = [
  notifyPublishedJob,
  notifyReactionsJob,
  recountReactionsBetweenJob,
  syncNotificationsJob,
];
