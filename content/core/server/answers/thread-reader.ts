import type { Context } from '#platform/server/context.ts';
import { activeCustomRoles, editorsOf } from '#people/profiles/server/store.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireSeen, restorableAmong } from '#content/core/server/policies.ts';
import { type PresentedAnswer, type Roles, presentAnswer } from '#content/core/server/present.ts';
import type { Submitted } from '#content/core/server/create.ts';
import type { ContentFacts, ContentType } from '#content/core/server/type.ts';
import { type NewAnswer, createAnswer } from './answers.ts';
import { type AnswerRow, type ThreadQuery, answerPage, answersById, checkThreadSeen } from './thread.ts';

/** The fields that every answer has, as this reader sees them. */
interface Shared {
  readonly answer: PresentedAnswer;
  /** False for a removed one, whose place alone is shown. */
  readonly readable: boolean;
  readonly roles: Roles;
}

/** The form of an answer. */
interface AnswerForm {
  readonly content: string;
  readonly submitId: string;
}

/** An answer that was just created, with its row where that is known without reading it again. */
type CreatedAnswer = Submitted & { readonly row?: AnswerRow };

/** How answers of one type are read and created: what they have beside the columns and fields of all answers. */
interface ThreadDeclaration<Own extends object, Loaded, Answer, Form extends AnswerForm> {
  readonly type: ContentType;
  readonly perPage: number;
  /** Columns of its own: `, t.at_ms`; none when not given. @param readerId profile id */
  columns?(readerId: string | null): SQL;
  /** What these columns have in an answer that was created in one statement. */
  readonly fresh: Own;
  /** What is read beside the rows, for all of them at once. */
  load(ctx: Context, viewer: Viewer | null, rows: readonly (AnswerRow & Own)[]): Promise<Loaded>;
  present(row: AnswerRow & Own, shared: Shared, viewer: Viewer | null, loaded: Loaded): Answer;
  /** Checks and columns of its own where one is created; text alone when not given. */
  newAnswer?(viewer: Viewer, parentId: string, form: Form): NewAnswer<object, ContentFacts>;
}

/** An answer that is text alone. */
const plain: NewAnswer<object, ContentFacts> = {
  check: async () => ({}),
  columns: () => ({ columns: sql``, values: sql`` }),
  atOnce: { condition: sql`` },
};

/** Reads and creates the answers of a type (`answerHandlers`). */
export interface ThreadReader<Answer, Form extends AnswerForm = AnswerForm> {
  readonly type: ContentType;
  /** One answer as its reader sees it. @throws {Refusal} the type's `notFound`, `adults_only` */
  read(ctx: Context, viewer: Viewer | null, id: string): Promise<Answer>;
  /** One page, oldest first. @throws {Refusal} the parent's `notFound`, `adults_only` */
  page(
    ctx: Context,
    viewer: Viewer | null,
    parentId: string,
    query: ThreadQuery,
  ): Promise<{ items: Answer[]; next: string | null; previous: string | null }>;
  /** Creates an answer, or holds it for staff, as `createAnswer`. @throws {Refusal} as `createAnswer` */
  submit(ctx: Context, viewer: Viewer, parentId: string, form: Form): Promise<CreatedAnswer>;
  /** The same, with the answer as its author sees it. @returns the number of its live event, where it has one */
  create(ctx: Context, viewer: Viewer, parentId: string, form: Form): Promise<{ answer: Answer; seq: number | null }>;
}

/** Makes the reader of a type's threads: one query more for each of what it loads, whatever the number of answers. */
export function threadReader<Own extends object, Loaded, Answer, Form extends AnswerForm = AnswerForm>(
  thread: ThreadDeclaration<Own, Loaded, Answer, Form>,
): ThreadReader<Answer, Form> {
  const { type, perPage } = thread;
  type Row = AnswerRow & Own;

  const rowsOf = (ctx: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Row[]> =>
    answersById<Own>(ctx.db, type, ids, thread.columns?.(viewer?.profileId ?? null) ?? sql``);

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

  const reader: ThreadReader<Answer, Form> = {
    type,
    async read(ctx, viewer, id) {
      await requireSeen(ctx.db, type, id, viewer);
      const [answer] = await present(ctx, viewer, await rowsOf(ctx, viewer, [id]));
      return answer!;
    },
    async page(ctx, viewer, parentId, query) {
      const { ids, ...cursors } = await answerPage(ctx, viewer, type, parentId, query, perPage);
      const rows = await rowsOf(ctx, viewer, ids);
      await checkThreadSeen(ctx, viewer, type.answerOf!.type, parentId, rows[0]);
      return { items: await present(ctx, viewer, rows), ...cursors };
    },
    submit(ctx, viewer, parentId, form) {
      const own = thread.newAnswer?.(viewer, parentId, form) ?? plain;
      return createAnswer(ctx, viewer, type, type.answerOf!.type, parentId, form, own);
    },
    async create(ctx, viewer, parentId, form) {
      const { id, seq, row } = await reader.submit(ctx, viewer, parentId, form);
      if (!row) return { answer: await reader.read(ctx, viewer, id), seq };
      const [answer] = await present(ctx, viewer, [{ ...row, ...thread.fresh }]);
      return { answer: answer!, seq };
    },
  };
  return reader;
}
