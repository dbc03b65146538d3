import type { Context } from '#platform/server/context.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { isSubjectToBlocks, unblockedPair } from '#people/friends/server/store.ts';
import {
  type SpamKind,
  type TextSpamInStatement,
  checkText,
  readWords,
  spamWindow,
  textSpamInStatement,
} from '#content/moderation/server/actions.ts';
import { partsOf } from '#platform/server/events/emit.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { mentionsIn } from '#platform/server/markdown/render.ts';
import type { NewContent } from '#content/core/server/create.ts';
import { type OwnColumns, columnsOf } from './answer-columns.ts';
import { notifyPublishedJob } from '#content/core/server/notify.ts';
import { offColumn } from '#content/core/server/facts.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { type ShortText, shortText } from '#content/core/server/text.ts';
import type { AnswerRow } from './thread.ts';
import type { ContentState, ContentType } from '#content/core/server/type.ts';

/** What a type adds where one statement creates an answer of it. */
export interface AtOnce {
  /** What `check` of the type refuses, as a condition on the parent `o`: ` AND …`. */
  readonly condition: SQL;
}

/** An answer that one statement created, as its author sees it. */
export interface MadeAnswer {
  readonly row: AnswerRow;
  /** Number of its live event. */
  readonly seq: number;
}

interface MadeRow extends PersonColumns {
  readonly parent_author_id: string;
  readonly parent_adult: boolean;
  readonly seq: string;
  readonly place: string;
  readonly has_job: boolean;
}

const parentTitle = (fragment: string): string => fragment.replaceAll(/\bt\./g, 'o.');

/** The parent, locked, where its reader may see and answer it and has not written too much. */
function parentPart(
  viewer: Viewer,
  type: ContentType,
  parentId: string,
  window: { readonly since: Date; readonly allowed: number },
  condition: SQL,
): SQL {
  const { type: parent } = type.answerOf!;
  const [author, table, own] = [parent.authorColumn, parent.table, type.table].map((name) => sql.raw(name));
  const adult = sql.raw(parentTitle(parent.isAdult));
  const blocks = isSubjectToBlocks(viewer) ? unblockedPair(sql`${viewer.profileId}::uuid`, sql`o.${author}`) : sql``;
  return sql`
    parent AS MATERIALIZED (
      SELECT o.id, o.${author} AS author_id, ${adult} AS is_adult FROM ${table} o
      WHERE o.id = ${parentId} AND o.state = 'published' AND NOT ${sql.raw(parentTitle(offColumn(parent)))} AND (${canSeeAdult(viewer)} OR NOT ${adult} OR o.${author} = ${viewer.profileId}::uuid)${blocks}${condition}
        AND (SELECT count(*) FROM (
          SELECT FROM ${own} WHERE author_id = ${viewer.profileId} AND created_at > ${window.since} LIMIT ${window.allowed}) recent) < ${window.allowed}
        AND EXISTS (SELECT FROM profiles w WHERE w.id = ${viewer.profileId} AND w.user_id IS NOT NULL)
      FOR NO KEY UPDATE
    )`;
}

/** The rendered text of an answer; null where it cannot be published as it is, or staff want to see it. */
async function textOf(
  ctx: Context,
  viewer: Viewer,
  content: string,
  noWords: string,
): Promise<(ShortText & { readonly spam: TextSpamInStatement }) | null> {
  try {
    const text = await shortText(ctx, content, viewer.profileId, noWords);
    const words = readWords(text);
    const { reasons, marks } = await checkText(ctx, words);
    const spam = await textSpamInStatement(ctx, viewer, words);
    return spam === null || reasons.length + marks.length > 0 ? null : { ...text, spam };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Creates and publishes an answer with all that follows in one statement: its count, what its type writes beside it,
 * its live event, the job that notifies others where there are any, and what other features write for a new thing. The
 * statement has every condition under which `submit` publishes an answer.
 * @returns null where it has created nothing: `submit` finds out why, and refuses or holds it
 */
export async function answerByStatement(
  ctx: Context,
  viewer: Viewer,
  type: ContentType,
  parentId: string,
  body: { readonly content: string; readonly submitId: string },
  own: {
    columns(answer: NewContent): OwnColumns;
    readonly limit?: SpamKind;
    readonly atOnce: AtOnce;
    readonly noWords: string;
  },
): Promise<MadeAnswer | null> {
  const { answerOf } = type;
  if (!answerOf?.atOnce || answerOf.type.answerOf || type.reward || type.activity || type.profileCountColumn)
    return null;
  const [text, window] = await Promise.all([
    textOf(ctx, viewer, body.content, own.noWords), // Where the check breaks, `submit` goes on without it.
    spamWindow(ctx, viewer, own.limit ?? 'replies').catch(() => null),
  ]);
  if (!text || !window) return null;
  const createdAt = ctx.clock.now();
  const authorId = viewer.profileId;
  const answer = { id: newId(createdAt), authorId, state: 'published', submitId: body.submitId, createdAt } as const;
  const otherParts = partsOf(ctx, thingChanged, { kind: type.kind, ids: [answer.id], isNew: true });
  if (!otherParts) return null;
  const { spam, ...short } = text;
  const event = await answerOf.atOnce.publish(ctx, { id: answer.id, authorId, parentId, createdAt, html: text.html });
  const isSomebodyNotified = sql`EXISTS (SELECT 1 FROM made t CROSS JOIN parent o WHERE ${mentionsIn(text.content).length > 0} OR ${sql.raw(answerOf.atOnce.notifies)})`;
  const job = await ctx.jobs.enqueueWith(notifyPublishedJob, { kind: type.kind, id: answer.id }, isSomebodyNotified);
  const { columns, values, condition = sql``, also = sql`` } = own.columns(answer);
  const { columns: shared, counted } = columnsOf(type, parentId, { ...answer, ...short });
  const [made] = await ctx.db.behind(window.turn, `${answerOf.type.kind}:${parentId}`).rows<MadeRow>(sql`
    WITH ${parentPart(viewer, type, parentId, window, sql`${own.atOnce.condition}${condition}${spam.condition}`)},
    made AS (
      INSERT INTO ${shared.into}${columns}) SELECT ${shared.values}${values} FROM parent o
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING *
    )${spam.remembered}, ${counted}${also}, ${event.parts}, ${sql.join(otherParts, sql.raw(', '))}${otherParts.length > 0 ? sql.raw(', ') : sql``}job AS (${job.part})
    SELECT o.author_id AS parent_author_id, o.is_adult AS parent_adult, (SELECT seq FROM event) AS seq, t.place,
      EXISTS (SELECT 1 FROM job) AS has_job, ${personColumns}
    FROM made t CROSS JOIN parent o JOIN profiles p ON p.id = t.author_id`);
  if (!made) return null;
  event.sent(Number(made.seq), Number(made.place));
  if (made.has_job) job.added();
  const { seq, has_job: _, ...rest } = made;
  return { row: { ...rest, ...rowOf(parentId, answer, text) }, seq: Number(seq) };
}

/** The part of a new answer's row that was known before it was written. */
function rowOf(parentId: string, answer: NewContent, text: ShortText) {
  return {
    id: answer.id,
    parent_id: parentId,
    parent_state: 'published' as ContentState,
    parent_off: false,
    author_id: answer.authorId,
    content: text.content,
    html: text.html,
    version: 1,
    state: answer.state,
    removed_by: null,
    removed_reason: null,
    hold_reasons: null,
    created_at: answer.createdAt,
    edited_at: null,
    edited_by: null,
  };
}
