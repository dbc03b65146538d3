import type { Context } from '#platform/server/context.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { type SpamKind, readWords } from '#content/moderation/server/actions.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type OwnColumns, columnsOf } from './answer-columns.ts';
import { type AtOnce, answerByStatement } from './answer-statement.ts';
import { type NewContent, type Submitted, submit } from '#content/core/server/create.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { type ShortText, shortText } from '#content/core/server/text.ts';
import type { AnswerRow } from './thread.ts';
import type { ContentFacts, ContentType } from '#content/core/server/type.ts';

/**
 * Writes an answer and counts it on its parent, in one statement. The parent is locked before the answer gets its place.
 * @returns false when this submit has created one already, or the parent takes no answers any more
 */
async function insertAnswer(
  tx: Tx,
  type: ContentType,
  parentId: string,
  answer: NewContent & ShortText,
  own: OwnColumns,
): Promise<boolean> {
  const { columns: shared, counted } = columnsOf(type, parentId, answer);
  const rows = await tx.rows(sql`
    WITH parent AS MATERIALIZED (
      SELECT o.id FROM ${sql.raw(type.answerOf!.type.table)} o
      WHERE o.id = ${parentId} AND o.state = 'published'${own.condition ?? sql``} FOR NO KEY UPDATE
    ), made AS (
      INSERT INTO ${shared.into}${own.columns}) SELECT ${shared.values}${own.values} FROM parent o
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id
    ), ${counted}${own.also ?? sql``}
    SELECT id FROM made`);
  return rows.length > 0;
}

/** What an answer's type provides where an answer is created. */
export interface NewAnswer<Extra extends object, ParentFacts> {
  /** Which limit of the spam check it counts against; `replies` when not given. */
  readonly limit?: SpamKind;
  /**
   * The type's own checks: before anything is written, and again in a transaction that wrote nothing, to say why.
   * @returns facts of its own
   */
  check(parent: ParentFacts, db: Executor): Promise<Extra>;
  /** What it stores beside its text. */
  columns(answer: NewContent): OwnColumns;
  /** `check` as a condition, so that one statement can do everything; null where that cannot be. */
  readonly atOnce: AtOnce | null;
  /** The excerpt of a text without words; empty when not given. */
  readonly noWords?: string;
  /** Takes its files, in the transaction that has written it; without it, it has none. */
  readonly takeFiles?: (tx: Tx, id: string) => Promise<unknown>;
}

/**
 * Creates an answer, or holds it for staff. `submitId` is an idempotency key: the same submit returns the first answer.
 * @returns with its row where that is known without reading it again
 * @throws {Refusal} the parent's `notFound`, `adults_only`, `banned_words`, `rate_limit`, `too_complex`, and what `check` refuses
 */
export async function createAnswer<Extra extends object, ParentExtra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  parentType: ContentType<ParentExtra>,
  parentId: string,
  body: { content: string; submitId: string },
  newAnswer: NewAnswer<Extra, ContentFacts & ParentExtra>,
): Promise<Submitted & { readonly row?: AnswerRow }> {
  const { atOnce, noWords = '', takeFiles } = newAnswer;
  const created =
    atOnce && (await answerByStatement(ctx, viewer, type, parentId, body, { ...newAnswer, atOnce, noWords }));
  if (created) return { id: created.row.id, state: 'published', notice: null, seq: created.seq, row: created.row };
  return await submit(ctx, viewer, type, {
    submitId: body.submitId,
    limit: newAnswer.limit ?? 'replies',
    hasFiles: takeFiles !== undefined,
    async prepare() {
      const parent = await requirePublished(ctx.db, parentType, parentId, viewer);
      const extra = await newAnswer.check(parent, ctx.db);
      const text = await shortText(ctx, body.content, viewer.profileId, noWords);
      return { words: readWords(text), parent, extra, text };
    },
    async insert(tx, content, { parent, extra, text }) {
      if (!(await insertAnswer(tx, type, parentId, { ...content, ...text }, newAnswer.columns(content)))) {
        await newAnswer.check(parent, tx);
        return null;
      }
      await takeFiles?.(tx, content.id);
      return { ...extra, title: text.excerpt, isAdult: parent.isAdult, parent };
    },
  });
}
