import type { Context } from '#platform/server/context.ts';
import { activeCustomRoles, editorsOf } from '#people/profiles/server/store.ts';
import type { SQL } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireSeen, restorableAmong } from '#content/core/server/policies.ts';
import { type PresentedAnswer, type Roles, presentAnswer } from '#content/core/server/present.ts';
import type { Submitted } from '#content/core/server/create.ts';
import type { ContentType } from '#content/core/server/type.ts';
import { type AnswerRow, type ThreadQuery, answerPage, answersById, checkThreadSeen } from './thread.ts';

/** The fields that every answer has, as this reader sees them. */
interface Shared {
  readonly answer: PresentedAnswer;
  /** False for a removed one, whose place alone is shown. */
  readonly readable: boolean;
  readonly roles: Roles;
}

/** How answers of one type are read: what they have beside the columns and fields of all answers. */
interface ThreadDeclaration<Own extends object, Loaded, Answer> {
  readonly type: ContentType;
  readonly perPage: number;
  /** Columns of its own: `, t.at_ms`. @param readerId profile id */
  columns(readerId: string | null): SQL;
  /** What these columns have in an answer that was created in one statement. */
  readonly fresh: Own;
  /** What is read beside the rows, for all of them at once. */
  load(ctx: Context, viewer: Viewer | null, rows: readonly (AnswerRow & Own)[]): Promise<Loaded>;
  present(row: AnswerRow & Own, shared: Shared, viewer: Viewer | null, loaded: Loaded): Answer;
}

/** A reader of threads (`answerHandlers`), with one query more for each of what it loads, whatever the number of answers. */
export type ThreadReader<Answer> = ReturnType<typeof threadReader<object, unknown, Answer>>;

/** Makes the reader of a type's threads. */
export function threadReader<Own extends object, Loaded, Answer>(thread: ThreadDeclaration<Own, Loaded, Answer>) {
  const { type, perPage } = thread;
  type Row = AnswerRow & Own;

  const rowsOf = (ctx: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Row[]> =>
    answersById<Own>(ctx.db, type, ids, thread.columns(viewer?.profileId ?? null));

  async function present(ctx: Context, viewer: Viewer | null, rows: readonly Row[]): Promise<Answer[]> {
    const [restorable, roles, editorOf, loaded] = await Promise.all([
      restorableAmong(ctx, type, rows, viewer),
      activeCustomRoles(ctx.db),
      editorsOf(ctx.db, rows),
      thread.load(ctx, viewer, rows),
    ]);
    return rows.map((row) => {
      const shared = presentAnswer(type, row, roles, viewer, editorOf, restorable);
      return thread.present(row, { ...shared, roles }, viewer, loaded);
    });
  }

  /** One answer as its reader sees it. @throws {Refusal} the type's `notFound`, `adults_only` */
  async function read(ctx: Context, viewer: Viewer | null, id: string): Promise<Answer> {
    await requireSeen(ctx.db, type, id, viewer);
    const [answer] = await present(ctx, viewer, await rowsOf(ctx, viewer, [id]));
    return answer!;
  }

  return {
    type,
    read,
    /** One page, oldest first. @throws {Refusal} the parent's `notFound`, `adults_only` */
    async page(ctx: Context, viewer: Viewer | null, parentId: string, query: ThreadQuery) {
      const { ids, ...cursors } = await answerPage(ctx, viewer, type, parentId, query, perPage);
      const rows = await rowsOf(ctx, viewer, ids);
      await checkThreadSeen(ctx, viewer, type.answerOf!.type, parentId, rows[0]);
      return { items: await present(ctx, viewer, rows), ...cursors };
    },
    /** An answer that was just created, as its author sees it. */
    async presentNew(
      ctx: Context,
      viewer: Viewer,
      { id, row }: Submitted & { readonly row?: AnswerRow },
    ): Promise<Answer> {
      if (!row) return await read(ctx, viewer, id);
      const [answer] = await present(ctx, viewer, [{ ...row, ...thread.fresh }]);
      return answer!;
    },
  };
}
